import ImageHeaders
import Pixels
import TestSupport
import Testing
import WeirBase

/// A progressive JPEG is read no further than to the means of its blocks, if these are pixels enough.
@Suite(.needs(.pillow, .program("cjpeg"))) struct ProgressiveJPEGTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let made = try Program.systemPython.run(["-c", Self.maker], in: folder)
        try #require(made.status == .exited(0), "\(made.messages)")
    }

    @Test(arguments: ["progressive.jpg", "apart.jpg", "gray.jpg", "inks.jpg"])
    func isReadToItsMeans(name: String) throws {
        let bytes = try Fixtures.bytes(of: folder.path + "/" + name)
        let header = try ImageHeader(of: bytes)
        var reader = SmallPictureReader()
        let counting = CountingBytes(bytes)
        let small = try reader.smallPicture(of: counting, header: header)
        #expect(counting.end < UInt64(bytes.count) * 2 / 3, "\(counting.end) of \(bytes.count)")
        // The rest makes no difference.
        let cut = ArrayBytes(bytes: Array(bytes[..<Int(counting.end)]))
        #expect(try reader.smallPicture(of: cut, header: header) == small)
        // A baseline picture has the same means, to the bit that a first scan may leave out.
        let whole = try smallPicture(of: try Fixtures.bytes(of: folder.path + "/baseline-" + name))
        let differences = zip(small.pixels, whole.pixels).map { abs(Int($0) - Int($1)) }
        #expect(differences.max() ?? 255 <= 8 && differences.reduce(0, +) <= 2 * differences.count, "\(differences.max() ?? -1)")
    }

    /// With more pixels than one for each block, all scans are read.
    @Test func isReadWholeForMorePixels() throws {
        let bytes = try Fixtures.bytes(of: folder.path + "/progressive.jpg")
        let header = try ImageHeader(of: bytes)
        var reader = SmallPictureReader()
        let counting = CountingBytes(bytes)
        _ = try reader.smallPicture(of: counting, header: header, longestSide: 400)
        #expect(counting.end == counting.count)
        #expect(throws: Failure.self) {
            try reader.smallPicture(of: ArrayBytes(bytes: Array(bytes[..<(bytes.count / 2)])), header: header, longestSide: 400)
        }
    }

    /// Writes progressive pictures of noise and, of the same pixels, baseline ones.
    private static let maker: Bytes = """
        import subprocess
        from PIL import Image
        noise = [Image.effect_noise((1600, 1200), sigma) for sigma in (60, 40, 50)]
        shades = [Image.linear_gradient("L").resize((1600, 1200)), Image.radial_gradient("L").resize((1600, 1200))]
        image = Image.merge("RGB", [Image.blend(shades[index % 2], part, 0.4) for index, part in enumerate(noise)])
        for name, mode in [("progressive", "RGB"), ("gray", "L"), ("inks", "CMYK")]:
            for prefix, progressive in [("", True), ("baseline-", False)]:
                image.convert(mode).save(prefix + name + ".jpg", quality=85, progressive=progressive)
        with open("scans", "w") as file:
            file.write("0: 0-0, 0, 0; 1: 0-0, 0, 0; 2: 0-0, 0, 0; 0: 1-63, 0, 0; 1: 1-63, 0, 0; 2: 1-63, 0, 0;")
        image.save("in.ppm")
        for name, options in [("apart.jpg", ["-scans", "scans"]), ("baseline-apart.jpg", ["-baseline"])]:
            subprocess.run(["cjpeg", "-quality", "85", *options, "-outfile", name, "in.ppm"], check=True)
        """
}

/// Remembers how far a picture was read.
private final class CountingBytes: PictureBytes {
    private let picture: ArrayBytes
    private(set) var end: UInt64 = 0
    var count: UInt64 { picture.count }

    init(_ bytes: [UInt8]) { picture = ArrayBytes(bytes: bytes) }

    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        let read = try picture.read(at: offset, into: buffer)
        end = max(end, offset + UInt64(read))
        return read
    }
}

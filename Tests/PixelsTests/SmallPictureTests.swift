import Base
import Foundation
import ImageHeaders
import Pixels
import TestSupport
import Testing

/// Small pictures of other programs' files, compared with those that Pillow makes.
@Suite(.needs(.pillow)) struct SmallPictureTests {
    /// Formats with small pictures.
    static let formats: Set<ImageFormat> = [.jpeg, .png, .webp, .gif, .bmp]

    static let pictures = SoundPictureTests.pictures.filter { picture in
        guard let header = picture.header, SoundPictureTests.unsound[picture.path] == nil else { return false }
        return formats.contains(header.format) && header.stored.width * header.stored.height < 1_000_000
    }

    /// Pictures that are sound and have no small picture.
    static let withoutPixels = ["damaged/png-crushed.png": "the pixels of Xcode's PNGs are not decoded"]

    /// First frames that leave some of their canvas. It is transparent here and in browsers, and Pillow paints it.
    static let smallerFrames: Set<String> = ["webp/animated-offsets.webp", "gif/first-frame-smaller.gif", "gif/all-frames-smaller.gif"]

    @Test func thereAreFixtures() { #expect(Self.pictures.count > 300) }

    @Test func asPillowHasThem() throws {
        let folder = try TemporaryFolder()
        var small: [(Fixture, SmallPicture)] = []
        for picture in Self.pictures {
            do {
                small.append((picture, try smallPicture(of: try picture.bytes())))
                #expect(Self.withoutPixels[picture.path] == nil, "\(picture)")
            } catch let failure as Failure {
                #expect(Self.withoutPixels[picture.path] == failure.message, "\(picture): \(failure.message)")
            }
        }
        let lines = small.map { "\($0.folder)/\($0.path)\t\($0.header?.orientation.rawValue ?? 1)\t\($1.size.width)\t\($1.size.height)\n" }
        try folder.add("list", Bytes(lines.joined()))
        let outcome = try Program.systemPython.run(["-c", Self.judge, "list", "pixels"], in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        let all = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path + "/pixels")))
        let unread = Set(outcome.lines)
        var start = 0
        for (picture, pixels) in small where !unread.contains(picture.folder + "/" + picture.path) {
            let expected = all[start..<start + pixels.pixels.count]
            start += expected.count
            guard !Self.smallerFrames.contains(picture.path) else { continue }
            let distance = distance(pixels.pixels, Array(expected))
            #expect(distance.mean < 4 && distance.most < 120, "\(picture) \(pixels.size): mean \(distance.mean), most \(distance.most)")
        }
        #expect(start == all.count)
    }

    /// Colours count as much as they are seen.
    private func distance(_ one: [UInt8], _ other: [UInt8]) -> (mean: Double, most: Double) {
        var (sum, most) = (0.0, 0.0)
        for start in stride(from: 0, to: one.count, by: 4) {
            for lane in 0..<4 {
                let weights = lane == 3 ? (1, 1) : (Double(one[start + 3]) / 255, Double(other[start + 3]) / 255)
                let difference = abs(Double(one[start + lane]) * weights.0 - Double(other[start + lane]) * weights.1)
                (sum, most) = (sum + difference, max(most, difference))
            }
        }
        return (sum / Double(one.count), most)
    }

    /// Writes the pixels that Pillow has of each picture, upright and of the wanted size. Prints the names of those that it
    /// does not read.
    private static let judge: Bytes = """
        import io, sys
        from PIL import Image, ImageCms
        turns = [None, None, Image.FLIP_LEFT_RIGHT, Image.ROTATE_180, Image.FLIP_TOP_BOTTOM, Image.TRANSPOSE, Image.ROTATE_270,
            Image.TRANSVERSE, Image.ROTATE_90]
        def colours(image):
            profile = image.info.get("icc_profile")
            if image.mode.startswith("I"):
                image = image.point(lambda value: value / 257).convert("L")
            if image.mode in ("RGB", "CMYK", "L") and profile:
                try:
                    image = ImageCms.profileToProfile(
                        image, ImageCms.ImageCmsProfile(io.BytesIO(profile)), ImageCms.createProfile("sRGB"), outputMode="RGB")
                except ImageCms.PyCMSError:
                    pass
            return image.convert("RGBA")
        with open(sys.argv[2], "wb") as output:
            for line in open(sys.argv[1]):
                name, orientation, width, height = line.split("\t")
                try:
                    with Image.open(name) as file:
                        image = colours(file)
                except Exception as error:
                    print(name)
                    print(name, error, file=sys.stderr)
                    continue
                turn = turns[int(orientation)]
                if turn is not None:
                    image = image.transpose(turn)
                output.write(image.resize((int(width), int(height)), Image.BOX).tobytes())
        """
}

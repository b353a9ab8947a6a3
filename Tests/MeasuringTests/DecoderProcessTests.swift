import Foundation
import ImageHeaders
import Pixels
import TestSupport
import Testing
import WeirBase

@testable import Measuring

/// Pictures that are decoded in another process.
@Suite struct DecoderProcessTests {
    private static let paths = [
        "tiff/pillow-rgba.tif", "heic/grid-3x2-clap-irot-imir.heic", "avif/clap-irot-1.avif", "jxl/cjxl-from-jpeg.jxl", "svg/view-box.svg",
    ]
    private static let program = DecoderProgram(path: Program.weir.name, arguments: ["weir", DecoderProgram.command])

    private func picture(_ path: String) throws -> (bytes: ContentBytes, header: ImageHeader) {
        try picture(of: try #require(Fixtures.made.first { $0.path == path }).bytes())
    }

    private func picture(of bytes: [UInt8]) throws -> (bytes: ContentBytes, header: ImageHeader) {
        var probe = FileProbe(limits: HeaderLimits())
        return (ContentBytes(bytes: bytes), try probe.reader.header(of: bytes).get())
    }

    /// Decodes one picture of each library, with the process as it is now.
    private func expectAll(of process: DecoderProcess) throws {
        for path in Self.paths {
            let (bytes, header) = try picture(path)
            var here = SmallPictureReader()
            let expected = try here.smallPicture(of: bytes, header: header, longestSide: 30)
            let small = try process.smallPicture(of: bytes, header: header, longestSide: 30)
            #expect(small == expected, "\(path)")
        }
    }

    private func failure(of bytes: some PictureBytes, _ header: ImageHeader, _ process: DecoderProcess) -> Failure? {
        do throws(Failure) {
            _ = try process.smallPicture(of: bytes, header: header, longestSide: 100)
            return nil
        } catch {
            return error
        }
    }

    @Test func samePixelsInOneProcess() throws {
        let process = DecoderProcess(program: Self.program)
        try expectAll(of: process)
        let first = try #require(process.child?.process)
        try expectAll(of: process)
        #expect(process.child?.process == first)
    }

    /// A picture that ends early is a failure of the library, which does not cost the process.
    @Test func cutPictures() throws {
        let process = DecoderProcess(program: Self.program)
        try expectAll(of: process)
        let first = process.child?.process
        for path in Self.paths {
            let (bytes, header) = try picture(path)
            let cut = ContentBytes(bytes: Array(bytes.bytes.dropLast(bytes.bytes.count / 3)))
            #expect(failure(of: cut, header, process).map { [.truncated, .corrupt].contains($0.code) } == true, "\(path)")
        }
        #expect(process.child?.process == first)
    }

    @Test func endlessPicture() throws {
        let process = DecoderProcess(DecoderLimits(seconds: 1), program: Self.program)
        let (bytes, header) = try picture(of: Bytes.endlessSVG.all)
        #expect(failure(of: bytes, header, process) == Failure(.tooLarge, "decoding it takes more than 1 s of a processor"))
        try expectAll(of: process)
    }

    /// The process is ended while it waits for bytes.
    @Test func killedInTheMiddle() throws {
        let process = DecoderProcess(program: Self.program)
        for path in Self.paths {
            let (bytes, header) = try picture(path)
            let killing = WatchedBytes(bytes: bytes.bytes) { kill(process.child?.process ?? 0, SIGKILL) }
            #expect(failure(of: killing, header, process)?.code == .corrupt, "\(path)")
            #expect(process.child == nil)
        }
        try expectAll(of: process)
    }

    /// A failure to read a picture is not reported as a broken picture.
    @Test func failureToRead() throws {
        let process = DecoderProcess(program: Self.program)
        for path in Self.paths {
            let (bytes, header) = try picture(path)
            #expect(failure(of: WatchedBytes(bytes: bytes.bytes), header, process) == WatchedBytes.failure, "\(path)")
        }
        try expectAll(of: process)
    }

    /// The process may not have more memory than its limit, whatever its libraries ask for.
    @Test func memory() throws {
        let process = DecoderProcess(DecoderLimits(memory: 48 << 20), program: Self.program)
        let (bytes, header) = try picture("heic/grid-8x6-like-telephones.heic")
        #expect(failure(of: bytes, header, process)?.code == .tooLarge)
        try expectAll(of: process)
        let limits = try String(contentsOfFile: "/proc/\(try #require(process.child?.process))/limits", encoding: .utf8)
        let data = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max data size") })
        #expect(data.split(separator: " ")[3] == "\(48 << 20)")
    }

    /// A picture may need more memory than its size tells. That is no damage.
    @Test func endOfMemory() throws {
        let process = DecoderProcess(DecoderLimits(memory: 72 << 20), program: Self.program)
        let (bytes, header) = try picture("avif/avifenc-10-bit-2600x2600.avif")
        #expect(failure(of: bytes, header, process) == Failure(.tooLarge, "decoding it takes more than 72 MiB of memory"))
    }

    /// A program that is no decoder does not break the run, whatever it prints.
    @Test(arguments: [
        ("/bin/cat", ["cat"], "its decoder"), ("/bin/true", ["true"], "its decoder ended with status 0"),
        // A picture of 65535 columns.
        (
            "/bin/sh", ["sh", "-c", #"printf '\2\0\0\0\0\0\0\0\377\377\0\0\0\0\0\0\1\0\0\0\0\0\0\0'; exec sleep 1000"#],
            "its decoder was ended by signal 9"
        ),
        ("/bin/sh", ["sh", "-c", "exec sleep 1000"], "its decoder did not move for 1 s"),
        ("/missing", ["missing"], "the process that decodes its pixels cannot be started: no such file or directory"),
    ])
    func otherPrograms(path: String, arguments: [String], message: String) throws {
        let process = DecoderProcess(DecoderLimits(patience: 1), program: DecoderProgram(path: path, arguments: arguments))
        let (bytes, header) = try picture("tiff/pillow-rgba.tif")
        for _ in 0..<2 {
            let found = try #require(failure(of: bytes, header, process))
            #expect(found.message.hasPrefix(message), "\(found.message)")
        }
        // The check of the parts has to do where nothing decodes.
        let verdict = decodingFailure(of: bytes, header: header, separately: process)
        #expect((verdict == nil) == (path == "/missing"))
    }

    @Test func jobs() {
        let header = ImageHeader(
            format: .jxl, displayed: PixelSize(width: 3, height: 4), stored: PixelSize(width: 4, height: 3), orientation: .right,
            traits: PictureTraits(colors: .gray, depth: 12))
        let job = DecoderJob(header, count: 1 << 40, longestSide: 100)
        #expect(DecoderJob(job.numbers) == job)
        for (index, wrong) in [(1, 0), (2, 1000), (3, 9), (4, 1 << 16), (5, 0), (8, UInt64.max)] {
            var numbers = job.numbers
            numbers[index] = wrong
            #expect(DecoderJob(numbers) == nil, "\(index)")
        }
        #expect(DecoderJob([]) == nil)
    }

    @Test func limitsAsArguments() {
        let limits = DecoderLimits(memory: 1 << 30, seconds: 7)
        #expect(DecoderLimits(arguments: limits.arguments) == limits)
        for wrong in [[], ["1"], ["1", "2", "3"], ["0", "1"], ["1", "-1"], ["x", "1"]] { #expect(DecoderLimits(arguments: wrong) == nil) }
    }
}

/// Bytes that do something when they are read, and then fail if they have nothing to do.
private struct WatchedBytes: PictureBytes {
    static let failure = Failure(.unreadable, "the disk is broken")
    let bytes: [UInt8]
    var onRead: (() -> Void)?
    var count: UInt64 { UInt64(bytes.count) }

    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        guard let onRead else { throw Self.failure }
        onRead()
        return ContentBytes(bytes: bytes).read(at: offset, into: buffer)
    }
}

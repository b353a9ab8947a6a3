import Foundation
import ImageHeaders
import Measuring
import TestSupport
import Testing
import WeirBase

/// The header reader on files. How many bytes it reads is tested with the reader.
@Suite struct FileProbeTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func result(_ picture: Bytes, limits: HeaderLimits = HeaderLimits()) throws -> Result<PixelSize, Failure> {
        try folder.add("picture", picture)
        var probe = FileProbe(limits: limits)
        return probe.result(of: folder.path(of: "picture")).map(\.displayed)
    }

    private static let small = PixelSize(width: 30, height: 20)

    /// One probe reads all files, so state that remains from one file would show in the next.
    @Test func agreesWithTheReader() throws {
        var probe = FileProbe(limits: HeaderLimits())
        for fixture in Fixtures.made {
            let expected = readHeader(of: try fixture.bytes()[...], .blocks).result
            let result = probe.result(of: "\(fixture.folder)/\(fixture.path)")
            #expect(result == expected, "\(fixture)")
        }
    }

    /// The frame lies before the end of a block, behind the end, or across it.
    @Test(arguments: [ImageHeaderReader.firstBlock, 2048, 4096, 8192, 65_536])
    func framesAtTheEndOfABlock(block: Int) throws {
        for metadata in (block - 20)...block {
            #expect(try result(.jpeg(width: 30, height: 20, behind: metadata)) == .success(FileProbeTests.small), "\(metadata)")
        }
    }

    /// A file that ends with a block must not look longer or truncated.
    @Test(arguments: [-1, 0, 1], [ImageHeaderReader.firstBlock, 2048, 4096])
    func filesThatEndWithABlock(difference: Int, block: Int) throws {
        let length = block + difference
        let whole = Bytes.jpeg(width: 30, height: 20)
        #expect(try result(whole + Bytes(zeros: length - whole.count)) == .success(FileProbeTests.small))
        let behind = Bytes.jpeg(width: 30, height: 20, behind: length - whole.count)
        #expect(behind.count == length)
        #expect(try result(behind) == .success(FileProbeTests.small))
        let cut = Bytes(Array(Bytes.jpeg(width: 30, height: 20, behind: 50_000).all[..<length]))
        #expect(try result(cut).code == .truncated)
        let note = Bytes(Array(repeating: UInt8(ascii: "a"), count: length))
        #expect(try result(note) == .failure(Failure(.notAnImage, "the content is text")))
    }

    /// The picture needs three jumps, the last one to the end of the file.
    @Test func jumps() throws {
        let picture = Bytes.jpeg(width: 30, height: 20, behind: 180_000)
        #expect(try result(picture) == .success(FileProbeTests.small))
        #expect(try result(picture, limits: HeaderLimits(jumps: 2)).code == .tooLarge)
    }

    /// The directory lies behind 4 GB, in a sparse file.
    @Test func farAway() throws {
        let far = UInt64(5) << 30
        try folder.add("far.tif", "II" + [43, 0, 8, 0, 0, 0] + .little(far))
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.path + "/far.tif"))
        try file.seek(toOffset: far)
        var directory = Bytes.little(UInt64(2))
        for (tag, value) in [(256, 30), (257, 20)] as [(UInt16, UInt64)] {
            directory += .little(tag) + .little(UInt16(3)) + .little(UInt64(1)) + .little(value)
        }
        try file.write(contentsOf: Data(directory.all + Bytes(zeros: 8).all))
        try file.close()
        var probe = FileProbe(limits: HeaderLimits())
        #expect(try probe.result(of: folder.path(of: "far.tif")).get().displayed == FileProbeTests.small)
    }

    /// The buffer grows for a box that must be whole, and still works for small pictures.
    @Test func largeMetaBoxes() throws {
        var probe = FileProbe(limits: HeaderLimits())
        try folder.add("small", .jpeg(width: 30, height: 20))
        for padding in [0, 1000, 4000, 100_000, 5000, 900_000] {
            try folder.add("large", .avif(width: 400, height: 300, padding: padding))
            #expect(try probe.result(of: folder.path(of: "large")).get().displayed == PixelSize(width: 400, height: 300))
            #expect(try probe.result(of: folder.path(of: "small")).get().displayed == FileProbeTests.small)
        }
        try folder.add("larger", .avif(width: 400, height: 300, padding: 1 << 20))
        #expect(probe.result(of: folder.path(of: "larger")).code == .tooLarge)
    }

    /// The message for a file that ends too early has the offset of the end.
    @Test(
        arguments: [
            ("a box", Bytes(Array(Bytes.avif(width: 400, height: 300, padding: 100_000).all[..<5000])), 5000),
            ("a box, in a small file", Bytes(Array(Bytes.avif(width: 400, height: 300, padding: 100_000).all[..<60])), 60),
            ("a segment", Bytes(Array(Bytes.jpeg(width: 30, height: 20, behind: 50_000).all[..<5000])), 5000),
            ("a segment, in a small file", Bytes(Array(Bytes.jpeg(width: 30, height: 20, behind: 50_000).all[..<60])), 60),
            ("a frame", Bytes(Array(Bytes.jpeg(width: 30, height: 20).all[..<8])), 8),
            ("a directory", "II" + [42, 0] + .little(UInt32(70_000)) + Bytes(zeros: 92), 100),
        ] as [(String, Bytes, Int)])
    func claimsBeyondTheEnd(name: String, picture: Bytes, length: Int) throws {
        #expect(try result(picture) == .failure(Failure(.truncated, "the bytes end at \(length), before the size")))
    }

    @Test func aNameWithNUL() throws {
        try folder.add("picture", .jpeg(width: 30, height: 20))
        var probe = FileProbe(limits: HeaderLimits())
        #expect(probe.result(of: folder.path(of: "picture\0")).code == .notFound)
    }

    @Test func descriptorsAreClosed() throws {
        var probe = FileProbe(limits: HeaderLimits())
        try folder.add("picture", .jpeg(width: 30, height: 20))
        try folder.add("note", "just a note\n")
        let paths = ["picture", "note", "gone", ""].map { folder.path(of: $0) } + ["/dev/null"]
        for path in paths { _ = probe.result(of: path) }
        let before = descriptors(into: folder)
        for _ in 0..<10 { for path in paths { _ = probe.result(of: path) } }
        #expect(descriptors(into: folder) == before)
        #expect(before == 0)
    }

    /// The number of open descriptors of this process for files in the folder.
    private func descriptors(into folder: TemporaryFolder) -> Int {
        let all = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        return (all ?? []).count {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.hasPrefix(folder.path) == true
        }
    }
}

extension FileProbe {
    mutating func result(of path: Bytes) -> Result<ImageHeader, Failure> { header(of: path.all) }
}

extension Result where Failure == WeirBase.Failure {
    fileprivate var code: Failure.Code? {
        if case .failure(let failure) = self { failure.code } else { nil }
    }
}

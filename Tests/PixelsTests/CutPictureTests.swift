import Pixels
import TestSupport
import Testing
import WeirBase

/// Truncated pictures are found, wherever they are cut.
@Suite struct CutPictureTests {
    /// Pictures of each format, small enough to be cut at many offsets.
    static let pictures: [Fixture] = {
        let sound = SoundPictureTests.pictures.filter { SoundPictureTests.unsound[$0.path] == nil && !$0.path.hasPrefix("foreign/") }
        let formats = Dictionary(grouping: sound.filter(isCheckedToItsEnd)) { $0.header?.format.rawValue ?? "" }
        return formats.keys.sorted().flatMap { format in
            let pictures = formats[format, default: []]
            return stride(from: 0, to: pictures.count, by: max(1, pictures.count / 8)).map { pictures[$0] }
        }
    }()

    /// Of some formats only the header is checked, and of two others only the boxes of a container.
    private static func isCheckedToItsEnd(_ picture: Fixture) -> Bool {
        switch picture.header?.format {
        case .svg, .pnm, .psd, .tga, .dds, .ktx, .vtf, .icns, .exr, .hdr, .farbfeld, .aseprite, .ilbm: false
        case .jxl, .jp2: (try? picture.bytes().starts(with: [0, 0, 0, 12])) ?? false
        default: true
        }
    }

    @Test(arguments: pictures)
    func isFoundAtEveryCut(_ picture: Fixture) throws {
        var seed = Seed.announced(for: picture.path)
        let bytes = try picture.bytes()
        try #require(decodingFailure(of: bytes) == nil)
        let end = endOfPicture(bytes, picture)
        for _ in 0..<40 {
            let count = Int.random(in: 0..<end, using: &seed)
            #expect(decodingFailure(of: Array(bytes[..<count])) != nil, "cut at \(count) of \(end) \(seed)")
        }
        #expect(decodingFailure(of: Array(bytes[..<(end - 1)])) != nil, "cut at \(end - 1) of \(end) \(seed)")
    }

    /// The end of the picture according to its format.
    private func endOfPicture(_ bytes: [UInt8], _ picture: Fixture) -> Int {
        switch picture.header?.format {
        case .jpeg: (bytes.indices.dropLast().last { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD9 } ?? 0) + 2
        case .gif: (bytes.lastIndex(of: 0x3B) ?? 0) + 1
        // The last byte may be padding.
        case .tiff, .bmp: bytes.count - 2
        default: bytes.count
        }
    }
}

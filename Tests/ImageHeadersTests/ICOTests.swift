import ImageHeaders
import TestSupport
import Testing
import WeirBase

/// Icons of a directory that says 256x256.
@Suite struct ICOTests {
    private static func icon(_ picture: Bytes, behind gap: Int = 0) -> Bytes {
        Bytes([0, 0, 1, 0, 1, 0] + [UInt8](repeating: 0, count: 12) + [UInt8(22 + gap & 255), UInt8((22 + gap) >> 8), 0, 0])
            + Bytes(zeros: gap) + picture
    }

    private static func png(_ width: UInt32, _ height: UInt32) -> Bytes {
        Bytes([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]) + Bytes("IHDR") + .big(width) + .big(height)
    }

    /// The directory decides, but for programs that go by the PNG.
    @Test(
        arguments: [
            ("of this size", icon(png(256, 256)), 256), ("larger", icon(png(512, 300)), 512),
            ("far behind", icon(png(512, 9), behind: 9000), 512),
            ("too large", icon(png(100_000, 100_000)), nil), ("without a side", icon(png(0, 9)), nil),
            ("a bitmap", icon(Bytes([40]) + Bytes(zeros: 39)), 256), ("cut before its picture", icon(""), nil),
        ] as [(String, Bytes, Int?)])
    func picture(_ name: String, _ icon: Bytes, _ widthOfPNG: Int?) throws {
        var reader = ImageHeaderReader(formats: .ofOtherPrograms)
        for feeding in Feeding.allCases {
            let header = try readHeader(of: icon.all[...], feeding).result.get()
            #expect(header.stored == PixelSize(width: 256, height: 256) && header.displayed == header.stored, "\(name), \(feeding)")
            let other = try? readHeader(of: icon.all[...], feeding, with: &reader).result.get()
            #expect(other?.displayed.width == widthOfPNG, "\(name), \(feeding)")
        }
    }

    /// The bits and the number of colors that a directory states of a picture; 0 colors are 256.
    typealias Depth = (bits: UInt8, colors: UInt8)

    /// Of pictures of one size the deepest is shown, the first of several; its PNG is the one that other programs go by.
    @Test(
        arguments: [
            ((8, 0), (32, 0), 128), ((1, 0), (0, 2), 64), ((1, 0), (0, 3), 128), ((0, 0), (8, 0), 64), ((0, 16), (4, 0), 64),
        ] as [(Depth, Depth, Int)])
    func deepestPicture(_ first: Depth, _ second: Depth, width: Int) throws {
        func entry(_ depth: Depth, at start: UInt8) -> Bytes {
            [0, 0, depth.colors, 0, 1, 0, depth.bits, 0, 24, 0, 0, 0, start, 0, 0, 0]
        }
        let icon = Bytes([0, 0, 1, 0, 2, 0]) + entry(first, at: 38) + entry(second, at: 62) + Self.png(64, 64) + Self.png(128, 128)
        var reader = ImageHeaderReader(formats: .ofOtherPrograms)
        for feeding in Feeding.allCases {
            #expect(try readHeader(of: icon.all[...], feeding, with: &reader).result.get().displayed.width == width, "\(feeding)")
        }
    }
}

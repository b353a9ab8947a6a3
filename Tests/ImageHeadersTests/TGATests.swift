import ImageHeaders
import TestSupport
import Testing
import WeirBase

/// TGA has no signature, so the fields of its header decide.
@Suite struct TGATests {
    /// A picture of 4 x 3 pixels.
    private static func picture(
        identifier: UInt8 = 0, mapType: UInt8 = 0, type: UInt8 = 2, mapStart: UInt16 = 0, mapLength: UInt16 = 0, mapDepth: UInt8 = 0,
        width: UInt16 = 4, height: UInt16 = 3, depth: UInt8 = 24, descriptor: UInt8 = 0
    ) -> Bytes {
        [identifier, mapType, type] + .little(mapStart) + .little(mapLength) + [mapDepth] + Bytes(zeros: 4)
            + .little(width) + .little(height) + [depth, descriptor] + Bytes(zeros: 200)
    }

    @Test(
        arguments: [
            ("true color", picture(), ColorModel.rgb, 8, false),
            ("in runs", picture(type: 10), .rgb, 8, false),
            ("from the top", picture(descriptor: 0x20), .rgb, 8, false),
            ("with transparency", picture(depth: 32, descriptor: 8), .rgb, 8, true),
            ("of 15 bits", picture(depth: 15), .rgb, 5, false),
            ("of 16 bits, one of them transparency", picture(depth: 16, descriptor: 1), .rgb, 5, true),
            ("with an identifier", picture(identifier: 5), .rgb, 8, false),
            ("with a table that is not used", picture(mapType: 1, mapLength: 4, mapDepth: 24), .rgb, 8, false),
            ("gray", picture(type: 3, depth: 8), .gray, 8, false),
            ("gray in runs", picture(type: 11, depth: 8), .gray, 8, false),
            ("a table", picture(mapType: 1, type: 1, mapLength: 4, mapDepth: 15, depth: 8), .palette, 8, false),
            ("a part of a table", picture(mapType: 1, type: 9, mapStart: 7, mapLength: 4, mapDepth: 32, depth: 8), .palette, 8, false),
            ("cut behind the header", Bytes(Array(picture(identifier: 5).all[..<18])), .rgb, 8, false),
            // Cursors begin with the same six bytes, and their count of pictures would be 0.
            ("like a cursor", picture(mapDepth: 24), .rgb, 8, false),
            ("like a cursor, with a length of no table", picture(mapLength: 256, mapDepth: 24), .rgb, 8, false),
        ] as [(String, Bytes, ColorModel, Int, Bool)])
    func isRead(_ name: String, _ picture: Bytes, _ colors: ColorModel, _ depth: Int, _ hasAlpha: Bool) throws {
        for feeding in Feeding.allCases {
            let header = try readHeader(of: picture.all[...], feeding).result.get()
            #expect(header.format == .tga && header.displayed == PixelSize(width: 4, height: 3), "\(name) \(feeding)")
            #expect(
                header.traits == PictureTraits(colors: colors, depth: depth, hasAlpha: hasAlpha, isAnimated: false), "\(name) \(feeding)")
        }
    }

    @Test(
        arguments: [
            ("without pixels", picture(type: 0)), ("of an unknown type", picture(type: 4)), ("of 12 bits", picture(depth: 12)),
            ("without width", picture(width: 0)), ("without height", picture(height: 0)),
            ("with bits that nothing uses", picture(descriptor: 0xC0)),
            ("with more transparency than a byte", picture(depth: 32, descriptor: 9)), ("with a second table", picture(mapType: 2)),
            ("a table that is absent", picture(identifier: 5, type: 1, depth: 8)),
            ("a table without colors", picture(mapType: 1, type: 1, mapDepth: 24, depth: 8)),
            ("a length of no table", picture(mapLength: 4)),
        ] as [(String, Bytes)])
    func isRefused(_ name: String, _ picture: Bytes) {
        for feeding in Feeding.allCases {
            if case .failure(let failure) = readHeader(of: picture.all[...], feeding).result {
                #expect(failure.code == .notAnImage, "\(name) \(feeding): \(failure)")
            } else {
                Issue.record("\(name) \(feeding): is read")
            }
        }
    }
}

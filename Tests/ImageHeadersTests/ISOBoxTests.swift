import ImageHeaders
import TestSupport
import Testing
import WeirBase

/// The headers of boxes (ISO/IEC 14496-12, 4.2).
@Suite struct ISOBoxTests {
    private static let huge = UInt64(Int64.max)

    /// The bytes at an offset, and the content and the end of the box; nil if it is refused.
    @Test(
        arguments: [
            ("the shortest", .big(UInt32(8)) + "free", 0, 8, 8), ("too short", .big(UInt32(7)) + "free", 0, nil, nil),
            ("behind others", .big(UInt32(20)) + "free", 90, 98, 110),
            ("to the end of the file", .big(UInt32(0)) + "mdat", 90, 98, nil),
            ("the shortest with a long size", .big(UInt32(1)) + "mdat" + .big(UInt64(16)), 90, 106, 106),
            ("too short for a long size", .big(UInt32(1)) + "mdat" + .big(UInt64(15)), 90, nil, nil),
            ("the longest", .big(UInt32(1)) + "mdat" + .big(huge), 0, 16, huge),
            ("longer than a file", .big(UInt32(1)) + "mdat" + .big(huge + 1), 0, nil, nil),
            ("at the end of the longest file", .big(UInt32(8)) + "free", huge, huge + 8, huge + 8),
            ("behind the longest file", .big(UInt32(8)) + "free", huge + 1, nil, nil),
        ] as [(String, Bytes, UInt64, UInt64?, UInt64?)])
    func headers(_ name: String, _ bytes: Bytes, _ offset: UInt64, _ content: UInt64?, _ end: UInt64?) {
        let box = bytes.all.withUnsafeBytes { try? ByteWindow(bytes: $0, offset: offset).box(at: offset) }
        #expect(box?.content == content && box?.end == end, "\(name)")
    }

    @Test(arguments: [("free", "free"), ("jp2 ", "jp2 "), ("~~~~", "~~~~"), ("ab\u{7F}d", "?"), ("ab\u{1F}d", "?")])
    func names(type: String, name: String) throws {
        let bytes = Bytes.big(UInt32(8)) + Bytes(type)
        #expect(try bytes.all.withUnsafeBytes { try ByteWindow(bytes: $0, offset: 0).box(at: 0) }.name == name)
    }
}

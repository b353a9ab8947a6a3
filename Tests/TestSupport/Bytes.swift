/// Builds pictures byte by byte, for cases that no encoder produces.
public struct Bytes: Hashable, Sendable, ExpressibleByArrayLiteral, ExpressibleByStringInterpolation,
    CustomStringConvertible
{
    public private(set) var all: [UInt8] = []

    public init(arrayLiteral elements: UInt8...) { all = elements }
    public init(stringLiteral text: String) { all = Array(text.utf8) }
    public init(_ text: String) { all = Array(text.utf8) }
    public init(_ bytes: [UInt8]) { all = bytes }
    public init(zeros count: Int) { all = [UInt8](repeating: 0, count: count) }

    public init(repeating piece: Bytes, count: Int) {
        all = []
        all.reserveCapacity(count * piece.count)
        for _ in 0..<count { all += piece.all }
    }

    public static func big<Integer: FixedWidthInteger>(_ value: Integer) -> Bytes {
        var bytes: Bytes = []
        withUnsafeBytes(of: value.bigEndian) { bytes.all.append(contentsOf: $0) }
        return bytes
    }

    public static func little<Integer: FixedWidthInteger>(_ value: Integer) -> Bytes {
        big(value.byteSwapped)
    }

    public static func + (left: Bytes, right: Bytes) -> Bytes {
        var sum = left
        sum.all.append(contentsOf: right.all)
        return sum
    }

    public static func += (left: inout Bytes, right: Bytes) { left.all.append(contentsOf: right.all) }

    public var count: Int { all.count }
    public var description: String { "\(count) bytes" }

    /// The bytes as a path or an argument of a C function.
    @discardableResult
    public func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
        try (all + [0]).withUnsafeBytes { try body($0.bindMemory(to: CChar.self).baseAddress!) }
    }

    /// An ISO media box (ISO/IEC 14496-12, 4.2).
    public static func box(_ type: String, _ content: Bytes...) -> Bytes {
        let body = content.reduce([], +)
        return big(UInt32(body.count + 8)) + Bytes(type) + body
    }

    /// A box with a version and flags.
    public static func fullBox(_ type: String, version: UInt8 = 0, flags: UInt32 = 0, _ content: Bytes...) -> Bytes {
        box(type, big(UInt32(version) << 24 | flags) + content.reduce([], +))
    }

    /// A JPEG segment (T.81, B.1.1.4).
    public static func segment(_ marker: UInt8, _ content: Bytes) -> Bytes {
        [0xFF, marker] + big(UInt16(content.count + 2)) + content
    }

    /// A frame header of one component.
    public static func frame(_ marker: UInt8 = 0xC0, width: UInt16, height: UInt16, precision: UInt8 = 8) -> Bytes {
        segment(marker, [precision] + big(height) + big(width) + [1, 1, 0x11, 0])
    }

    /// An Exif block's content with one entry, little-endian.
    public static func exif(orientation: UInt16) -> Bytes {
        tiff([entry(274, type: 3, count: 1, value: UInt32(orientation))])
    }

    /// A TIFF structure whose first directory follows the header.
    public static func tiff(_ entries: [Bytes]) -> Bytes {
        Bytes("II") + little(UInt16(42)) + little(UInt32(8)) + little(UInt16(entries.count)) + entries.reduce([], +)
            + little(UInt32(0))
    }

    public static func entry(_ tag: UInt16, type: UInt16, count: UInt32 = 1, value: UInt32) -> Bytes {
        little(tag) + little(type) + little(count) + little(value)
    }
}

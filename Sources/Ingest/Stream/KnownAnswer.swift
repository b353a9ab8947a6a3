import Base
import Fetching
import ImageHeaders
import Measuring
import Records

/// The answer of an earlier run, as it is written in a row.
struct KnownAnswer {
    /// The names that are read, before those of the facts.
    static let names = ["w", "h", "etag", "lastModified", "askedAt"]

    /// nil if no size is given.
    let picture: GivenPicture
    let askedAt: Int64?
    /// The values of the names and of the facts, as they are written.
    private let values: [Range<Int>?]
    private let bytes: UnsafeBufferPointer<UInt8>

    /// A longer value is not taken over. No fact of a header comes near this, and a stream remembers many.
    private static let longest = 1024

    /// nil if no possible size is given. The rest is then of no use.
    init?(_ known: RowLines.Known, in bytes: UnsafeBufferPointer<UInt8>) {
        (values, self.bytes) = (known.values, bytes)
        guard let width = KnownAnswer.number(known.values[0], bytes), let height = KnownAnswer.number(known.values[1], bytes),
            (1...Int64(Int32.max)).contains(width), (1...Int64(Int32.max)).contains(height)
        else { return nil }
        askedAt = KnownAnswer.number(known.values[4], bytes)
        picture = GivenPicture(
            size: PixelSize(width: Int(width), height: Int(height)), etag: KnownAnswer.text(known.values[2], bytes),
            lastModified: KnownAnswer.text(known.values[3], bytes), askedAt: askedAt)
    }

    /// The value of a name or of a fact as it is written; nil if there is none that begins with one of the bytes. A value of another
    /// kind would not fit into the column of whoever reads the answers.
    func text(at index: Int, beginningWith firstBytes: StaticString) -> UnsafeBufferPointer<UInt8>? {
        guard let value = values[index], value.count <= KnownAnswer.longest else { return nil }
        let text = UnsafeBufferPointer(rebasing: bytes[value])
        return firstBytes.withUTF8Buffer { bytes in text.first.map { bytes.contains($0) } ?? false } ? text : nil
    }

    /// A whole number that is not negative. Tables whose columns may be empty write 200 as 200.0.
    private static func number(_ value: Range<Int>?, _ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard let value else { return nil }
        let parts = bytes[value].split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 1 || parts[1].allSatisfy({ $0 == UInt8(ascii: "0") }), parts[0].count <= 16 else { return nil }
        return Int64(String(decoding: parts[0], as: UTF8.self)).flatMap { $0 < 0 ? nil : $0 }
    }

    private static func text(_ value: Range<Int>?, _ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard let value, value.count <= longest else { return nil }
        guard let document = try? JSONValue(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[value])) else { return nil }
        return document.string.map { Array($0.utf8) }
    }
}

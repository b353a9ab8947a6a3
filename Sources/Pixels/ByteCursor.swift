import ImageHeaders
import WeirBase

/// Reads a picture field by field. A field that the picture does not have in full is a failure.
struct ByteCursor<Picture: PictureBytes> {
    let picture: Picture
    var position: UInt64 = 0
    private var block: [UInt8] = []
    private var blockStart: UInt64 = 0

    private static var blockSize: Int { 1 << 12 }

    init(_ picture: Picture) { self.picture = picture }

    /// The next bytes. If there are too few, the failure says in which `context`.
    mutating func bytes(_ count: Int, _ context: String) throws(Failure) -> ArraySlice<UInt8> {
        guard count >= 0, position <= picture.count, picture.count - position >= UInt64(count) else {
            throw .truncated(at: picture.count, context)
        }
        let isHeld = position >= blockStart && position + UInt64(count) <= blockStart + UInt64(block.count)
        if !isHeld { try fill(atLeast: count, context) }
        let start = Int(position - blockStart)
        position += UInt64(count)
        return block[start..<start + count]
    }

    private mutating func fill(atLeast count: Int, _ context: String) throws(Failure) {
        let fresh = try picture.bytes(at: position, max(count, Self.blockSize))
        guard fresh.count >= count else { throw .truncated(at: position + UInt64(fresh.count), context) }
        (block, blockStart) = (fresh, position)
    }

    /// The next integer.
    mutating func integer<Integer: FixedWidthInteger & UnsignedInteger>(
        _ type: Integer.Type, order: ByteOrder = .little, _ context: String
    ) throws(Failure) -> Integer {
        let bytes = try bytes(MemoryLayout<Integer>.size, context)
        return (order == .big ? Array(bytes) : bytes.reversed()).reduce(0) { $0 &<< 8 | Integer($1) }
    }

    /// Skips bytes, which must exist.
    mutating func skip(_ count: UInt64, _ context: String) throws(Failure) {
        let (end, overflow) = position.addingReportingOverflow(count)
        guard !overflow, end <= picture.count else { throw .truncated(at: picture.count, context) }
        position = end
    }

    /// Runs a parser of ImageHeaders, and gives it the bytes that it asks for.
    mutating func parse<Value>(_ context: String, _ parser: (ByteWindow) throws(HeaderStop) -> Value) throws(Failure) -> Value {
        while true {
            do throws(HeaderStop) {
                return try block.withBytes { bytes throws(HeaderStop) in
                    try parser(ByteWindow(bytes: UnsafeRawBufferPointer(bytes), offset: blockStart))
                }
            } catch {
                switch error {
                case .failed(let failure): throw failure
                case .needs(let request):
                    position = request.offset
                    _ = try bytes(request.count, context)
                }
            }
        }
    }
}

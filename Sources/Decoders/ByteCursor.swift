import Base

/// Walks through a picture from field to field. What the picture does not have is not read.
struct ByteCursor<Picture: PictureBytes> {
    let picture: Picture
    var position: UInt64 = 0
    private var block: [UInt8] = []
    private var blockStart: UInt64 = 0

    private static var blockSize: Int { 1 << 12 }

    init(_ picture: Picture) { self.picture = picture }

    /// The next bytes, `place` being what they belong to, for the failure where they are missing.
    mutating func bytes(_ count: Int, _ place: String) throws(Failure) -> ArraySlice<UInt8> {
        guard count >= 0, position <= picture.count, picture.count - position >= UInt64(count) else {
            throw .cut(at: picture.count, place)
        }
        let isHeld = position >= blockStart && position + UInt64(count) <= blockStart + UInt64(block.count)
        if !isHeld { try fill(atLeast: count, place) }
        let start = Int(position - blockStart)
        position += UInt64(count)
        return block[start..<start + count]
    }

    private mutating func fill(atLeast count: Int, _ place: String) throws(Failure) {
        var fresh = [UInt8](repeating: 0, count: max(count, Self.blockSize))
        var read = 0
        var failure: Failure?
        fresh.withUnsafeMutableBytes { bytes in
            do throws(Failure) { read = try picture.read(at: position, into: bytes) } catch { failure = error }
        }
        if let failure { throw failure }
        guard read >= count else { throw .cut(at: position + UInt64(read), place) }
        block = Array(fresh[..<read])
        blockStart = position
    }

    /// An integer that stands next.
    mutating func integer<Integer: FixedWidthInteger & UnsignedInteger>(
        _ type: Integer.Type, isBig: Bool = false, _ place: String
    ) throws(Failure) -> Integer {
        let bytes = try bytes(MemoryLayout<Integer>.size, place)
        return (isBig ? Array(bytes) : bytes.reversed()).reduce(0) { $0 &<< 8 | Integer($1) }
    }

    /// Goes over bytes that must be there.
    mutating func skip(_ count: UInt64, _ place: String) throws(Failure) {
        let (end, overflow) = position.addingReportingOverflow(count)
        guard !overflow, end <= picture.count else { throw .cut(at: picture.count, place) }
        position = end
    }
}

import Base

/// Hands a part of a picture to a decoder in C, block by block.
///
/// What C calls cannot throw: a failure is kept, and the decoder is told that the bytes are over.
final class BlockSource<Picture: PictureBytes> {
    private let picture: Picture
    private var position: UInt64
    private let end: UInt64
    private let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    private var failure: Failure?

    init(_ picture: Picture, _ range: Range<UInt64>) {
        self.picture = picture
        position = range.lowerBound
        end = min(range.upperBound, picture.count)
    }

    deinit { block.deallocate() }

    /// The next bytes; none at the end.
    func next() -> UnsafeRawBufferPointer {
        let wanted = UnsafeMutableRawBufferPointer(rebasing: block[..<Int(min(UInt64(block.count), end - min(end, position)))])
        guard failure == nil, !wanted.isEmpty else { return UnsafeRawBufferPointer(rebasing: block[..<0]) }
        do throws(Failure) {
            let count = try picture.read(at: position, into: wanted)
            position += UInt64(count)
            return UnsafeRawBufferPointer(rebasing: block[..<count])
        } catch {
            failure = error
            return UnsafeRawBufferPointer(rebasing: block[..<0])
        }
    }

    /// Throws what has ended the bytes before their end.
    func check() throws(Failure) { if let failure { throw failure } }
}

/// A source as C knows it: a pointer to this.
final class SourceOwner {
    let next: () -> UnsafeRawBufferPointer

    init(_ next: @escaping () -> UnsafeRawBufferPointer) { self.next = next }

    /// The function that C calls with the pointer.
    static let take: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?) -> Int = { owner, bytes in
        guard let owner, let bytes else { return 0 }
        let block = Unmanaged<SourceOwner>.fromOpaque(owner).takeUnretainedValue().next()
        bytes.pointee = block.baseAddress?.assumingMemoryBound(to: UInt8.self)
        return block.count
    }
}

/// Calls `body` with what C needs to read a part of a picture, and throws what kept it from that.
func withSource<Picture: PictureBytes, Result>(
    _ picture: Picture, _ range: Range<UInt64>? = nil, _ body: (UnsafeMutableRawPointer) -> Result
) throws(Failure) -> Result {
    let source = BlockSource(picture, range ?? 0..<picture.count)
    let owner = SourceOwner { source.next() }
    let result = withExtendedLifetime(owner) { body(Unmanaged.passUnretained(owner).toOpaque()) }
    try source.check()
    return result
}

/// The text that C wrote into an array of its own.
func words<Characters>(of characters: Characters) -> String {
    withUnsafeBytes(of: characters) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
}

import WeirBase

/// Gives a part of a picture to a decoder in C, block by block.
///
/// A function that C calls cannot throw. After a failure the decoder sees the end of the bytes, and
/// `check` throws the failure later.
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

    /// The next bytes; empty at the end and after a failure.
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

    /// Throws the failure that ended the bytes early, if there was one.
    func check() throws(Failure) { if let failure { throw failure } }
}

/// The context of the C callback, which gets a pointer to it.
final class CSource {
    let next: () -> UnsafeRawBufferPointer

    init(_ next: @escaping () -> UnsafeRawBufferPointer) { self.next = next }

    /// The callback.
    static let read: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?) -> Int = { owner, bytes in
        guard let owner, let bytes else { return 0 }
        let block = Unmanaged<CSource>.fromOpaque(owner).takeUnretainedValue().next()
        bytes.pointee = block.baseAddress?.assumingMemoryBound(to: UInt8.self)
        return block.count
    }
}

/// Calls `body` with the context that lets C read a part of a picture, and throws failures to read it.
func withSource<Picture: PictureBytes, Result>(
    _ picture: Picture, _ range: Range<UInt64>? = nil, _ body: (UnsafeMutableRawPointer) -> Result
) throws(Failure) -> Result {
    let source = BlockSource(picture, range ?? 0..<picture.count)
    let owner = CSource { source.next() }
    let result = withExtendedLifetime(owner) { body(Unmanaged.passUnretained(owner).toOpaque()) }
    try source.check()
    return result
}

/// The text in a C array of characters.
func text<Characters>(of characters: Characters) -> String {
    withUnsafeBytes(of: characters) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
}

/// Gives a decoder in C the bytes of a picture at any offset.
///
/// A function that C calls cannot throw. After a failure the decoder sees the end of the bytes, and
/// `check` throws the failure later.
final class RandomSource {
    private let readPicture: (UInt64, UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    private let count: UInt64
    /// The bytes that were read last. Decoders read field by field.
    private let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    private var held: Range<UInt64> = 0..<0
    private var failure: Failure?
    /// Whether bytes behind the end were asked for.
    private(set) var wasTooShort = false

    init(_ picture: some PictureBytes) {
        readPicture = { offset, buffer throws(Failure) in try picture.read(at: offset, into: buffer) }
        count = picture.count
    }

    deinit { block.deallocate() }

    func read(at offset: UInt64, into bytes: UnsafeMutableRawBufferPointer) -> Int {
        let wanted = Int(min(UInt64(bytes.count), count - min(count, offset)))
        wasTooShort = wasTooShort || wanted < bytes.count
        guard failure == nil, wanted > 0 else { return 0 }
        let part = UnsafeMutableRawBufferPointer(rebasing: bytes[..<wanted])
        do throws(Failure) {
            guard wanted <= block.count / 2 else { return try readPicture(offset, part) }
            if !(held.contains(offset) && held.contains(offset + UInt64(wanted) - 1)) {
                held = offset..<offset + UInt64(try readPicture(offset, block))
            }
            let start = Int(offset - held.lowerBound)
            let read = min(wanted, Int(held.upperBound - offset))
            part.copyMemory(from: UnsafeRawBufferPointer(rebasing: block[start..<start + read]))
            return read
        } catch {
            failure = error
            return 0
        }
    }

    /// Throws the failure that ended the bytes early, if there was one.
    func check() throws(Failure) { if let failure { throw failure } }

    /// For the callbacks of C.
    var opaque: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// The callback.
    static let read: @convention(c) (UnsafeMutableRawPointer?, UInt64, UnsafeMutableRawPointer?, Int) -> Int = {
        owner, offset, bytes, count in
        guard let owner, let bytes else { return 0 }
        let source = Unmanaged<RandomSource>.fromOpaque(owner).takeUnretainedValue()
        return source.read(at: offset, into: UnsafeMutableRawBufferPointer(start: bytes, count: count))
    }
}

import Base

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
    static let read: @convention(c) (UnsafeMutableRawPointer?, UInt64, UnsafeMutableRawPointer?, Int) -> Int = { owner, offset, bytes, count in
        guard let owner, let bytes else { return 0 }
        let source = Unmanaged<RandomSource>.fromOpaque(owner).takeUnretainedValue()
        return source.read(at: offset, into: UnsafeMutableRawBufferPointer(start: bytes, count: count))
    }
}

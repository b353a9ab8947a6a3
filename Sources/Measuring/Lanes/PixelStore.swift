import Base
import Fetching
import ImageHeaders
import Pixels

/// The bytes of a picture of the network in memory, as far as its pixels need them.
///
/// `@unchecked Sendable`: one thread uses it at a time. The fetching thread makes it and uses it until the picture is
/// delivered, and then a decoder's thread has its content.
final class PixelStore: PictureStore, @unchecked Sendable {
    let kept: StoredPart? = nil
    private var bytes: [UInt8] = []
    private let most: Int
    private var probe: FileProbe
    /// Whether the means of blocks are enough for its pixels, if it is a progressive JPEG.
    private let mayBeCut: Bool
    /// Nil if all bytes are needed.
    private var scans: FirstScans?

    /// `most` limits the bytes.
    init(_ facts: PictureFacts, most: Int, limits: HeaderLimits) {
        self.most = most
        probe = FileProbe(limits: limits)
        mayBeCut = facts.format == .jpeg && FirstScans.suffice(for: facts.size)
    }

    /// A picture that is not longer is asked for at once.
    private static let short = 128 << 10

    /// The first scans of photographs have some 7 to 9 of 100 of their bytes.
    private var range: Int { most / 8 }

    var firstRange: Int? { mayBeCut && most > PixelStore.short ? range : nil }

    var wanted: WantedBytes {
        guard let scans else { return .all }
        return scans.end == nil ? .next(range) : .none
    }

    func open(at offset: UInt64, _ version: PictureValidators) -> Failure? {
        if offset == 0 {
            bytes.removeAll()
            scans = mayBeCut ? FirstScans() : nil
        }
        precondition(offset == bytes.count, "nothing is left out between what is there and what comes")
        return nil
    }

    func append(_ piece: UnsafeRawBufferPointer) -> Failure? {
        guard piece.count <= most - bytes.count else { return Failure(.contentMismatch, "the picture changed while it was fetched") }
        bytes += piece
        scans?.read(bytes)
        if scans?.isProgressive == false { scans = nil }
        return nil
    }

    func header() -> Result<ImageHeader, Failure> { probe.header(ofContent: bytes) }

    func close() {}

    /// The picture for a decoder.
    var content: [UInt8] { scans?.end.map { bytes[..<$0] + FirstScans.endOfImage } ?? bytes }
}

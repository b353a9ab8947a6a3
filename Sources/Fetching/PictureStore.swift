import Base
import ImageHeaders

/// Where the bytes of a picture go that is wanted whole. It is called on the fetcher's thread,
/// from the moment the picture is ordered until it is delivered.
public protocol PictureStore: AnyObject, Sendable {
    /// What is there of the picture already.
    var kept: KeptPart? { get }

    /// Bytes are about to come that stand at `offset` of the picture: at 0, where whatever is
    /// stored is forgotten, or behind the last byte that is stored. `tag` is the strong entity tag
    /// under which they may be continued one day. Answers why they cannot be taken.
    func open(at offset: UInt64, tag: String?, total: UInt64?) -> Failure?

    /// Takes the next bytes, or answers why not.
    func append(_ bytes: UnsafeRawBufferPointer) -> Failure?

    /// What the stored bytes tell of the picture's size. Asked while the store is open.
    func header() -> Result<ImageHeader, Failure>

    /// No bytes come for the moment, or any more.
    func close()
}

/// The beginning of a picture, as an earlier transfer left it.
public struct KeptPart: Equatable, Sendable {
    /// At least one byte, and one less than the picture has.
    public let count: UInt64
    public let total: UInt64?
    /// The strong entity tag of the picture that it is of (RFC 9110, 8.8.1).
    public let tag: String

    public init(count: UInt64, total: UInt64?, tag: String) {
        self.count = count
        self.total = total
        self.tag = tag
    }
}

import Base
import ImageHeaders

/// The place for the bytes of a picture that is wanted whole. It is called on the fetcher's thread, from the moment the picture is
/// ordered until it is delivered.
public protocol PictureStore: AnyObject, Sendable {
    /// The part of the picture that is stored already.
    var kept: KeptPart? { get }

    /// Prepares for bytes that stand at `offset` of the picture. That is 0, and then everything stored is dropped, or the end of
    /// what is stored. With the strong entity tag `tag` they may be continued in a later run. Answers why they cannot be taken.
    func open(at offset: UInt64, tag: String?, total: UInt64?) -> Failure?

    /// Takes the next bytes, or answers why not.
    func append(_ bytes: UnsafeRawBufferPointer) -> Failure?

    /// Reads the header from the stored bytes. Called while the store is open.
    func header() -> Result<ImageHeader, Failure>

    /// No bytes come for the moment, or any more.
    func close()
}

/// The beginning of a picture, as an earlier transfer left it.
public struct KeptPart: Equatable, Sendable {
    /// At least one byte, and one less than the picture has.
    public let count: UInt64
    public let total: UInt64?
    /// The strong entity tag of the picture that the bytes are of (RFC 9110, 8.8.1).
    public let tag: String

    public init(count: UInt64, total: UInt64?, tag: String) {
        self.count = count
        self.total = total
        self.tag = tag
    }
}

import ImageHeaders
import WeirBase

/// The store for the bytes of a picture that is fetched whole. The store is used on the fetcher's thread, from the
/// order of the picture until its delivery.
package protocol PictureStore: AnyObject, Sendable {
    /// The part of the picture that a previous run has stored; nil once the store was opened.
    var kept: StoredPart? { get }

    /// The number of bytes to ask for first, if all of them may not be wanted; nil asks for all.
    var firstRange: Int? { get }

    /// The bytes that are wanted behind those in the store.
    var wanted: WantedBytes { get }

    /// Prepares for bytes at `offset` of the picture. If `offset` is 0, all stored bytes are dropped; otherwise
    /// `offset` is the end of the stored bytes. `version` describes the picture to which the bytes belong, so that a later
    /// run can use them. Returns a failure if no bytes can be stored.
    func open(at offset: UInt64, _ version: PictureValidators) -> Failure?

    /// Stores the next bytes, or returns the failure.
    func append(_ bytes: UnsafeRawBufferPointer) -> Failure?

    /// Reads the header from the stored bytes. Called while the store is open.
    func header() -> Result<ImageHeader, Failure>

    /// Called when no more bytes come, or none until the next `open`.
    func close()
}

extension PictureStore {
    package var firstRange: Int? { nil }
    package var wanted: WantedBytes { .all }
}

/// The bytes that a store wants of a picture.
package enum WantedBytes: Equatable, Sendable {
    case all
    /// So many, and then perhaps more.
    case next(Int)
    /// No more.
    case none
}

/// The beginning of a picture, stored by an earlier transfer.
package struct StoredPart: Equatable, Sendable {
    /// At least 1, and less than the length of the picture.
    package let count: UInt64
    package let total: UInt64?
    /// The strong entity tag of the picture to which the bytes belong (RFC 9110, 8.8.1).
    package let tag: String
    /// The address that has sent them, as validators have it.
    package let giver: Int64?

    package init(count: UInt64, total: UInt64?, tag: String, giver: Int64? = nil) {
        self.count = count
        self.total = total
        self.tag = tag
        self.giver = giver
    }
}

import ImageHeaders
import WeirBase

/// The store for the bytes of a picture that is fetched whole. The store is used on the fetcher's thread, from the
/// order of the picture until its delivery.
package protocol PictureStore: AnyObject, Sendable {
    /// The number of stored bytes.
    var count: UInt64 { get }

    /// The version of the picture whose beginning a previous run has stored, with a strong entity tag (RFC 9110, 8.8.1); nil if a
    /// transfer cannot continue behind that, and once the store was opened.
    var kept: PictureValidators? { get }

    /// The number of bytes to ask for first, if all of them may not be wanted; nil asks for all.
    var firstRange: Int? { get }

    /// The number of bytes that are wanted next behind those in the store; `Int.max` stands for all, and 0 says that no more are.
    var wanted: Int { get }

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
    package var wanted: Int { .max }
}

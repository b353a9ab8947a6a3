/// The part of a picture that is wanted.
enum FetchGoal: Equatable, Sendable {
    /// Only the header; the first request asks for `firstRange` bytes. If `known` has validators, the server sends
    /// bytes only if they have changed.
    case header(firstRange: Int, known: PictureValidators?)
    /// All bytes, or none if the picture still has the validators in `known`. `kept` describes the bytes that an earlier
    /// transfer has stored.
    /// With a `firstRange` the first request asks for so many bytes, because the rest may not be wanted.
    case wholePicture(kept: StoredPart?, known: PictureValidators?, firstRange: Int? = nil)
    /// No picture, but the text of a robots.txt.
    case text
}

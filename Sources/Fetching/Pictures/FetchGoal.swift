/// The part of a picture that is wanted.
enum FetchGoal: Equatable, Sendable {
    /// Its header, from few bytes: `firstRange` of them are asked for first. If validators are known from an earlier run, the
    /// server is asked for bytes only on the condition that they have changed.
    case header(firstRange: Int, known: PictureValidators?)
    /// All its bytes, behind those that an earlier transfer has left.
    case wholePicture(kept: StoredPart?)
}

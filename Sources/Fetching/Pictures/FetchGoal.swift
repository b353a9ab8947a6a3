/// What is wanted of a picture, with what that takes.
enum FetchGoal: Equatable, Sendable {
    /// Its header, from few bytes: `firstRange` are asked for first. If the validators are `known` from an earlier run, the
    /// server is asked for nothing unless they have changed.
    case header(firstRange: Int, known: PictureValidators?)
    /// All its bytes, behind those that an earlier transfer has left.
    case wholePicture(kept: KeptPart?)
}

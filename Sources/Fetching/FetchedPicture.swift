import ImageHeaders

/// A server's answer about a picture.
public enum FetchAnswer: Equatable, Sendable {
    /// Indirect, because it is handed on many times on its way.
    indirect case picture(FetchedPicture)
    /// The picture still has the validators that the server was asked with.
    case unchanged
}

/// A picture whose header was read.
public struct FetchedPicture: Equatable, Sendable {
    public let header: ImageHeader
    /// Where in the picture the bytes end that told the header, or a little behind.
    public let headerEnd: UInt64
    /// With them a later run asks whether the picture is still the same.
    public let validators: PictureValidators
}

import ImageHeaders

/// A server's answer about a picture.
package enum FetchAnswer: Equatable, Sendable {
    /// Indirect, because the value is passed on many times.
    indirect case picture(FetchedPicture)
    /// The picture still has the validators that the server was asked with.
    case unchanged
}

/// A picture whose header was read.
package struct FetchedPicture: Equatable, Sendable {
    package let header: ImageHeader
    /// The end of the bytes that contain the header, as a position in the picture, or a little more.
    package let headerEnd: UInt64
    /// A later run uses these validators to ask whether the picture has changed.
    package let validators: PictureValidators
}

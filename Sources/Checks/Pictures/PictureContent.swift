import Pixels

/// The content of a picture's pixels, as far as checks compare it.
package struct PictureContent: Equatable, Sendable {
    /// Pictures that look the same have the same one; nil if it was not made.
    let thumbhash: String?
    /// Nil if it was not made, or if the picture is too plain for one.
    let hash: PerceptualHash?
    /// Why the picture shows nothing; nil if it shows something, or if nobody has looked.
    let emptiness: EmptyContent?

    package init(_ placeholders: [Placeholders.Key: String]) {
        thumbhash = placeholders[.thumbhash]
        hash = placeholders[.phash].flatMap { PerceptualHash($0) }
        emptiness = placeholders[.content].flatMap { EmptyContent(rawValue: $0) }
    }
}

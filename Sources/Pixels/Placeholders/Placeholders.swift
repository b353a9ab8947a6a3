import Base

/// What an app can show until a picture has come.
public struct Placeholders: Equatable, Sendable {
    /// The kinds of placeholders, by their names in options.
    public enum Kind: String, CaseIterable, Sendable {
        case thumbhash, blurhash, color
        case blurDataURL = "blur-data-url"
    }

    /// In base64.
    public private(set) var thumbHash: String?
    public private(set) var blurHash: String?
    /// Also nil if the picture is wholly transparent.
    public private(set) var colours: PictureColours?
    public private(set) var blurDataURL: String?

    public init(of picture: SmallPicture, _ kinds: Set<Kind>) {
        if kinds.contains(.thumbhash) { thumbHash = base64(Pixels.thumbHash(of: picture)) }
        // BlurHash has no alpha.
        if kinds.contains(.blurhash) { blurHash = Pixels.blurHash(of: picture.onWhite) }
        if kinds.contains(.color) { colours = PictureColours(picture) }
        if kinds.contains(.blurDataURL) { blurDataURL = picture.blurDataURL }
    }
}

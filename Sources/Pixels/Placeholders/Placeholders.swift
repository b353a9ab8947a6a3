import Base

/// What an app can show until a picture has come: texts in plain ASCII, of which none needs an escape in JSON.
public struct Placeholders: Equatable, Sendable {
    /// The kinds of placeholders, by their names in options.
    public enum Kind: String, CaseIterable, Sendable {
        case thumbhash, blurhash, color
        case blurDataURL

        /// The keys of manifests and reports that a kind adds.
        public var keys: [Key] {
            switch self {
            case .thumbhash: [.thumbhash]
            case .blurhash: [.blurhash]
            case .color: [.dominantColor, .meanColor]
            case .blurDataURL: [.blurDataURL]
            }
        }
    }

    /// The texts, by their keys in manifests and reports.
    public enum Key: String, CaseIterable, Sendable {
        /// In base64.
        case thumbhash
        case blurhash
        /// As `#rrggbb`. A picture that is wholly transparent has no colours.
        case dominantColor, meanColor
        case blurDataURL
    }

    /// The kinds that were made, also those without a text.
    public private(set) var kinds: Set<Kind>
    private var texts: [Key: String]

    /// The kinds that were made, and their texts as they were kept.
    public init(_ kinds: Set<Kind> = [], _ texts: [Key: String] = [:]) { (self.kinds, self.texts) = (kinds, texts) }

    /// Makes these kinds.
    public init(of picture: SmallPicture, _ kinds: Set<Kind>) {
        self.init(kinds)
        if kinds.contains(.thumbhash) { texts[.thumbhash] = base64(thumbHash(of: picture.repeatedForThumbHash)) }
        // BlurHash has no alpha.
        if kinds.contains(.blurhash) { texts[.blurhash] = blurHash(of: picture.onWhite.repeatedForBlurHash) }
        if kinds.contains(.color), let colours = PictureColours(picture) {
            texts[.dominantColor] = PictureColours.text(of: colours.dominant)
            texts[.meanColor] = PictureColours.text(of: colours.mean)
        }
        if kinds.contains(.blurDataURL) { texts[.blurDataURL] = picture.blurDataURL }
    }

    /// Nil if the kind was not made, and if the picture has none.
    public subscript(key: Key) -> String? { texts[key] }

    /// Adds the kinds of others of the same picture.
    package mutating func add(_ others: Placeholders) {
        kinds.formUnion(others.kinds)
        texts.merge(others.texts) { _, new in new }
    }
}

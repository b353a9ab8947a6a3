import ImageHeaders
import WeirBase

/// Texts made of a whole picture: placeholders that an app shows until the picture has come, and facts that checks compare. They are
/// plain ASCII, and none needs an escape in JSON.
public struct Placeholders: Equatable, Sendable {
    /// The kinds of placeholders, by their names in options.
    public enum Kind: String, CaseIterable, Sendable {
        case thumbhash, blurhash, color
        case blurDataURL
        case phash, content
        /// Made of the metadata, not of the pixels.
        case source, range

        package static let ofMetadata: Set<Kind> = [.source, .range]

        /// These kinds, without those that are not looked for in pictures of a format.
        package static func made(_ kinds: Set<Kind>, of format: ImageFormat) -> Set<Kind> {
            DynamicRange.formats.contains(format) ? kinds : kinds.subtracting([.range])
        }

        /// The keys of manifests and reports that a kind adds.
        public var keys: [Key] {
            switch self {
            case .thumbhash: [.thumbhash]
            case .blurhash: [.blurhash]
            case .color: [.dominantColor, .meanColor]
            case .blurDataURL: [.blurDataURL]
            case .phash: [.phash]
            case .content: [.content]
            case .source: [.source]
            case .range: [.range]
            }
        }
    }

    /// The texts, by their keys in manifests and reports.
    public enum Key: String, CaseIterable, Sendable {
        /// In base64.
        case thumbhash
        case blurhash
        /// As `#rrggbb`. A picture that is wholly transparent has no colors.
        case dominantColor, meanColor
        case blurDataURL
        /// A `PerceptualHash`. A plain picture has none.
        case phash
        /// An `EmptyContent`. A picture that shows something has none, and so has an animation, of which only a frame is decoded.
        case content
        /// The text of a `DigitalSource`. A picture that does not say to be generated has none.
        case source
        /// A `DynamicRange`. A picture without HDR has none.
        case range
    }

    /// The kinds that were made, also those without a text.
    public private(set) var kinds: Set<Kind>
    private var texts: [Key: String]

    /// The kinds that were made, and their texts as they were kept.
    public init(_ kinds: Set<Kind> = [], _ texts: [Key: String] = [:]) { (self.kinds, self.texts) = (kinds, texts) }

    /// Makes these kinds of the bytes of a picture. The pixels are decoded only for the kinds that are made of them. If that fails, those
    /// of the metadata are there.
    ///
    /// `header` must have been read from the same bytes.
    public mutating func add(
        _ kinds: Set<Kind>, of picture: some PictureBytes, header: ImageHeader, _ reader: inout SmallPictureReader
    ) throws(Failure) {
        let kinds = Kind.made(kinds, of: header.format)
        if kinds.contains(.source) { texts[.source] = try DigitalSource(of: picture, header.format)?.text }
        if kinds.contains(.range) { texts[.range] = try DynamicRange(of: picture, header.format)?.rawValue }
        self.kinds.formUnion(kinds.intersection(Kind.ofMetadata))
        guard !kinds.isSubset(of: Kind.ofMetadata) else { return }
        add(Placeholders(of: try reader.smallPicture(of: picture, header: header), kinds))
        if texts[.content] != nil, header.traits.isAnimated == true || header.format == .gif && hasSeveralFrames(gif: picture) {
            texts[.content] = nil
        }
    }

    /// Makes those of the kinds that are made of pixels.
    public init(of picture: SmallPicture, _ kinds: Set<Kind>) {
        self.init(kinds.subtracting(Kind.ofMetadata))
        if kinds.contains(.thumbhash) { texts[.thumbhash] = base64(thumbHash(of: picture.repeatedForThumbHash)) }
        // BlurHash has no alpha.
        if kinds.contains(.blurhash) { texts[.blurhash] = blurHash(of: picture.onWhite.repeatedForBlurHash) }
        if kinds.contains(.color), let colors = AverageColors(picture) {
            texts[.dominantColor] = AverageColors.text(of: colors.dominant)
            texts[.meanColor] = AverageColors.text(of: colors.mean)
        }
        if kinds.contains(.blurDataURL) { texts[.blurDataURL] = picture.blurDataURL }
        if kinds.contains(.phash) { texts[.phash] = PerceptualHash(of: picture)?.text }
        if kinds.contains(.content) { texts[.content] = EmptyContent(of: picture)?.rawValue }
    }

    /// Nil if the kind was not made, and if the picture has none.
    public subscript(key: Key) -> String? { texts[key] }

    /// Adds the kinds of others of the same picture.
    package mutating func add(_ others: Placeholders) {
        kinds.formUnion(others.kinds)
        texts.merge(others.texts) { _, new in new }
    }
}

/// Two colors of a picture, as numbers of three bytes: red, green, blue. Pixels count as much as they are seen.
package struct AverageColors: Equatable, Sendable {
    /// The mean color, of the values of sRGB.
    package let mean: UInt32
    /// The mean of the colors that most of the picture has. All colors that agree in the upper four bits of red, green and
    /// blue count as one.
    package let dominant: UInt32

    /// Nil if the picture is wholly transparent.
    package init?(_ picture: SmallPicture) {
        var total = SIMD4<UInt64>.zero
        var groups = [SIMD4<UInt64>](repeating: .zero, count: 1 << 12)
        for start in stride(from: 0, to: picture.pixels.count, by: 4) {
            let (red, green, blue) = (picture.pixels[start], picture.pixels[start + 1], picture.pixels[start + 2])
            let alpha = UInt64(picture.pixels[start + 3])
            let weighted = SIMD4(UInt64(red) * alpha, UInt64(green) * alpha, UInt64(blue) * alpha, alpha)
            total &+= weighted
            groups[Int(red >> 4) << 8 | Int(green >> 4) << 4 | Int(blue >> 4)] &+= weighted
        }
        guard total.w > 0 else { return nil }
        mean = Self.color(total)
        dominant = Self.color(groups.reduce(SIMD4<UInt64>.zero) { $1.w > $0.w ? $1 : $0 })
    }

    private static func color(_ sum: SIMD4<UInt64>) -> UInt32 {
        (0..<3).reduce(0) { $0 << 8 | UInt32((sum[$1] + sum.w / 2) / sum.w) }
    }

    /// `#rrggbb`.
    package static func text(of color: UInt32) -> String {
        let digits = String(color, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}

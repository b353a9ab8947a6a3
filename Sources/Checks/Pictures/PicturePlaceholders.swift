import Pixels

/// Placeholders that are not those of the picture.
struct PicturePlaceholders: ManifestRule {
    static let rule = Rule(
        "picture-placeholders", .pictures, .warning, "thumbhash, blurhash, meanColor, blurDataURL and phash of an entry are the picture's",
        explanation: """
            Until the picture arrives, the app shows another one. `dominantColor` is not compared.
            """,
        example: ##"{"w":200,"h":275,"img":"a.jpg","price":"¥169","meanColor":"#20c0f0"}, and a.jpg is brown"##,
        remedy: "Run `weir ingest --with` again.")

    /// The largest mean distance of the colors that differing decoders explain. docs/checks.md has the figures.
    private static let mostDistance = 8.0

    /// The same for the bits of a perceptual hash.
    private static let mostBits = 10

    init(_ parameters: RuleParameters) {}

    static func lacksFacts(of picture: PictureComparison) -> Bool {
        Placeholders.Key.allCases.contains { key in
            guard key != .dominantColor, let declared = picture.declaredFacts.placeholders[key], picture.foundFacts.placeholders[key] == nil
            else { return false }
            return key == .phash ? PerceptualHash(declared) != nil : PlaceholderPreview(key, declared) != nil
        }
    }

    func look(at picture: PictureComparison, _ findings: inout FindingStore) {
        guard case .success(let found) = picture.found, found.size == picture.declared else { return }
        for key in Placeholders.Key.allCases where key != .dominantColor {
            guard let declared = picture.declaredFacts.placeholders[key].flatMap({ PlaceholderPreview(key, $0) }),
                let seen = picture.foundFacts.placeholders[key].flatMap({ PlaceholderPreview(key, $0) })
            else { continue }
            let distance = declared.distance(to: seen)
            guard distance > Self.mostDistance else { continue }
            return findings.add(
                Self.rule, about: picture, key.rawValue,
                """
                \(key.rawValue) is not the picture's: what it shows differs by \(Int(distance.rounded())) of 255 in the mean, and \
                \(Int(Self.mostDistance)) is allowed
                """)
        }
        let hashes = [picture.declaredFacts, picture.foundFacts].compactMap { $0.placeholders[.phash].flatMap { PerceptualHash($0) } }
        if hashes.count == 2, case let distance = hashes[0].distance(to: hashes[1]), distance > Self.mostBits {
            return findings.add(
                Self.rule, about: picture, "phash", "phash is not the picture's: \(distance) of 64 bits differ, and \(Self.mostBits) may")
        }
    }
}

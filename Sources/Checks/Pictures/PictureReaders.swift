/// Pictures whose size or turn depends on the program that shows them.
struct PictureReaders: ManifestRule {
    static let rule = Rule(
        "picture-readers", .pictures, .info, "common programs show the picture with one size and turn",
        explanation: "Apps and channels may show other shapes (docs/formats.md).",
        example: "a WebP with an Exif orientation of 6, which weir turns, and Chromium does not",
        remedy: """
            Store pixels upright. Give an SVG a width and a height, a GIF a screen that holds its first frame, and an icon a directory \
            with the sizes of its PNGs.
            """,
        isOnRequest: true)

    init(_ parameters: RuleParameters) {}

    static func lacksFacts(of picture: PictureComparison) -> Bool {
        guard case .success(let found) = picture.found else { return false }
        return found.otherHeader == nil && (found.format == .ico || found.format == .heic && picture.foundFacts.orientation == 1)
    }

    func look(at picture: PictureComparison, _ findings: inout FindingStore) {
        guard case .success(let found) = picture.found else { return }
        let isTurned = (picture.foundFacts.orientation ?? 1) != 1
        let difference: String? =
            switch found.format {
            case .webp where isTurned: "weir turns the picture by its Exif orientation, and Chromium does not"
            case .png where isTurned: "Chromium turns the picture by its eXIf chunk, and ImageMagick does not"
            case .heic where isTurned: "libheif turns the picture by irot or imir, and Android's BitmapFactory does not"
            case .heic where (found.otherHeader?.orientation ?? .up) != .up:
                "immich's app turns the picture by its Exif orientation, and libheif does not"
            case .ico where found.otherHeader.map { $0.displayed != found.size } == true:
                "Chromium shows an empty picture of the directory's size, and ImageMagick shows the PNG in its own"
            case .avif where found.hasOtherSize: "libheif crops the picture by clap, and Chromium does not"
            case .gif where found.hasOtherSize: "Chromium enlarges the screen to the first frame, and ImageMagick does not"
            case .svg where found.hasOtherSize: "the SVG has only a ratio, for which each program chooses a size"
            default: nil
            }
        if let difference { findings.add(Self.rule, about: picture, "w", difference) }
    }
}

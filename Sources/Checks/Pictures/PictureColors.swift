/// Pictures in the colors of printers.
struct PictureColors: ManifestRule {
    static let rule = Rule(
        "picture-colors", .pictures, .warning, "the picture has colors for screens",
        explanation: """
            Phones and browsers show a JPEG in CMYK with wrong colors, as a negative, or not at all.
            """,
        example: #"{"w":200,"h":275,"img":"a.jpg","price":"¥169"}, and a.jpg is a JPEG in CMYK"#,
        remedy: "Store the picture in sRGB; `magick a.jpg -colorspace sRGB b.jpg` converts it.")

    init(_ parameters: RuleParameters) {}

    func look(at picture: PictureComparison, _ findings: inout FindingStore) {
        guard case .success(let found) = picture.found, found.colors == .cmyk else { return }
        findings.add(
            Self.rule, about: picture, "img",
            "the picture has the colors of printers (CMYK), which phones and browsers show wrong or not at all")
    }
}

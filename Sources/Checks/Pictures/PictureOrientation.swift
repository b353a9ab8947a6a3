/// Sizes with width and height swapped.
struct PictureOrientation: ManifestRule {
    static let rule = Rule(
        "picture-orientation", .pictures, .error, "w and h are those of the picture as shown",
        explanation: """
            Width and height are swapped: the tool that measured the picture ignored its Exif orientation.
            """,
        example: #"{"w":4032,"h":3024,"img":"portrait.jpg","price":"¥169"}, and phones show portrait.jpg as 3024x4032"#,
        remedy: "Run `weir ingest` again, which applies the orientation.")

    init(_ parameters: RuleParameters) {}

    func look(at picture: PictureComparison, _ findings: inout FindingStore) {
        guard case .success(let facts) = picture.found, picture.isSwapped else { return }
        findings.add(
            Self.rule, about: picture, "w",
            """
            w and h are the wrong way round: the picture is shown as \(facts.size.width)x\(facts.size.height), \
            and the entry says \(picture.declared.width)x\(picture.declared.height)
            """)
    }
}

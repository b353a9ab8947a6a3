/// Sizes that differ from the picture.
struct PictureSize: ManifestRule {
    static let rule = Rule(
        "picture-size", .pictures, .error, "w and h are the size of the picture",
        explanation: """
            The phone reserves a cell of another shape. The picture is squeezed, or everything after it moves.
            """,
        example: #"{"w":200,"h":275,"img":"a.jpg","price":"¥169"}, and a.jpg is 200x300"#,
        remedy: "Run `weir ingest` again. The picture was probably replaced.")

    init(_ parameters: RuleParameters) {}

    func look(at picture: PictureComparison, _ findings: inout FindingStore) {
        guard case .success(let facts) = picture.found, facts.size != picture.declared, !picture.isSwapped else { return }
        let field = facts.size.width == picture.declared.width ? "h" : "w"
        findings.add(
            Self.rule, about: picture, field,
            """
            the entry says \(picture.declared.width)x\(picture.declared.height), \
            and the picture is \(facts.size.width)x\(facts.size.height)
            """)
    }
}

extension PictureComparison {
    /// Whether the entry has the picture's width and height swapped.
    var isSwapped: Bool {
        guard case .success(let facts) = found, facts.size != declared else { return false }
        return facts.size.width == declared.height && facts.size.height == declared.width
    }
}

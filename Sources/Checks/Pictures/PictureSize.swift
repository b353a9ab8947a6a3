/// Sizes that are not the pictures'.
enum PictureSize: PictureRule {
    static let rule = Rule(
        "picture-size", .pictures, .error, "w and h are the picture's",
        explanation: """
            The phone reserves a place of another shape than the picture's. When the picture arrives it is squeezed, or the \
            whole waterfall behind it moves.
            """,
        example: #"{"w":200,"h":275,"img":"a.jpg","price":"¥169"}, and a.jpg is 200x300"#,
        remedy: "Write the manifest again with weir ingest; was the picture exchanged after it was written?")

    static func objection(to sight: PictureSight) -> PictureObjection? {
        guard case .success(let facts) = sight.found, facts.size != sight.declared, !sight.isSwapped else { return nil }
        let field = facts.size.width == sight.declared.width ? "h" : "w"
        return PictureObjection(
            field: field,
            message: """
                the entry says \(sight.declared.width)x\(sight.declared.height), \
                and the picture is \(facts.size.width)x\(facts.size.height)
                """)
    }
}

extension PictureSight {
    /// Whether width and height are the picture's, the wrong way round.
    var isSwapped: Bool {
        guard case .success(let facts) = found, facts.size != declared else { return false }
        return facts.size.width == declared.height && facts.size.height == declared.width
    }
}

/// Pictures that could not be fetched this time.
enum PictureReachable: PictureRule {
    static let rule = Rule(
        "picture-reachable", .pictures, .warning, "the picture can be had now",
        explanation: """
            The name does not resolve, the server refuses, is too busy or too slow, or redirects without end. That may \
            pass, so nothing is known of the picture: its size was neither confirmed nor refuted.
            """,
        example: #"{"w":200,"h":275,"img":"https://img.example/a.jpg","price":"¥169"}, and the server answers 503"#,
        remedy: """
            Check again later. If it stays, look at the server, or ask it more gently with --per-host and --rate; raise \
            the severity if a picture that cannot be checked must not be shipped.
            """)

    static let failuresLookedAt: Set<PictureComparison.FailureKind> = [.absent, .unreachable, .unsound]

    static func problem(to picture: PictureComparison) -> PictureProblem? {
        guard case .failure(let failure) = picture.found, picture.failureKind == .unreachable else { return nil }
        return PictureProblem(
            field: "img", message: "the picture cannot be had now: \(failure.code.rawValue): \(failure.message)")
    }
}

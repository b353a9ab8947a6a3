/// Pictures that could not be fetched this time.
struct PictureReachable: ManifestRule {
    static let rule = Rule(
        "picture-reachable", .pictures, .warning, "the picture can be loaded now",
        explanation: """
            The host does not resolve, or the server refuses, is too slow or redirects without end. The size was not \
            compared.
            """,
        example: #"{"w":200,"h":275,"img":"https://img.example/a.jpg","price":"¥169"}, and the server answers 503"#,
        remedy: "Check again later, or with lower `--per-host` and `--rate`.")

    static let failuresLookedAt: Set<PictureComparison.FailureKind> = [.absent, .unreachable, .unsound]

    init(_ parameters: RuleParameters) {}

    func look(at picture: PictureComparison, _ findings: inout FindingStore) {
        guard case .failure(let failure) = picture.found, picture.failureKind == .unreachable else { return }
        findings.add(
            Self.rule, about: picture, "img", "the picture cannot be had now: \(failure.code.rawValue): \(failure.message)")
    }
}

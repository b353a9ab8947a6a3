import WeirBase

/// Pictures that do not exist at their address.
struct PictureExists: ManifestRule {
    static let rule = Rule(
        "picture-exists", .pictures, .error, "there is a picture at img",
        explanation: """
            There is no such file, the server answers 404, or the address is impossible.
            """,
        example: #"{"w":200,"h":275,"img":"https://img.example/gone.jpg","price":"¥169"}, and the server answers 404"#,
        remedy: "Correct the address or upload the picture. Then run `weir ingest` again.")

    static let failuresLookedAt: Set<PictureComparison.FailureKind> = [.absent, .unsound]

    init(_ parameters: RuleParameters) {}

    func look(at picture: PictureComparison, _ findings: inout FindingStore) {
        guard case .failure(let failure) = picture.found, picture.failureKind == .absent else { return }
        let what = failure.code == .forbiddenAddress ? "was not asked for" : "is not there"
        findings.add(Self.rule, about: picture, "img", "the picture \(what): \(failure.code.rawValue): \(failure.message)")
    }
}

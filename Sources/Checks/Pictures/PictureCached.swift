import WeirBase

/// Pictures that caches still have in an older form.
struct PictureCached: ManifestRule {
    static let rule = Rule(
        "picture-cached", .pictures, .warning, "no phone still shows the picture that this one has replaced",
        explanation: """
            The answers with the old picture, at the same address, had a `Cache-Control: max-age` that has not passed. The placeholder then \
            has the shape of the new one.
            """,
        example: "a picture that was replaced yesterday, whose answers say max-age=31536000",
        remedy: "Give a new picture a new address, such as one with a hash in its name.",
        needs: [.journal], isOnRequest: true)

    init(_ parameters: RuleParameters) {}

    func look(at picture: PictureComparison, _ findings: inout FindingStore) {
        guard case .success(let found) = picture.found, let end = found.outdatedUntil else { return }
        findings.add(
            Self.rule, about: picture, "img",
            "the picture has replaced another at this address, which phones may show until \(calendarTime(end))")
    }
}

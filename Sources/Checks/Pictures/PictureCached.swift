import WeirBase

/// Pictures that caches still have in an older form.
struct PictureCached: ManifestRule {
    static let rule = Rule(
        "picture-cached", .pictures, .warning, "no phone still has the picture that this one has replaced",
        explanation: "The old answers had a `Cache-Control: max-age` that has not passed.",
        example: "a picture replaced yesterday, whose answers say max-age=31536000", remedy: "Give a new picture a new address.",
        needs: [.journal], isOnRequest: true)

    init(_ parameters: RuleParameters) {}

    func look(at picture: PictureComparison, _ findings: inout FindingStore) {
        guard case .success(let found) = picture.found, let end = found.outdatedUntil else { return }
        findings.add(
            Self.rule, about: picture, "img",
            "the picture has replaced another at this address, which phones may show until \(calendarTime(end))")
    }
}

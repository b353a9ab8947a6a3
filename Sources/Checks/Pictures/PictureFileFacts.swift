/// Facts that are not those of the picture.
struct PictureFileFacts: ManifestRule {
    static let rule = Rule(
        "picture-facts", .pictures, .warning, "bytes, orientation and sha256 of an entry are the picture's",
        explanation: """
            The size is right, but other facts are wrong.
            """,
        example: #"{"w":200,"h":275,"img":"a.jpg","price":"¥169","bytes":48213}, and a.jpg has 51877 bytes"#,
        remedy: "Run `weir ingest --with` again.")

    init(_ parameters: RuleParameters) {}

    static func lacksFacts(of picture: PictureComparison) -> Bool {
        let (declared, seen) = (picture.declaredFacts, picture.foundFacts)
        return declared.bytes != nil && seen.bytes == nil || declared.sha256 != nil && seen.sha256 == nil
    }

    func look(at picture: PictureComparison, _ findings: inout FindingStore) {
        guard case .success(let found) = picture.found, found.size == picture.declared else { return }
        let (declared, seen) = (picture.declaredFacts, picture.foundFacts)
        let facts: [(key: String, declared: String?, found: String?)] = [
            ("bytes", declared.bytes.map { "\($0)" }, seen.bytes.map { "\($0)" }),
            ("orientation", declared.orientation.map { "\($0)" }, seen.orientation.map { "\($0)" }),
            ("sha256", declared.sha256, seen.sha256),
        ]
        let wrong = facts.compactMap { key, declared, found -> (key: String, declared: String, found: String)? in
            guard let declared, let found, declared != found else { return nil }
            return (key, "\(key) \(declared)", "\(key) \(found)")
        }
        guard let first = wrong.first else { return }
        let (declaredText, foundText) = (wrong.map(\.declared).joined(separator: ", "), wrong.map(\.found).joined(separator: ", "))
        findings.add(Self.rule, about: picture, first.key, "the entry says \(declaredText), and the picture has \(foundText)")
    }
}

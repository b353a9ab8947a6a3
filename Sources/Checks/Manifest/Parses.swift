/// Files and entries that cannot be parsed.
struct Parses: ManifestRule {
    static let rule = Rule(
        "parses", .manifest, .error, "the file is JSON, JSON Lines or a property list, and each entry an object",
        explanation: """
            An app that cannot parse its manifest shows an empty shop. In a JSON array, nothing after the first fault \
            is checked.
            """,
        example: #"[{"w":200,"h":275,"img":"a.jpg","price":"¥169"},]"#,
        remedy: """
            Write the file with a program that knows the format. Usual faults: a comma after the last entry, an \
            unescaped quote, a cut file.
            """)

    init(_ parameters: RuleParameters) {}

    mutating func look(at faults: [ManifestFault], in file: Int, _ findings: inout FindingStore) {
        for fault in faults {
            findings.add(
                Self.rule, in: file,
                FindingSubject(range: fault.range, pointer: fault.number.map { "/\($0)" } ?? "", entry: fault.number), fault.message)
        }
    }
}

import Manifests

/// Files whose content has another format than their names say.
struct FileFormat: ManifestRule {
    static let rule = Rule(
        "file-format", .manifest, .error, "a file has the format of its ending",
        explanation: """
            An app parses a .json file as JSON, and fails on other formats.
            """,
        example: "m.json that is JSON Lines",
        remedy: """
            Name the file by its format, with .gz if compressed. If a server sends it with `Content-Encoding: gzip`, \
            turn the rule off.
            """)

    init(_ parameters: RuleParameters) {}

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        for (index, file) in manifest.document.files.enumerated() {
            guard let content = file.content,
                let named = ManifestKind(path: file.name, binaryPlist: content.format == .binaryPlist), named != content
            else { continue }
            let packed = content.isGzip == named.isGzip ? "" : content.isGzip ? " compressed with gzip" : " that is not compressed"
            findings.add(
                Self.rule, in: index, FindingSubject(),
                """
                the name ends in \(named.fileExtension), and the content is \(content.format.name)\(packed); such a file ends in \
                \(content.fileExtension)
                """)
        }
    }
}

extension ManifestFormat {
    fileprivate var name: String {
        switch self {
        case .json: "an array of JSON"
        case .jsonl: "JSON Lines"
        case .plist: "an XML property list"
        case .binaryPlist: "a binary property list"
        case .csv, .tsv, .copy: "a table"
        }
    }
}

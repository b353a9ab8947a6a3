public enum ManifestFormat: String, CaseIterable, Sendable {
    case json, jsonl, plist
    case binaryPlist = "binary-plist"
}

/// What a manifest's file name says of its content: `.json`, `.jsonl` or `.plist`, and `.gz`
/// behind any of them.
public struct ManifestKind: Equatable, Sendable {
    public let format: ManifestFormat
    public let isGzip: Bool

    public init(_ format: ManifestFormat, isGzip: Bool = false) {
        self.format = format
        self.isGzip = isGzip
    }

    /// Nil where the name says nothing. XML and binary property lists have the same extension,
    /// so which of them `.plist` is must be told.
    public init?(path: String, binaryPlist: Bool = false) {
        let name = path.lowercased()
        let isGzip = name.hasSuffix(".gz")
        let stem = isGzip ? name.dropLast(".gz".count) : name[...]
        let formats: [ManifestFormat] = [.json, .jsonl, binaryPlist ? .binaryPlist : .plist]
        guard let format = formats.first(where: { stem.hasSuffix($0.fileExtension) }) else { return nil }
        self.init(format, isGzip: isGzip)
    }

    /// What the names of such files end with.
    public var fileExtension: String { format.fileExtension + (isGzip ? ".gz" : "") }
}

extension ManifestFormat {
    fileprivate var fileExtension: String {
        switch self {
        case .json: ".json"
        case .jsonl: ".jsonl"
        case .plist, .binaryPlist: ".plist"
        }
    }
}

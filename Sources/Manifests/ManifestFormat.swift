/// The formats that a manifest is written in.
public enum ManifestFormat: String, CaseIterable, Sendable {
    case json, jsonl, plist
    case binaryPlist = "binary-plist"
    /// Tables for databases, whose columns are the keys of an entry. `copy` is the text of PostgreSQL's COPY.
    case csv, tsv, copy

    /// Whether the keys of entries are columns that are named before the first entry.
    package var isTable: Bool { [.csv, .tsv, .copy].contains(self) }

    package var isJSON: Bool { self == .json || self == .jsonl }
}

/// The format that the ending of a manifest's file name states; `.gz` may stand behind it.
package struct ManifestKind: Equatable, Sendable {
    package let format: ManifestFormat
    package let isGzip: Bool

    package init(_ format: ManifestFormat, isGzip: Bool = false) {
        self.format = format
        self.isGzip = isGzip
    }

    /// Nil if the extension is unknown. XML and binary property lists both have the extension `.plist`, so
    /// the caller must choose between them.
    package init?(path: String, binaryPlist: Bool = false) {
        let name = path.lowercased()
        let isGzip = name.hasSuffix(".gz")
        let stem = isGzip ? name.dropLast(".gz".count) : name[...]
        let formats: [ManifestFormat] = [.json, .jsonl, binaryPlist ? .binaryPlist : .plist, .csv, .tsv, .copy]
        guard let format = formats.first(where: { stem.hasSuffix($0.fileExtension) }) else { return nil }
        self.init(format, isGzip: isGzip)
    }

    /// The extension of such files.
    package var fileExtension: String { format.fileExtension + (isGzip ? ".gz" : "") }
}

extension ManifestFormat {
    fileprivate var fileExtension: String {
        switch self {
        case .json: ".json"
        case .jsonl: ".jsonl"
        case .plist, .binaryPlist: ".plist"
        case .csv: ".csv"
        case .tsv: ".tsv"
        case .copy: ".copy"
        }
    }
}

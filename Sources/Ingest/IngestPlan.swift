import Fetching
import ImageHeaders
import Manifests
import Measuring
import Pixels
import WeirBase
import WeirRecords

/// The plan of a run of ingest.
package struct IngestPlan: Sendable {
    package enum CatalogueForm: String, CaseIterable, Sendable {
        case csv, tsv, json, jsonl, plist
        /// A product feed: RSS or Atom.
        case xml
        /// The text of PostgreSQL's COPY.
        case copy

        package var isTable: Bool { self == .csv || self == .tsv || self == .copy }

        /// Whether a column's name that begins with a slash is a pointer.
        package var hasPointers: Bool { self == .json || self == .jsonl }
    }

    package enum CatalogueInput: Equatable, Sendable {
        case file([UInt8], CatalogueForm)
        case standardInput(CatalogueForm)
        case folder([UInt8])
        /// A folder of an object store: `s3://bucket/shop/`, with a slash at its end. An inventory may list it, which its manifest names.
        case bucket([UInt8], inventory: [UInt8]?)

        /// nil of a folder, whose prices are in a table.
        package var form: CatalogueForm? {
            switch self {
            case .file(_, let form), .standardInput(let form): form
            case .folder, .bucket: nil
            }
        }
        package var isFolder: Bool { form == nil }

        /// The bucket that an S3 Inventory lists; nil if no file with this name is its manifest.
        package init?(inventory manifest: [UInt8]) {
            guard let bucket = InventoryWalk.bucket(of: manifest) else { return nil }
            self = .bucket(bucket, inventory: manifest)
        }
    }

    package enum OnFailure: String, CaseIterable, Sendable {
        case placeholder, omit, stop
    }

    /// A limit on rows or entries: a number, or a percentage of all.
    package enum CountOrPercent: Equatable, Sendable {
        case count(Int)
        case percent(Double)

        func allows(_ number: Int, of all: Int) -> Bool { Double(number) <= share(of: all) }

        /// The limit as a number. Decimals such as 64.4 are no binary fractions: what is a billionth beside a whole number is that one.
        func share(of all: Int) -> Double {
            switch self {
            case .count(let count): return Double(count)
            case .percent(let percent):
                let share = Double(all) * percent / 100
                let whole = share.rounded()
                return (share - whole).magnitude <= whole * 1e-9 ? whole : share
            }
        }
    }

    /// A fact that an entry may contain besides size and price.
    package enum Fact: String, CaseIterable, Sendable {
        case status, format, bytes, orientation, sha256, mime, animated, alpha, colorModel, depth, sizeFrom
        case thumbhash, blurhash, color
        case blurDataURL
        case phash, content, source, range

        /// The placeholder that the fact is; nil for a fact of the picture's header or its file.
        package var placeholder: Placeholders.Kind? { Placeholders.Kind(rawValue: rawValue) }

        /// The keys that the fact adds to an entry.
        package var keys: [String] { placeholder?.keys.map(\.rawValue) ?? [rawValue] }
    }

    /// The form of the names of pages. With `hash`, a part of the hash follows the number.
    package enum PageNames: String, CaseIterable, Sendable {
        case number, hash
    }

    package struct Output: Equatable, Sendable {
        /// The path of the manifest, or of the folder of its pages; nil means standard output.
        package var path: [UInt8]?
        package var kind = ManifestKind(.json)
        /// The keys that entries may have behind the first four, in order.
        package var extras: [String] = []
        package var pageSize: Int?
        package var pageNames = PageNames.number

        package init() {}
    }

    package var catalogue: CatalogueInput
    /// The manifest, with which the last one is compared.
    package var output = Output()
    /// Other files with the same entries.
    package var furtherOutputs: [Output] = []
    /// The paths of the report and of the metrics. If the catalogue is a folder, they are not taken for pictures.
    package var ownFiles: [[UInt8]] = []
    /// The files that are taken for pictures if the catalogue is a folder.
    package var filter = PathFilter()
    package var columns = RowColumns()
    /// The meaning of the columns; nil if each row is an entry.
    package var shape: CatalogueShape?
    /// Whether nobody has named the shape.
    package var isShapeRecognized = false
    /// The separator of the fields of a table; nil means the usual one of its format.
    package var delimiter: UInt8?
    /// The array of the rows in a JSON document; nil if the document is the array.
    package var rowsPointer: JSONPointer?
    /// The root folder of local pictures; nil means the catalogue's folder.
    package var root: [UInt8]?
    package var baseURL: [UInt8]?
    package var placeholder: [UInt8]?
    package var fallback = PixelSize(width: 300, height: 300)
    package var onFailure = OnFailure.placeholder
    /// Rows without a true size.
    package var maxFailures = CountOrPercent.percent(20)
    /// Entries of the previous manifest whose pictures are not in the new one.
    package var maxRemoved = CountOrPercent.percent(20)
    /// The number of rows that the catalogue must have at least. A share is one of the entries of the previous manifest.
    package var expectedRows: CountOrPercent?
    package var facts: [Fact] = []
    /// Whether each picture of a row becomes an entry, with the price and the kept columns of the row.
    package var isEachImage = false
    package var measuring: MeasuringPlan

    /// Whether the run ends at the first picture that fails, and at the first row that is broken.
    package var stopsAtFailure: Bool { onFailure == .stop }

    package var outputs: [Output] { [output] + furtherOutputs }

    /// Whether a manifest without entries may be written.
    var allowsEmpty: Bool { maxRemoved == .percent(100) }

    package init(catalogue: CatalogueInput, fetching: FetchOptions) {
        self.catalogue = catalogue
        measuring = MeasuringPlan(fetching: fetching)
    }

    /// The keys of the kept columns in an entry.
    package var keptNames: [String] {
        if let shape { return shape.keys }
        if catalogue.form == .xml { return columns.ofFeed.kept }
        guard catalogue.form?.hasPointers == true else { return columns.kept }
        return columns.kept.map { JSONPointer.isPointer($0) ? JSONPointer($0)?.tokens.last ?? $0 : $0 }
    }

    /// The index, among the kept texts of a row, of the text that changes when its pictures do; nil if there is none.
    var versionIndex: Int? {
        if case .bucket = catalogue { return columns.kept.count }
        return shape.map { !$0.version.isEmpty } ?? (columns.version != nil) ? keptNames.count : nil
    }
}

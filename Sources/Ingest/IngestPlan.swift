import Base
import Fetching
import ImageHeaders
import Manifests
import Measuring
import Pixels
import Records

/// The settings of a run of ingest.
public struct IngestPlan: Sendable {
    public enum CatalogueForm: String, CaseIterable, Sendable {
        case csv, tsv, json, jsonl, plist
        /// The text of PostgreSQL's COPY.
        case copy

        public var isTable: Bool { self == .csv || self == .tsv || self == .copy }

        /// Whether a column's name that begins with a slash is a pointer.
        public var hasPointers: Bool { self == .json || self == .jsonl }
    }

    public enum CatalogueInput: Equatable, Sendable {
        case file([UInt8], CatalogueForm)
        case standardInput(CatalogueForm)
        case folder([UInt8])
        /// A folder of an object store: `s3://bucket/shop/`, with a slash at its end.
        case bucket([UInt8])

        /// nil of a folder, whose prices are in a table.
        public var form: CatalogueForm? {
            switch self {
            case .file(_, let form), .standardInput(let form): form
            case .folder, .bucket: nil
            }
        }
        public var isFolder: Bool { form == nil }
    }

    public enum OnFailure: String, CaseIterable, Sendable {
        case placeholder, omit, stop
    }

    /// The largest number of rows, or their largest share, that a new manifest may lack. If it lacks more, the old
    /// manifest stays.
    public enum Gate: Equatable, Sendable {
        case count(Int)
        case percent(Double)

        func allows(_ number: Int, of all: Int) -> Bool {
            switch self {
            case .count(let count): number <= count
            case .percent(let percent): Double(number) * 100 <= percent * Double(all)
            }
        }
    }

    /// A fact that an entry may contain besides size and price.
    public enum Fact: String, CaseIterable, Sendable {
        case status, format, bytes, orientation, sha256, mime, animated, alpha, colour, depth, sizeFrom
        case thumbhash, blurhash, color
        case blurDataURL = "blur-data-url"

        /// The placeholder that the fact is; nil for a fact of the picture's header or its file.
        public var placeholder: Placeholders.Kind? { Placeholders.Kind(rawValue: rawValue) }

        /// The keys that the fact adds to an entry.
        public var keys: [String] { placeholder?.keys.map(\.rawValue) ?? [rawValue] }
    }

    /// The form of the names of pages. With `hash`, a part of the hash follows the number.
    public enum PageNames: String, CaseIterable, Sendable {
        case number, hash
    }

    public struct Output: Equatable, Sendable {
        /// The path of the manifest, or of the folder of its pages; nil means standard output.
        public var path: [UInt8]?
        public var kind = ManifestKind(.json)
        public var pageSize: Int?
        public var pageNames = PageNames.number
        /// The number of indexes whose pages stay in the folder, with the current one.
        public var keptIndexes = 1
        /// Whether each file has a copy beside it that is compressed with gzip.
        public var isPrecompressed = false

        public init() {}
    }

    /// The formats of copies that servers send as they are.
    public enum Precompression: String, CaseIterable, Sendable {
        case gzip
    }

    public var catalogue: CatalogueInput
    public var output = Output()
    /// The paths of the report and of the metrics. If the catalogue is a folder, they are not taken for pictures.
    public var ownFiles: [[UInt8]] = []
    /// The files that are taken for pictures if the catalogue is a folder.
    public var filter = PathFilter()
    public var columns = RowColumns()
    /// The separator of the fields of a table; nil means the usual one of its format.
    public var delimiter: UInt8?
    /// The array of the rows in a JSON document; nil if the document is the array.
    public var rowsPointer: JSONPointer?
    /// The root folder of local pictures; nil means the catalogue's folder.
    public var root: [UInt8]?
    public var baseURL: [UInt8]?
    public var placeholder: [UInt8]?
    public var fallback = PixelSize(width: 300, height: 300)
    public var onFailure = OnFailure.placeholder
    /// Rows without a true size.
    public var maxFailures = Gate.percent(20)
    /// Entries of the old manifest whose pictures are not in the new one.
    public var maxRemoved = Gate.percent(20)
    /// Whether a manifest without entries may be written.
    public var allowsEmpty = false
    public var facts: [Fact] = []
    public var isStrict = false
    public var measuring: MeasuringPlan

    public init(catalogue: CatalogueInput, fetching: FetchSettings) {
        self.catalogue = catalogue
        measuring = MeasuringPlan(fetching: fetching)
    }

    /// The keys of the kept columns in an entry.
    public var keptNames: [String] {
        guard catalogue.form?.hasPointers == true else { return columns.kept }
        return columns.kept.map { JSONPointer.isPointer($0) ? JSONPointer($0)?.tokens.last ?? $0 : $0 }
    }
}

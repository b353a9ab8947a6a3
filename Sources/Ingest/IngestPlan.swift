import Fetching
import ImageHeaders
import Manifests
import Measuring
import Records

/// The settings of a run of ingest.
public struct IngestPlan: Sendable {
    public enum CatalogueForm: String, CaseIterable, Sendable {
        case csv, tsv, json, jsonl, plist
    }

    public enum CatalogueInput: Equatable, Sendable {
        case file([UInt8], CatalogueForm)
        case standardInput(CatalogueForm)
        case folder([UInt8])
    }

    public enum OnFailure: String, CaseIterable, Sendable {
        case placeholder, omit, stop
    }

    /// The largest number of rows without a true size. If more rows lack one, the old manifest stays.
    public enum MaxFailures: Equatable, Sendable {
        case count(Int)
        case percent(Double)

        func allows(_ failures: Int, of rows: Int) -> Bool {
            switch self {
            case .count(let count): failures <= count
            case .percent(let percent): Double(failures) * 100 <= percent * Double(rows)
            }
        }
    }

    /// A fact that an entry may contain besides size and price.
    public enum Fact: String, CaseIterable, Sendable {
        case status, format, bytes, orientation, sha256
    }

    /// What the name of a page has: its number, or its number and a part of its hash.
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
    public var columns = RowColumns()
    /// The root folder of local pictures; nil means the catalogue's folder.
    public var root: [UInt8]?
    public var baseURL: [UInt8]?
    public var placeholder: [UInt8]?
    public var fallback = PixelSize(width: 300, height: 300)
    public var onFailure = OnFailure.placeholder
    public var maxFailures = MaxFailures.percent(20)
    public var facts: [Fact] = []
    public var isStrict = false
    public var measuring: MeasuringPlan

    public init(catalogue: CatalogueInput, fetching: FetchSettings) {
        self.catalogue = catalogue
        measuring = MeasuringPlan(fetching: fetching)
    }
}

/// The formats of catalogues and manifests.
public enum RecordFormat: Sendable {
    /// Lines whose fields are separated by one byte.
    case table(delimiter: UInt8)
    /// The text of PostgreSQL's COPY.
    case copy(delimiter: UInt8)
    case json(JSONForm)
    /// The objects of an array in a JSON document.
    case nestedJSON(JSONPointer)
    case xmlPlist
    case binaryPlist
    /// The items of RSS 2.0 or Atom with the elements of Google's namespace.
    case feed

    /// The structure around the objects of a JSON document.
    public enum JSONForm: Sendable {
        /// An array or a sequence of objects. The first byte decides.
        case any
        case array
        /// A sequence of objects and white space, possibly empty.
        case objects
        /// One object on each line and nothing else, as programs that read line by line need it.
        case lines
    }

    var isPlist: Bool {
        switch self {
        case .xmlPlist, .binaryPlist: true
        case .table, .copy, .json, .nestedJSON, .feed: false
        }
    }

    var isJSON: Bool {
        switch self {
        case .json, .nestedJSON: true
        case .table, .copy, .xmlPlist, .binaryPlist, .feed: false
        }
    }

    /// Whether a header names the columns of all records.
    var isTable: Bool {
        switch self {
        case .table, .copy: true
        case .json, .nestedJSON, .xmlPlist, .binaryPlist, .feed: false
        }
    }

    /// Whether each value has a place of its own, which a message can name.
    var hasPlaces: Bool { if case .feed = self { false } else { !isPlist } }

    func reader(_ projection: Projection) -> any RecordReader {
        switch self {
        case .table(let delimiter): DelimitedRecords(delimiter: delimiter, projection)
        case .copy(let delimiter): CopyRecords(delimiter: delimiter, projection)
        case .json(let form): JSONRecords(projection, form: form)
        case .nestedJSON(let pointer): NestedJSONRecords(projection, at: pointer)
        case .xmlPlist: XMLPlistRecords(projection)
        case .binaryPlist: BinaryPlistRecords(projection)
        case .feed: FeedRecords(projection)
        }
    }

    var lines: LineStarts {
        switch self {
        case .xmlPlist, .feed: LineStarts(ofXML: true)
        case .table, .copy, .json, .nestedJSON, .binaryPlist: LineStarts()
        }
    }
}

public enum RecordFormat: Sendable {
    /// Lines of fields that one byte separates.
    case table(delimiter: UInt8)
    case json(JSONForm)
    case xmlPlist
    case binaryPlist

    /// What stands around the objects of JSON.
    public enum JSONForm: Sendable {
        /// The first byte tells: an array, or objects.
        case any
        case array
        /// Objects and white space; there may be none.
        case objects
        /// An object on each line and nothing else, as programs want it that read line by line.
        case lines
    }

    var isPlist: Bool {
        switch self {
        case .xmlPlist, .binaryPlist: true
        case .table, .json: false
        }
    }

    var isTable: Bool { if case .table = self { true } else { false } }

    /// Whether a value has a place of its own, to which a message about it can point.
    var hasPlaces: Bool { !isPlist }

    func reader(_ projection: Projection) -> any RecordReader {
        switch self {
        case .table(let delimiter): DelimitedRecords(delimiter: delimiter, projection)
        case .json(let form): JSONRecords(projection, form: form)
        case .xmlPlist: XMLPlistRecords(projection)
        case .binaryPlist: BinaryPlistRecords(projection)
        }
    }

    var lines: LineStarts {
        if case .xmlPlist = self { return LineStarts(ofXML: true) }
        return LineStarts()
    }
}

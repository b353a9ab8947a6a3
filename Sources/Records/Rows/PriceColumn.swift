import Base

/// Whether any row has the price's column. A table says so in its header. In other formats each row may leave the
/// column out, so a wrong `--price-column` would empty all prices, and nobody would be told.
struct PriceColumn {
    private let name: String
    /// Whether no row with the column has been seen so far.
    private(set) var isAwaited: Bool
    /// Whether a row without the column has been seen.
    private var isMissed = false
    /// The keys of the first such row, if its format shows them.
    private var keys: [String] = []

    /// The default name is not held against the rows, since a shop may have no prices at all.
    init(_ name: String, _ format: RecordFormat) {
        self.name = name
        isAwaited = name != RowColumns().price && !format.isTable
    }

    mutating func see(
        isThere: Bool, in record: RecordBatch.Record, _ document: UnsafeBufferPointer<UInt8>, _ format: RecordFormat
    ) {
        isAwaited = !isThere
        guard isAwaited, !isMissed else { return }
        isMissed = true
        if format.isJSON { keys = JSONKeys(of: document, from: record.range.start).names }
    }

    /// One sentence without a full stop, if rows were read and none has the column.
    var failure: String? {
        guard isAwaited, isMissed else { return nil }
        let near = nearestColumn(to: name, among: keys, likely: likelyPrices).map { "; the nearest key is \(shown($0))" } ?? ""
        return "no row has the key \(shown(name))\(near); --price-column names another"
    }

    /// The reason why a value is no price. A list or an object is a wrong setting, so the message has the right one.
    static func fault(_ kind: ValueKind, _ name: String, _ format: RecordFormat, _ nouns: DocumentNouns) -> String {
        guard nouns == .catalogue else { return "price is neither text nor a number" }
        let fault = "price is \(kind.name), neither text nor a number; --price-column"
        guard format.isJSON else { return "\(fault) names another key" }
        switch kind {
        case .object: return "\(fault) \(shown(JSONPointer.text(below: name, "amount"))) names a key in it"
        case .array: return "\(fault) \(shown(JSONPointer.text(below: name, "0"))) names its first value"
        default: return "\(fault) names another key"
        }
    }
}

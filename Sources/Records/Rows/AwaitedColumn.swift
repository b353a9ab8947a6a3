import Base

/// A column that was asked for by name and that no row has shown so far. A table names its columns in its header. In other
/// formats each row may leave a column out, so nobody would notice a misspelt name.
struct AwaitedColumn {
    private enum Use {
        case kept, price
        /// The price under its default name. A shop may have no prices at all.
        case defaultPrice
    }

    /// The index of the column among those that are used.
    let column: Int
    private let name: String
    private let use: Use
    /// The keys of the first row that was read; nil as long as none was read.
    private var keys: [String]?

    static func all(of columns: UsedColumns, _ format: RecordFormat, _ nouns: DocumentNouns) -> [AwaitedColumn] {
        guard !format.isTable, nouns == .catalogue else { return [] }
        func awaited(_ column: Int, _ use: Use) -> AwaitedColumn {
            AwaitedColumn(column: column, name: columns.name(column), use: use)
        }
        let isDefault = columns.name(columns.price) == RowColumns().price
        return [awaited(columns.price, isDefault ? .defaultPrice : .price)] + columns.kept.map { awaited($0, .kept) }
    }

    private init(column: Int, name: String, use: Use) {
        self.column = column
        self.name = name
        self.use = use
    }

    /// Notes that a record does not have the column.
    mutating func miss(in record: RecordBatch.Record, _ document: UnsafeBufferPointer<UInt8>, _ format: RecordFormat) {
        guard keys == nil else { return }
        keys = format.isJSON ? JSONLeaves(of: document, from: record.range.start).names(like: name) : []
    }

    /// One sentence without a full stop, if rows were read and the rows without the wanted price are refused.
    var failure: String? { use == .price ? message : nil }

    /// Set if rows were read and are good without the column.
    var missingKey: MissingKey? {
        guard use != .price, let message else { return nil }
        return MissingKey(name: name, isKept: use == .kept, message: message)
    }

    private var message: String? {
        guard let keys else { return nil }
        let nearest = nearestColumn(to: name, among: keys, likely: use == .kept ? [] : likelyPrices)
        let advice = nearest.map { "; the nearest key is \(shown($0))" } ?? ""
        let fault = "no row has the key \(shown(name))"
        return switch use {
        case .kept: "\(fault) that --keep names\(advice)"
        case .price: "\(fault)\(advice); --price-column names another"
        case .defaultPrice: "\(fault), so every price is empty\(advice); --price-column names another"
        }
    }
}

/// A key that was asked for and that no row has.
package struct MissingKey: Equatable, Sendable {
    package let name: String
    /// Whether the key is kept, and not the price. A key that is kept may be rare.
    package let isKept: Bool
    /// One sentence without a full stop.
    package let message: String
}

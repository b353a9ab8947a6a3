import Base

/// A column that was asked for by name and that no row has shown so far. A table names its columns in its header. In other
/// formats each row may leave a column out, so nobody would notice a misspelt name.
struct AwaitedColumn {
    /// The index of the column among those that are used.
    let column: Int
    private let name: String
    private let option: String
    /// The keys of the first row that was read; nil as long as none was read.
    private var keys: [String]?

    private static let price = "--price-column"

    /// The default name of the price is not awaited, since a shop may have no prices at all.
    static func all(of columns: UsedColumns, _ format: RecordFormat, _ nouns: DocumentNouns) -> [AwaitedColumn] {
        guard !format.isTable, nouns == .catalogue else { return [] }
        let kept = columns.kept.map { AwaitedColumn(column: $0, name: columns.name($0), option: "--keep") }
        guard columns.name(columns.price) != RowColumns().price else { return kept }
        return [AwaitedColumn(column: columns.price, name: columns.name(columns.price), option: price)] + kept
    }

    private init(column: Int, name: String, option: String) {
        self.column = column
        self.name = name
        self.option = option
    }

    /// Notes that a record does not have the column.
    mutating func miss(in record: RecordBatch.Record, _ document: UnsafeBufferPointer<UInt8>, _ format: RecordFormat) {
        guard keys == nil else { return }
        keys = format.isJSON ? JSONLeaves(of: document, from: record.range.start).names(like: name) : []
    }

    /// One sentence without a full stop, if rows were read and all their prices would be empty.
    var failure: String? {
        guard option == Self.price, let keys else { return nil }
        let nearest = nearestColumn(to: name, among: keys, likely: likelyPrices)
        return "no row has the key \(shown(name))\(nearest.map { "; the nearest key is \(shown($0))" } ?? ""); \(option) names another"
    }

    /// Set if rows were read. A key that is kept may be rare, so the rows are good without it.
    var missingKey: MissingKey? {
        guard option != Self.price, let keys else { return nil }
        let nearest = nearestColumn(to: name, among: keys, likely: []).map { "; the nearest key is \(shown($0))" } ?? ""
        return MissingKey(name: name, message: "no row has the key \(shown(name)) that \(option) names\(nearest)")
    }
}

/// A key that is kept and that no row has.
public struct MissingKey: Equatable, Sendable {
    public let name: String
    /// One sentence without a full stop.
    public let message: String
}

import WeirBase

/// A column that was asked for by name and that no row has shown so far. A table names its columns in its header. In other
/// formats each row may leave a column out, so nobody would notice a misspelt name.
struct AwaitedColumn {
    /// The index of the column among those that are used.
    let column: Int
    private let name: String
    private let role: ColumnRole
    /// Whether its rows are good without it: a shop may have no prices at all, under the default name.
    private let isDispensable: Bool
    /// The keys of the first row that was read; nil as long as none was read.
    private var keys: [String]?

    static func all(of columns: UsedColumns, _ format: RecordFormat, _ nouns: DocumentNouns) -> [AwaitedColumn] {
        guard !format.isTable, nouns.isCatalogue, !columns.areOfParts else { return [] }
        let hasDefaultPrice = columns.name(columns.price) == RowColumns().price
        let price = AwaitedColumn(columns.price, of: columns, .price, isDispensable: hasDefaultPrice)
        let kept = columns.kept.map { AwaitedColumn($0, of: columns, columns.projection.role(of: Int32($0)) ?? .kept, isDispensable: true) }
        return [price] + kept + (columns.images.map { [AwaitedColumn($0, of: columns, .images, isDispensable: true)] } ?? [])
    }

    private init(_ column: Int, of columns: UsedColumns, _ role: ColumnRole, isDispensable: Bool) {
        self.column = column
        name = columns.name(column)
        self.role = role
        self.isDispensable = isDispensable
    }

    /// Notes that a record does not have the column.
    mutating func miss(in record: RecordBatch.Record, _ document: UnsafeBufferPointer<UInt8>, _ format: RecordFormat) {
        guard keys == nil else { return }
        keys = format.isJSON ? JSONLeaves(of: document, from: record.range.start).names(like: name) : []
    }

    /// Set if rows were read and the rows without the wanted price are refused.
    var failure: DocumentFailure? { isDispensable ? nil : fault.map { DocumentFailure($0.message, $0.advice) } }

    /// Set if rows were read and are good without the column.
    var absentColumn: AbsentColumn? {
        guard isDispensable, let fault else { return nil }
        return AbsentColumn(name: name, isKept: role != .price, message: fault.message, advice: fault.advice)
    }

    private var fault: (message: String, advice: Advice)? {
        guard let keys else { return nil }
        let nearest = nearestColumn(to: name, among: keys, likely: role.likelyWords)
        let near = nearest.map { "; the nearest key is \(shown($0))" } ?? ""
        let fault = "no row has the key \(shown(name))"
        if role != .price { return (fault, " that \(.column(role)) names\(near)") }
        return ("\(fault)\(isDispensable ? ", so every price is empty" : "")\(near)", "; \(.column(role)) names another")
    }
}

/// A column that was asked for and that no row has.
package struct AbsentColumn: Equatable, Sendable {
    package let name: String
    /// Whether the column is not the price. Columns that are kept and further pictures may be rare.
    package let isKept: Bool
    /// One sentence without a full stop.
    package let message: String
    package let advice: Advice
}

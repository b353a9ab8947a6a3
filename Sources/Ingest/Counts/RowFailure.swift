import Base
import Records

/// A row without a true size, and why.
public struct RowFailure: Equatable, Sendable {
    public let row: Int
    public let line: Int
    /// The place in the line, where the row is broken.
    public let column: Int?
    /// Empty where the row is broken.
    public let img: [UInt8]
    /// nil where the row is broken.
    public let code: Failure.Code?
    public let message: String
    /// How often the picture was tried.
    public let attempts: Int
    /// Whether the row's entry has the last true size of its picture.
    public let isStale: Bool

    public init(
        row: Int, line: Int, column: Int? = nil, img: [UInt8] = [], code: Failure.Code? = nil, message: String,
        attempts: Int = 0, isStale: Bool = false
    ) {
        self.row = row
        self.line = line
        self.column = column
        self.img = img
        self.code = code
        self.message = message
        self.attempts = attempts
        self.isStale = isStale
    }
}

extension RowFailure {
    init(_ row: RowBatch.BrokenRow) {
        self.init(row: row.number, line: row.position.line, column: row.position.column, message: row.message)
    }
}

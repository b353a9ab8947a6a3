import Base
import Records

/// A row without a true size, and the reason.
public struct RowFailure: Equatable, Sendable {
    public let row: Int
    public let line: Int
    /// The column of the fault, if the row is broken.
    public let column: Int?
    /// Empty if the row is broken.
    public let img: [UInt8]
    /// nil if the row is broken.
    public let code: Failure.Code?
    public let message: String
    /// The number of attempts for the picture.
    public let attempts: Int
    /// Whether the row's entry has an earlier true size of its picture.
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

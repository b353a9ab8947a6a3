import Base
import Records

/// A row without a true size, and the reason.
package struct RowFailure: Equatable, Sendable {
    package let row: Int
    package let line: Int
    /// The column of the fault, if the row is broken.
    package let column: Int?
    /// Empty if the row is broken.
    package let img: [UInt8]
    /// nil if the row is broken.
    package let code: Failure.Code?
    package let message: String
    /// The number of attempts for the picture.
    package let attempts: Int
    /// Whether the row's entry has an earlier true size of its picture.
    package let isStale: Bool
    /// Whether the picture did not fail when it was last asked for. nil if nobody knows: the run has no journal, or a journal
    /// learns nothing of such a failure, as of a broken row.
    package let isNew: Bool?

    package init(
        row: Int, line: Int, column: Int? = nil, img: [UInt8] = [], code: Failure.Code? = nil, message: String,
        attempts: Int = 0, isStale: Bool = false, isNew: Bool? = nil
    ) {
        self.row = row
        self.line = line
        self.column = column
        self.img = img
        self.code = code
        self.message = message
        self.attempts = attempts
        self.isStale = isStale
        self.isNew = isNew
    }
}

extension RowFailure {
    init(_ row: RowBatch.Row, _ img: [UInt8], _ failure: Failure, attempts: Int, isStale: Bool, isNew: Bool?) {
        self.init(
            row: row.number, line: row.line, img: img, code: failure.code, message: failure.message, attempts: attempts,
            isStale: isStale, isNew: isNew)
    }

    init(_ row: RowBatch.BrokenRow) {
        self.init(row: row.number, line: row.position.line, column: row.position.column, message: row.message)
    }
}

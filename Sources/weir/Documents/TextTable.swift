import Base

extension ByteBuffer {
    /// Appends a table whose columns are as wide as their widest cell and two spaces apart. There is no
    /// padding behind the last column.
    mutating func append(table rows: [[String]]) {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        for row in rows {
            for (column, cell) in row.enumerated() {
                append(cell)
                guard column + 1 < row.count else { break }
                append(String(repeating: " ", count: widths[column] - cell.count + 2))
            }
            append("\n")
        }
    }
}

import Base

extension ByteBuffer {
    /// Columns two spaces apart, each as wide as its widest cell; nothing behind the last.
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

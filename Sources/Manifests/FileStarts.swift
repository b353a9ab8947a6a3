/// Numbers the entries of all files of a manifest from 0, in order.
package struct FileStarts: Sendable {
    /// The number of the first entry of each file, and behind them the number of all entries.
    private let starts: [Int]

    package init(_ counts: [Int]) { starts = counts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) } }

    package var count: Int { starts[starts.count - 1] }

    package func number(of entry: Int, in file: Int) -> Int { starts[file] + entry }

    /// The file that has the entry, and the index of the entry in this file.
    package func index(of number: Int) -> (file: Int, entry: Int) {
        var (file, end) = (0, starts.count - 1)
        // Finds the last file that begins at or before the entry. An empty file begins where the next one does.
        while end - file > 1 {
            let middle = (file + end) / 2
            if starts[middle] <= number { file = middle } else { end = middle }
        }
        return (file, number - starts[file])
    }
}

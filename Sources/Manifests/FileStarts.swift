/// Numbers the entries of all files of a manifest from 0, in order.
package struct FileStarts: Sendable {
    /// The number of the first entry of each file, and behind them the number of all entries.
    private var starts = [0]

    package init(_ counts: [Int] = []) { for count in counts { append(count) } }

    /// Adds a file with so many entries.
    package mutating func append(_ count: Int) { starts.append(self.count + count) }

    /// The numbers of the entries of each file.
    package var ranges: [Range<Int>] { zip(starts, starts.dropFirst()).map { $0..<$1 } }

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

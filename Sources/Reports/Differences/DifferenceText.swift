import Layouts
import Manifests
import WeirBase

/// Writes a difference for people: counts first, then a table of some entries of each kind.
public struct DifferenceText {
    /// How many entries of a kind are listed.
    private static let maxListed = 20

    /// One writer serves any number of reports.
    public init() {}

    /// Appends lines for a terminal: names from outside are escaped.
    public func write(_ report: DifferenceReport, to output: inout ByteBuffer) {
        output.append(line: "\(report.old.name) -> \(report.new.name): \(report.sentence)")
        for change in report.changes {
            let entries = report.difference[change]
            output.append("\n\(change.rawValue)\n")
            output.append(
                table: [DifferenceReport.heads(of: change) + ["img"]]
                    + entries.prefix(Self.maxListed).map { report.cells(of: change, $0) + [report.img(of: change, $0)] })
            if entries.count > Self.maxListed { output.append("  and \(entries.count - Self.maxListed) more\n") }
        }
        if !report.screens.isEmpty { output.append("\n") }
        for screen in report.screens {
            output.append(line: "\(screen.title): \(screen.sentence)")
            for move in screen.difference.onScreen.prefix(Self.maxListed) {
                let img = String(decoding: report.new.img(of: move.new), as: UTF8.self)
                output.append(line: "  \(hundredths(move.x)) across, \(hundredths(move.y)) down  \(img)")
            }
            let more = screen.difference.onScreen.count - Self.maxListed
            if more > 0 { output.append("  and \(more) more\n") }
        }
    }
}

extension ByteBuffer {
    /// A line of text, escaped because it has names from outside.
    fileprivate mutating func append(line text: String) {
        append(escaping: text)
        append("\n")
    }

    /// Rows whose columns are as wide as their widest cell on a terminal. A cell may have texts from outside.
    fileprivate mutating func append(table rows: [[String]]) {
        let rows = rows.map { $0.map { $0.isEmpty ? "none" : $0.escaped } }
        let widths = rows.map { $0.map(\.columns) }.reduce([0, 0, 0]) { zip($0, $1).map { max($0, $1) } }
        for row in rows {
            for (width, cell) in zip(widths, row.dropLast()) {
                append("  \(cell)" + String(repeating: " ", count: width - cell.columns))
            }
            append("  \(row.last ?? "")\n")
        }
    }

    fileprivate mutating func append(escaping text: String) {
        var text = text
        text.withUTF8 { append(escaping: $0) }
    }
}

extension String {
    fileprivate var escaped: String {
        var buffer = ByteBuffer()
        buffer.append(escaping: self)
        return buffer.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// How many columns of a terminal the text takes.
    fileprivate var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }
}

extension ShiftScores {
    /// `0.42, CLS 0.35`, and behind it the worst of several seeds.
    package var phrase: String {
        let median = "\(hundredths(median.score.sum)), CLS \(hundredths(median.score.cls))"
        guard let seed = worst.seed, runs.count > 1 else { return median }
        let worst = "\(hundredths(worst.score.sum)), CLS \(hundredths(worst.score.cls))"
        return "\(median) in the middle of \(seedCount), and \(worst) in the worst (seed \(seed))"
    }

    /// Whether nothing moves, with any seed.
    var areZero: Bool { runs.allSatisfy { $0.score.sum == 0 } }
}

extension ByteBuffer {
    /// One object: the median run, the median and the worst by their seeds, and who is to blame. `describe` appends
    /// the members that name an item.
    package mutating func append(json scores: ShiftScores, describing describe: (Int, inout ByteBuffer) -> Void) {
        object { output in
            output.member("arrival", json: scores.process?.text)
            output.append(figuresOf: scores.median)
            if scores.median.seed != nil {
                for (key, run) in [("median", scores.median), ("worst", scores.worst)] as [(StaticString, ShiftScores.Run)] {
                    output.object(key) {
                        $0.member("seed", run.seed.map { Int($0) })
                        $0.append(figuresOf: run)
                    }
                }
            }
            output.array("arrivals", scores.median.score.arrivals) { output, arrival in
                output.object { output in
                    describe(arrival.item, &output)
                    output.member("frame", arrival.moment.frame)
                    output.member("pictures", arrival.items.count)
                    output.member("score", shortest: arrival.score)
                }
            }
        }
    }

    private mutating func append(figuresOf run: ShiftScores.Run) {
        member("sum", shortest: run.score.sum)
        member("cls", shortest: run.score.cls)
    }
}

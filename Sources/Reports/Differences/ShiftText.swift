import Base
import Layouts

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
        append("{")
        if let process = scores.process {
            append("\"arrival\":")
            append(json: process.text)
            append(",")
        }
        append(jsonFigures: scores.median)
        if scores.median.seed != nil {
            for (key, run) in [("median", scores.median), ("worst", scores.worst)] {
                append(",\"\(key)\":{")
                if let seed = run.seed { append("\"seed\":\(seed),") }
                append(jsonFigures: run)
                append("}")
            }
        }
        append(",\"arrivals\":[")
        for (index, arrival) in scores.median.score.arrivals.enumerated() {
            append(index == 0 ? "{" : ",{")
            describe(arrival.item, &self)
            append(",\"frame\":\(arrival.moment.frame),\"pictures\":\(arrival.items.count),\"score\":")
            append(shortest: arrival.score)
            append("}")
        }
        append("]}")
    }

    private mutating func append(jsonFigures run: ShiftScores.Run) {
        append("\"sum\":")
        append(shortest: run.score.sum)
        append(",\"cls\":")
        append(shortest: run.score.cls)
    }
}

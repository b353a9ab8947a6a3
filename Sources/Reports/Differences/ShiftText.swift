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

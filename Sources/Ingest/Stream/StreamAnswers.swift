import Base
import Records
import System

/// Lines, and the answers for the pictures that they are the first to name.
struct AnsweredBatch: Sendable {
    let batch: StreamBatch
    let answers: PictureAnswers
}

/// The answers of this edition, and the output of the lines in their order.
final class StreamAnswers: Sendable {
    fileprivate struct State: ~Copyable {
        var edition = 0
        /// The answers by the numbers of their pictures, one behind the other.
        var bytes: [UInt8] = []
        var ends: [Int] = []
        var lines = ByteBuffer(capacity: 1 << 17)
    }

    private let state = Locked(State())
    private let output: LineOutput
    private let signals: TerminationSignals

    /// The number of bytes above which all answers are forgotten.
    private static let mostBytes = 1 << 24

    init(_ output: LineOutput, _ signals: TerminationSignals) {
        self.output = output
        self.signals = signals
    }

    var areMany: Bool { state.change { $0.bytes.count > StreamAnswers.mostBytes } }

    /// Writes the lines of a batch. After a signal, those before the first that has no answer are the last.
    func write(_ answered: AnsweredBatch) throws(MachineFailure) {
        let isWhole = try state.change { state throws(MachineFailure) in
            state.take(answered)
            let isWhole = state.makeLines(answered)
            try state.lines.withBytes { lines throws(MachineFailure) in try output.write(lines) }
            return isWhole
        }
        guard isWhole else {
            try signals.check()
            throw .machine("the run was stopped before all pictures were asked for")
        }
    }
}

extension StreamAnswers.State {
    mutating func take(_ answered: AnsweredBatch) {
        if answered.batch.edition != edition {
            edition = answered.batch.edition
            bytes.removeAll(keepingCapacity: true)
            ends.removeAll(keepingCapacity: true)
        }
        let start = bytes.count
        bytes.append(contentsOf: answered.answers.bytes)
        ends.append(contentsOf: answered.answers.ends.lazy.map { $0 + start })
    }

    /// Returns whether each line has an answer.
    mutating func makeLines(_ answered: AnsweredBatch) -> Bool {
        let lines = answered.batch.lines
        let numbers = answered.batch.numbers.pictures
        let firstCancelled = answered.answers.cancelled.map { ends.count - answered.answers.ends.count + $0 }
        self.lines.removeAll()
        return lines.withBytes { text in
            bytes.withUnsafeBufferPointer { answers in
                var row = 0
                for line in lines.lines {
                    let start = self.lines.count
                    self.lines.append("{")
                    self.lines.append(UnsafeBufferPointer(rebasing: text[line.members]))
                    if !line.members.isEmpty { self.lines.append(",") }
                    switch line.content {
                    case .broken(let message): self.lines.append(brokenLine: line.number, message)
                    case .row:
                        let number = Int(numbers[row])
                        row += 1
                        if let firstCancelled, number >= firstCancelled {
                            self.lines.truncate(to: start)
                            return false
                        }
                        self.lines.append(UnsafeBufferPointer(rebasing: answers[(number == 0 ? 0 : ends[number - 1])..<ends[number]]))
                    }
                    self.lines.append("}\n")
                }
                return true
            }
        }
    }
}

extension ByteBuffer {
    fileprivate mutating func append(brokenLine number: Int, _ message: String) {
        append("\"line\":")
        append(number)
        append(",\"w\":null,\"h\":null,\"status\":\"failed\"")
        append(code: "broken-row", message: message)
    }
}

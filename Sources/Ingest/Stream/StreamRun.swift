import Base
import Measuring
import Records
import System

/// A run that answers each row as it comes: a line for a line, in their order.
package struct StreamRun {
    private let plan: StreamPlan
    private let signals: TerminationSignals

    /// The number of rows that may be ahead of the reader of the answers. What is further ahead is not asked for. A row that
    /// is long counts as several.
    private static let mostHeld = 8192
    private static let usualLength = 1024

    package init(_ plan: StreamPlan, _ signals: TerminationSignals) {
        self.plan = plan
        self.signals = signals
    }

    /// Returns when the input has ended and all lines are written.
    package func run(_ input: InputFile, into output: LineOutput) throws(MachineFailure) {
        let root = try PictureRoot(plan.root)
        let pictures = try MeasuringRun(plan.measuring, signals)
        let answers = StreamAnswers(output, signals)
        var rows = StreamRows(input, plan.form, answers)
        try pictures.run(
            holding: StreamRun.mostHeld, size: { max($0.lines.lines.count, $0.lines.byteCount / StreamRun.usualLength) },
            next: { () throws(MachineFailure) in try rows.next() },
            makeWorker: { PictureMeasurer(pictures, below: root) },
            work: { [plan] (measurer: inout PictureMeasurer, batch: StreamBatch, willWait) in
                batch.answered(by: &measurer, plan, willWait)
            },
            deliver: { (batch: AnsweredBatch) throws(MachineFailure) in try answers.write(batch) })
    }
}

extension StreamBatch {
    /// Measures the pictures that no earlier row of this edition has named.
    fileprivate func answered(by measurer: inout PictureMeasurer, _ plan: StreamPlan, _ willWait: () -> Void) -> AnsweredBatch {
        let now = unixSeconds()
        return lines.withBytes { bytes in
            var imgs: [UnsafeBufferPointer<UInt8>] = []
            var known: [KnownAnswer?] = []
            for row in numbers.newRows {
                guard case .row(let img, let index) = lines.lines[rows[Int(row)]].content else { continue }
                imgs.append(UnsafeBufferPointer(rebasing: bytes[img]))
                known.append(index.flatMap { KnownAnswer(lines.known[$0], in: bytes) })
            }
            let found = measurer.measure(imgs, told: known.map { $0?.picture }, trustedFor: plan.maxAge, at: now, willWait)
            var text = AnswerText(plan.facts, at: now)
            for (index, answer) in found.enumerated() {
                text.append(answer, isRemote: PictureReference.isURL(imgs[index]), known[index])
            }
            return AnsweredBatch(batch: self, answers: text.answers())
        }
    }
}

import Base
import Fetching
import Ingest
import Measuring
import Reports
import System

/// The log for people: lines that name failures, and a line of progress that a terminal rewrites.
///
/// `@unchecked Sendable`: a run uses its log from one thread at a time.
final class TextLog: RunLog, @unchecked Sendable {
    private let report: [UInt8]?
    private let isTerminal = StandardStream.error.isTerminal
    private var hasProgressLine = false
    private var toldFailures = 0
    private var line = ByteBuffer()

    /// The log names only so many failures; the report names all.
    static let mostFailures = 1000

    /// `report` is the path that the log names after the last listed failure.
    init(report: [UInt8]?) { self.report = report }

    var progressInterval: Double { isTerminal ? 0.1 : 10 }
    var transferHearer: TransferObserver? { nil }

    func tell(_ failure: RowFailure) {
        guard toldFailures <= TextLog.mostFailures else { return }
        endProgress()
        toldFailures += 1
        line.removeAll()
        line.append("weir: ")
        if toldFailures <= TextLog.mostFailures {
            failure.appendLine(to: &line)
        } else {
            line.append("further failures are only counted here; \(report.map { Argument($0).shown } ?? "--report FILE") names them all\n")
        }
        StandardStream.error.tell(lines: line)
    }

    func tell(_ progress: IngestProgress, after seconds: Double) {
        let text = "weir: " + progress.text(after: seconds)
        if isTerminal {
            StandardStream.error.tell(progress: text)
            hasProgressLine = true
        } else {
            StandardStream.error.tell(text)
        }
    }

    func tell(_ notice: JournalNotice) { StandardStream.error.tell("weir: \(notice.message)") }

    func tell(_ result: IngestResult, _ sentence: String) {
        endProgress()
        StandardStream.error.tell("weir: \(sentence)")
    }

    func tell(_ failure: MachineFailure) {
        endProgress()
        if failure.kind != .closedPipe { StandardStream.error.tell("weir: \(failure.message)") }
    }

    /// Clears the progress line, so that the next message starts a new line.
    private func endProgress() {
        guard hasProgressLine else { return }
        StandardStream.error.endProgress()
        hasProgressLine = false
    }
}

extension IngestProgress {
    /// `12400 of about 50000 rows, 3100 a second, 2 failed, 12 s left`
    func text(after seconds: Double) -> String {
        let rate = seconds > 0 ? Double(summary.rows) / seconds : 0
        var text = "\(summary.rows)"
        var left: Double?
        if let share, share > 0, share < 1 {
            let total = Double(summary.rows) / share
            text += " of about \(Int(total.rounded()))"
            left = rate > 0 ? (total - Double(summary.rows)) / rate : nil
        }
        text += " rows, \(Int(rate)) a second, \(summary.failed) failed"
        if let left { text += ", \(Int(left.rounded(.up))) s left" }
        return text
    }
}

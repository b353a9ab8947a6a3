import Encodings
import Glibc
import Pipeline
import Reports

/// Tells people how a run goes, and keeps the report.
///
/// `@unchecked Sendable`: a run calls its listener from one thread at a time.
final class IngestListener: Ingest.Listener, @unchecked Sendable {
    private let report: ReportFile?
    private let isQuiet: Bool
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let start = monotonicSeconds()
    private var lastTold: Double
    private var hasProgressLine = false
    private var lines: FailureLines

    private static let terminalInterval = 0.1
    private static let logInterval = 10.0

    init(_ settings: IngestSettings) throws(MachineFailure) {
        report = if let path = settings.report { try ReportFile(path) } else { nil }
        lines = FailureLines(report: settings.report)
        isQuiet = settings.quiet
        lastTold = start
    }

    func hear(_ failure: RowFailure) throws(MachineFailure) {
        try report?.append(failure)
        guard lines.areToldFurther else { return }
        endProgress()
        lines.tell(failure)
    }

    func hear(_ picture: ResizedPicture) { report?.append(picture) }

    func hear(_ progress: IngestProgress) {
        guard !isQuiet else { return }
        let now = monotonicSeconds()
        guard now - lastTold >= (isTerminal ? IngestListener.terminalInterval : IngestListener.logInterval) else { return }
        lastTold = now
        let text = "weir: " + progress.text(after: now - start)
        if isTerminal {
            // Back to the line's beginning, and away with what was longer.
            Output.tell(text: "\r\(text)\u{1B}[K")
            hasProgressLine = true
        } else {
            Output.tell(text)
        }
    }

    /// Clears the progress line, so that what follows stands on a line of its own.
    func endProgress() {
        guard hasProgressLine else { return }
        Output.tell(text: "\r\u{1B}[K")
        hasProgressLine = false
    }

    func writeReport(_ end: IngestEnd) throws(MachineFailure) { try report?.end(end) }
}

/// The lines that name failures on standard error.
struct FailureLines: ~Copyable {
    private let report: [UInt8]?
    private var told = 0
    private var line = ByteBuffer()

    /// More lines than that help nobody at a terminal; the report has them all.
    private static let most = 1000

    init(report: [UInt8]?) { self.report = report }

    /// False once the note was told that no more follow.
    var areToldFurther: Bool { told <= FailureLines.most }

    mutating func tell(_ failure: RowFailure) {
        guard areToldFurther else { return }
        told += 1
        line.removeAll()
        line.append("weir: ")
        if told <= FailureLines.most {
            failure.appendLine(to: &line)
        } else {
            line.append("further failures are only counted here; \(report.map { Argument($0).shown } ?? "--report FILE") names them all\n")
        }
        Output.tell(bytes: line)
    }
}

extension IngestProgress {
    /// `12400 of about 50000 rows, 3100 a second, 2 failed, 12 s left`
    func text(after seconds: Double) -> String {
        let rate = seconds > 0 ? Double(rows) / seconds : 0
        var text = "\(rows)"
        var left: Double?
        if let share, share > 0, share < 1 {
            let total = Double(rows) / share
            text += " of about \(Int(total.rounded()))"
            left = rate > 0 ? (total - Double(rows)) / rate : nil
        }
        text += " rows, \(Int(rate)) a second, \(failed) failed"
        if let left { text += ", \(Int(left.rounded(.up))) s left" }
        return text
    }
}

import Fetching
import Ingest
import Measuring
import WeirBase
import WeirSystem

/// The log for people: lines that name failures, and a line of progress that a terminal rewrites.
///
/// `@unchecked Sendable`: a run uses its log from one thread at a time.
final class TextLog: RunLog, @unchecked Sendable {
    private let report: [UInt8]?
    private let rewritesLine = StandardStream.error.canRewriteLine
    private var hasProgressLine = false
    private var namedFailures = 0
    /// Whether failures are only counted, by their causes.
    private var hasUnnamed = false
    /// The lines that are written next: at once, or in a quiet run at its end, behind the result and the causes.
    private var lines = ByteBuffer()

    /// The log names only so many failures, and the causes of the others, so that a night's mail fits a screen.
    static let mostFailures = 10
    private var mostFailures: Int { isMail ? 5 : Self.mostFailures }
    /// A mail has room for a cause or a notice.
    private var mostCauses: Int { isMail ? max(0, 3 - notices) : 8 }
    private var notices = 0

    enum Verbosity {
        /// Only what the last run did not show.
        case quiet
        case usual
        /// All failures, however many.
        case verbose
    }

    private let verbosity: Verbosity
    private let hasJournal: Bool
    private let stopsAtFailure: Bool
    private var reportedUnrecorded = false

    /// `report` is the path that the log names after the last listed failure.
    /// The failure that stops a run is reported in any case.
    init(report: [UInt8]?, _ verbosity: Verbosity, hasJournal: Bool, stopsAtFailure: Bool) {
        self.report = report
        self.hasJournal = hasJournal
        self.stopsAtFailure = stopsAtFailure
        self.verbosity = verbosity
    }

    var progressInterval: Double { rewritesLine ? 1 : 10 }
    var onTransfer: TransferObserver? { nil }

    func report(_ failure: RowFailure) {
        guard mayReport(failure) else { return }
        endProgress()
        // A picture that was not asked for, since its host was given up, is no news.
        let mayBeNamed = namedFailures < mostFailures && failure.code != .hostSuspended
        guard mayBeNamed || verbosity == .verbose || stopsAtFailure else {
            hasUnnamed = true
            return
        }
        namedFailures += 1
        lines.append("weir: ")
        failure.appendLine(to: &lines)
        if !isMail { writeLines() }
    }

    /// Whether somebody reads all lines together, and not as they come.
    private var isMail: Bool { verbosity == .quiet && !stopsAtFailure }

    private func writeLines() {
        StandardStream.error.report(lines: lines)
        lines.removeAll()
    }

    private func mayReport(_ failure: RowFailure) -> Bool {
        guard verbosity == .quiet, !stopsAtFailure else { return true }
        if let isNew = failure.isNew { return isNew }
        // Without a journal nobody knows what is new. A journal learns nothing of some failures, such as broken rows, so they
        // come every night, and only the first one is named.
        guard hasJournal || failure.code == nil else { return true }
        defer { reportedUnrecorded = true }
        return !reportedUnrecorded
    }

    func report(recovered picture: ChangedPicture) {
        guard verbosity != .usual, namedFailures < mostFailures || verbosity == .verbose else { return }
        endProgress()
        namedFailures += 1
        lines.append("weir: row \(picture.row) (line \(picture.line)): ")
        picture.img.withUnsafeBufferPointer { lines.append(escaping: $0) }
        lines.append(": it has recovered\n")
        if !isMail { writeLines() }
    }

    func report(_ progress: IngestProgress) {
        let text = "weir: " + progress.text
        if rewritesLine {
            StandardStream.error.report(progress: text)
            hasProgressLine = true
        } else {
            StandardStream.error.report(text)
        }
    }

    func report(notice: String) {
        endProgress()
        notices += 1
        lines.append("weir: \(notice)\n")
        if !isMail { writeLines() }
    }

    var hasNews: Bool { lines.count > 0 }

    func report(_ result: IngestResult, _ sentence: String) {
        endProgress()
        let causes = hasUnnamed ? result.summary.causes.filter { verbosity != .quiet || $0.newPictures > 0 } : []
        // A mail shows its first line in a list of mails.
        if isMail {
            StandardStream.error.report("weir: \(sentence)")
            report(causes)
        }
        writeLines()
        if hasUnnamed {
            let file = report.map { Argument($0).shown } ?? "--report FILE"
            StandardStream.error.report("weir: further failures are only counted, by cause; \(file) names them all")
        }
        if !isMail { report(causes) }
        let old = result.summary.causes.reduce(0) { $0 + $1.pictures - $1.newPictures }
        if isMail, old > 0 { StandardStream.error.report("weir: \(old.grouped) \(old == 1 ? "picture fails" : "pictures fail") as before") }
        if !isMail { StandardStream.error.report("weir: \(sentence)") }
    }

    private func report(_ causes: [FailureCause]) {
        for cause in causes.prefix(mostCauses) { StandardStream.error.report("weir: \(cause.sentence)") }
        let others = causes.dropFirst(mostCauses)
        guard !others.isEmpty else { return }
        let pictures = others.reduce(0) { $0 + $1.pictures }
        let causes = others.count == 1 ? "another cause" : "\(others.count.grouped) other causes"
        StandardStream.error.report("weir: \(pictures.grouped) \(pictures == 1 ? "picture" : "pictures") failed for \(causes)")
    }

    func report(_ failure: MachineFailure) {
        endProgress()
        if !isMail { writeLines() }
        if failure.kind != .closedPipe { StandardStream.error.report("weir: \(failure.text)") }
        writeLines()
    }

    /// Clears the progress line, so that the next message starts a new line.
    private func endProgress() {
        guard hasProgressLine else { return }
        StandardStream.error.endProgress()
        hasProgressLine = false
    }
}

extension FailureCause {
    /// `img.shop.example: 3,616 pictures failed since 03:12 UTC, 3,610 of them without a request, the last with connect: the host does
    /// not accept connections; the known sizes of 3,580 are kept`
    fileprivate var sentence: String {
        let count = "\(pictures.grouped) \(pictures == 1 ? "picture" : "pictures") failed"
        let host = host.isEmpty ? "" : "\(Argument(host).shown): "
        let since = host.isEmpty ? "" : " since \(calendarTime(since).dropFirst(11).prefix(5)) UTC"
        let kept = stalePictures == 0 ? "" : "; the known sizes of \(stalePictures.grouped) are kept"
        let unasked = unaskedPictures == 0 ? "" : ", \(unaskedPictures.grouped) of them without a request"
        return "\(host)\(count)\(since)\(unasked), the last with \(last.code.rawValue): \(last.text)\(kept)"
    }
}

extension IngestProgress {
    /// `12400 of about 50000 rows, 8 transfers, 3100 a second, 2 failed, 12 s left`
    var text: String {
        let rate = seconds > 0 ? Double(rows) / seconds : 0
        var text = "\(rows)"
        var left: Double?
        if let share, share > 0, share < 1 || rows < readRows {
            // Rows whose pictures are fetched ahead are not read yet.
            let total = max(Double(rows), Double(readRows) / share)
            text += " of \(share < 1 ? "about " : "")\(Int(total.rounded()))"
            left = rate > 0 ? (total - Double(rows)) / rate : nil
        }
        text += " rows, "
        if transfers > 0 { text += "\(transfers) \(transfers == 1 ? "transfer" : "transfers"), " }
        text += "\(rate < 10 ? "\((rate * 10).rounded() / 10)" : "\(Int(rate))") a second, \(failed) failed"
        if let left { text += ", \(IngestProgress.duration(left)) left" }
        return text
    }

    private static func duration(_ seconds: Double) -> String {
        let seconds = Int(min(seconds.rounded(.up), 1e9))
        if seconds < 100 { return "\(seconds) s" }
        return seconds < 6000 ? "\((seconds + 59) / 60) min" : "\((seconds + 3599) / 3600) h"
    }
}

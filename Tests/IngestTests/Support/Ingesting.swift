import Fetching
import Measuring
import TestSupport
import WeirBase
import WeirSystem

@testable import Ingest

/// A run of ingest in this process, and all that it has reported.
struct IngestOutcome: CustomStringConvertible {
    let result: IngestResult
    let failures: [RowFailure]
    let changes: [ChangedPicture]
    let notices: [IngestNotice]
    /// Whether the run has given up its report and its metrics.
    let hasGivenUp: Bool
    fileprivate let folder: String

    var summary: IngestSummary { result.summary }
    var ending: IngestEnding { result.ending }
    var isWritten: Bool { ending == .written }

    /// The message of a run that was refused or has failed, without the path of the folder; empty otherwise.
    var fault: String {
        switch ending {
        case .refused(let failure), .failed(let failure): words(failure.message, failure.advice)
        default: ""
        }
    }

    /// One line for each failure, as a log would have it.
    var lines: [String] {
        failures.map { failure in
            let column = failure.column.map { ", column \($0)" } ?? ""
            let img = failure.img.isEmpty ? "" : "\(shown(failure.img)): "
            let code = failure.code?.rawValue ?? "broken-row"
            return words("row \(failure.row) (line \(failure.line)\(column)): \(img)\(code): \(failure.message)", failure.advice)
        }
    }

    var news: [String] { notices.map { words($0.message, $0.advice) } }

    var description: String { "\(ending)\n\(fault)\n\((lines + news).joined(separator: "\n"))" }

    private func words(_ message: String, _ advice: Advice?) -> String {
        (message + (advice?.words(\.option) ?? "")).replacing(folder + "/", with: "").replacing(folder, with: ".")
    }
}

extension Advice.Setting {
    /// The option of the setting, as far as tests of this room meet it.
    fileprivate var option: String {
        switch self {
        case .format: "--from"
        case .delimiter: "--delimiter"
        case .rows: "--rows"
        case .column(.img): "--img-column"
        case .column(.price): "--price-column"
        case .column(.kept): "--keep"
        case .column(.images): "--images-column"
        case .column(.version): "--version-column"
        case .imageSeparator: "--img-separator"
        case .eachImage: "--each-image"
        case .maxRemoved: "--max-removed"
        case .mirror: "--mirror"
        case .glob: "--glob"
        case .otherJournal, .noJournal, .noPause, .waiting: "\(self)"
        }
    }
}

/// Runs ingest with the options of a command line. Names are those of files in the folder.
func ingest(_ words: Bytes..., in folder: TemporaryFolder) throws -> IngestOutcome { try ingest(words, in: folder) }

func ingest(_ words: [Bytes], in folder: TemporaryFolder) throws -> IngestOutcome {
    ingest(try IngestPlan(words, in: folder), in: folder)
}

func ingest(_ plan: IngestPlan, in folder: TemporaryFolder) -> IngestOutcome {
    let recorder = Recorder()
    let result = IngestRun(plan, reporter: recorder, .never()).result()
    let events = recorder.events.value
    return IngestOutcome(
        result: result, failures: events.failures, changes: events.changes, notices: events.notices, hasGivenUp: events.hasGivenUp,
        folder: folder.path)
}

/// A planned run: its counts and gates, and the broken rows and news that it has reported.
func preview(_ words: [Bytes], in folder: TemporaryFolder) throws -> (IngestPreview, broken: [RowFailure], news: [IngestNotice]) {
    var (broken, news) = ([RowFailure](), [IngestNotice]())
    let preview = try IngestPreview(
        IngestPlan(words, in: folder), until: .never(), onBroken: { broken.append($0) }, onNotice: { news.append($0) })
    return (preview, broken, news)
}

final class Recorder: IngestReporting {
    struct Events {
        var failures: [RowFailure] = []
        var changes: [ChangedPicture] = []
        var notices: [IngestNotice] = []
        var hasGivenUp = false
    }

    let events = Locked(Events())
    var onTransfer: TransferObserver? { nil }

    func report(_ failure: RowFailure, isReported: Bool) { events.change { $0.failures.append(failure) } }
    func report(_ picture: ChangedPicture) { events.change { $0.changes.append(picture) } }
    func report(_ progress: IngestProgress) {}
    func report(_ notice: JournalNotice) {}
    func report(_ notice: IngestNotice) { events.change { $0.notices.append(notice) } }
    func giveUpOutputs() { events.change { $0.hasGivenUp = true } }
}

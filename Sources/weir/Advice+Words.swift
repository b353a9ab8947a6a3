import Ingest
import WeirBase
import WeirSystem

// The words of advice: the option of each setting.

extension Advice.Setting {
    /// The option of weir ingest, or what one does with it.
    fileprivate var ofIngest: String {
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
        case .otherJournal: "give --journal another place"
        case .noJournal: "run with --journal none"
        case .noPause: "--retry-failed does not wait"
        case .waiting: ", or wait for it with --wait 10m"
        case .maxRemoved: "--max-removed"
        case .mirror: "--mirror DIR says where such pictures are kept"
        case .glob: "--glob"
        }
    }

    /// The same for weir check, which has a journal without a name, and waits for nothing.
    fileprivate var ofCheck: String {
        switch self {
        case .noJournal: "run without --journal"
        case .noPause: "without --journal nothing waits"
        case .waiting: ""
        default: ofIngest
        }
    }
}

extension Advice? {
    /// The end of a message of weir ingest.
    fileprivate var words: String { map { $0.words(\.ofIngest) } ?? "" }
}

extension MachineFailure {
    /// The message of weir ingest, with the advice.
    var text: String { message + advice.words }

    /// The failure of weir check, with the advice in its message.
    var ofCheck: MachineFailure { MachineFailure(kind: kind, message: message + (advice.map { $0.words(\.ofCheck) } ?? "")) }
}

extension RowFailure {
    /// The message of weir ingest, with the advice.
    var text: String { message + advice.words }
}

extension IngestNotice {
    /// The message of weir ingest, with the advice.
    var text: String { message + advice.words }
}

extension Failure {
    /// The message of weir ingest, with the advice.
    var text: String { isPaused ? "\(message) (\(Advice.Setting.noPause.ofIngest))" : message }

    /// The failure of weir check, with the advice in its message.
    var ofCheck: Failure { isPaused ? Failure(code, "\(message) (\(Advice.Setting.noPause.ofCheck))") : self }
}

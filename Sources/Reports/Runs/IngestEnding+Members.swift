import Base
import Ingest

extension IngestEnding {
    /// Appends the members of an object in JSON that tell how the run ended, without its braces.
    package func appendMembers(to output: inout ByteBuffer, onNewLine: Bool = false) {
        output.member("outcome", json: word, onNewLine: onNewLine)
        let gates = gates
        guard let first = gates.first else { return }
        output.member("gate", json: first)
        output.array("gates", gates) { $0.append(json: $1) }
    }

    /// The options of the gates that were not met.
    private var gates: [String] {
        switch self {
        case .gated(let gates): gates.map(\.option).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        case .outOfTime: ["max-time"]
        case .written, .stoppedAtFailure, .stoppedAtBrokenRow, .interrupted, .refused, .failed: []
        }
    }

    private var word: String {
        switch self {
        case .written: "written"
        case .gated, .outOfTime: "gated"
        case .stoppedAtFailure: "stopped-at-failure"
        case .stoppedAtBrokenRow: "stopped-at-broken-row"
        case .interrupted: "interrupted"
        case .refused: "refused"
        case .failed: "failed"
        }
    }
}

extension IngestGate {
    /// The option that sets the gate.
    fileprivate var option: String {
        switch self {
        case .failures: "max-failures"
        case .removed, .empty: "max-removed"
        case .rows: "expect-rows"
        }
    }
}

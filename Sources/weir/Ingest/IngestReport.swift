import Ingest
import WeirBase
import WeirSystem

/// The report of a run as JSON, in a file that appears when it is whole; `-` means standard output. Failures are written as they
/// occur, so that a million failures need no memory; the counts follow them.
final class IngestReport {
    private let file: OutputFile
    private var output = ByteBuffer()
    private var failures = JSONList()
    private var resized = PictureList("resized")
    private var newFailures = PictureList("newFailures")
    private var recovered = PictureList("recovered")
    private var undecoded = PictureList("undecoded")

    private static let blockSize = 1 << 16

    init(_ path: [UInt8]) throws(MachineFailure) {
        file = try OutputFile(path)
        output.append("{")
        output.member("failures") { failures.begin(&$0) }
    }

    func append(_ failure: RowFailure) throws(MachineFailure) {
        failures.next(&output)
        output.object { failure.appendMembers(to: &$0) }
        if failure.isNew == true {
            newFailures.append(failure.row, failure.line, failure.img) { $0.member("code", json: failure.word) }
        }
        if output.count >= Self.blockSize { try flush() }
    }

    func append(_ picture: ChangedPicture) {
        switch picture.change {
        case .recovered: recovered.append(picture.row, picture.line, picture.img) { _ in }
        case .undecoded(let failure):
            undecoded.append(picture.row, picture.line, picture.img) {
                $0.member("code", json: failure.code.rawValue)
                $0.member("message", visible: failure.message)
            }
        case .resized(let size, let previous):
            resized.append(picture.row, picture.line, picture.img) {
                $0.member("w", size.width)
                $0.member("h", size.height)
                $0.member("formerW", previous.width)
                $0.member("formerH", previous.height)
            }
        }
    }

    /// `message` is the sentence that says why the run ended.
    func end(_ result: IngestResult, _ status: ExitStatus, message: String) throws(MachineFailure) {
        let summary = result.summary
        failures.end(&output)
        resized.end(&output)
        newFailures.end(&output)
        recovered.end(&output)
        if summary.decoding != nil { undecoded.end(&output) }
        for (name, count) in summary.counts { output.member(name, count, onNewLine: true) }
        if let change = summary.change {
            output.object("change", onNewLine: true) {
                $0.member("added", change.added)
                $0.member("removed", change.removed)
                $0.member("resized", change.resized)
            }
        }
        append(summary.hosts)
        output.member("written", result.isWritten, onNewLine: true)
        result.ending.appendMembers(to: &output, onNewLine: true)
        output.member("status", Int(status.rawValue), onNewLine: true)
        output.member("message", visible: message, onNewLine: true)
        output.member("seconds", onNewLine: true) { $0.append("\((summary.seconds * 1000).rounded() / 1000)") }
        output.append("\n}\n")
        try flush()
        try file.commit()
    }

    private func flush() throws(MachineFailure) {
        try file.write(output)
        output.removeAll()
    }

    private func append(_ hosts: [HostStatistics]) {
        output.array("hosts", hosts, onLines: true, onNewLine: true) { output, host in
            output.object { output in
                output.member("host", visible: host.host)
                for (name, count) in host.statistics.counts { output.member(name, count) }
            }
        }
    }
}

/// A list of pictures, which is kept until the failures are written.
private struct PictureList: ~Copyable {
    private let name: StaticString
    private var text = ByteBuffer()
    private var list = JSONList()
    private var count = 0

    /// No more are listed; the summary counts all.
    private static let most = 10_000

    init(_ name: StaticString) { self.name = name }

    mutating func append(_ row: Int, _ line: Int, _ img: [UInt8], _ members: (inout ByteBuffer) -> Void) {
        guard count < PictureList.most else { return }
        count += 1
        list.next(&text)
        text.object { text in
            text.member("row", row)
            text.member("line", line)
            text.member("img", visible: img)
            members(&text)
        }
    }

    mutating func end(_ output: inout ByteBuffer) {
        output.member(name, onNewLine: true) { output in
            list.begin(&output)
            text.withBytes { output.append($0) }
            list.end(&output)
        }
    }
}

extension IngestEnding {
    /// Appends the members of an object in JSON about the end of the run, without its braces.
    func appendMembers(to output: inout ByteBuffer, onNewLine: Bool = false) {
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

extension RowFailure {
    /// The failure in one word, which scripts rely on.
    var word: String { code?.rawValue ?? "broken-row" }

    /// One line for people.
    func appendLine(to output: inout ByteBuffer) {
        output.append("row ")
        output.append(row)
        output.append(" (line ")
        output.append(line)
        if let column {
            output.append(", column ")
            output.append(column)
        }
        output.append("): ")
        if !img.isEmpty {
            img.withUnsafeBufferPointer(shownPictureName).withUnsafeBufferPointer { output.append(escaping: $0) }
            output.append(": ")
        }
        output.append(word)
        output.append(": ")
        output.append(text.visible)
        output.append(isStale ? "; its last size stays\n" : "\n")
    }

    /// The members of an object in JSON, without its braces.
    func appendMembers(to output: inout ByteBuffer) {
        output.member("row", row)
        output.member("line", line)
        output.member("column", column)
        output.member("img", visible: img)
        output.member("code", json: word)
        output.member("message", visible: text)
        output.member("attempts", attempts)
        if isStale { output.member("stale", true) }
        output.member("new", isNew)
    }
}

import Base
import Fetching
import Ingest
import Measuring
import Reports
import System

/// The log for programs: each line is an object with `time` and `event`. There is one for each failure and for each
/// transfer.
final class JSONLog: RunLog {
    private let manifest: String
    private let tellsTransfers: Bool
    /// The run and the thread that fetches write lines at the same time.
    private let output = Locked(StandardStream.error)

    init(manifest: String, tellsTransfers: Bool) {
        self.manifest = manifest
        self.tellsTransfers = tellsTransfers
    }

    var progressInterval: Double { 10 }
    var transferHearer: TransferObserver? {
        guard tellsTransfers else { return nil }
        return { self.write($0) }
    }

    func tell(_ failure: RowFailure) {
        write("failure") { line in
            line.append(",")
            failure.appendMembers(to: &line)
        }
    }

    func tell(recovered picture: ChangedPicture) {
        write("recovered") { line in
            line.append("row", picture.row)
            line.append("line", picture.line)
            line.append("img", text: String(decoding: picture.img, as: UTF8.self))
        }
    }

    func tell(_ progress: IngestProgress) {
        write("progress") { line in
            line.append("rows", progress.rows)
            line.append("failed", progress.failed)
            line.append("transfers", progress.transfers)
            if let share = progress.share { line.append("share", share) }
            line.append("seconds", progress.seconds)
        }
    }

    func tell(notice: String) {
        write("notice") { line in line.append("message", text: notice) }
    }

    func tell(_ result: IngestResult, _ sentence: String) {
        if tellsTransfers { for host in result.summary.hosts { write(host) } }
        write("summary") { line in
            line.append(",")
            result.ending.appendMembers(to: &line)
            line.append("manifest", text: manifest)
            for (name, count) in result.summary.counts { line.append(name, count) }
            line.append("seconds", result.summary.seconds)
            line.append("message", text: sentence)
        }
    }

    func tell(_ failure: MachineFailure) {
        guard failure.kind != .closedPipe else { return }
        write("error") { line in
            line.append("status", Int(ExitStatus(failure.kind).rawValue))
            line.append("message", text: failure.message)
        }
    }

    private func write(_ transfer: EndedTransfer) {
        write("transfer") { line in
            line.append("url", text: String(decoding: transfer.url, as: UTF8.self))
            line.append("host", text: transfer.host)
            if let status = transfer.status { line.append("status", status) }
            if let range = transfer.range { line.append("range", text: "\(range.lowerBound)-\(range.upperBound)") }
            line.append("bytesReceived", transfer.bytesReceived)
            line.append("milliseconds", transfer.milliseconds)
            line.append("outcome", text: transfer.outcome.word)
            if case .again(let code?) = transfer.outcome { line.append("code", text: code.rawValue) }
        }
    }

    /// Tells how much was asked for first, and why.
    private func write(_ host: HostStatistics) {
        guard let learned = host.ranges else { return }
        write("first-range") { line in
            line.append("host", text: host.host)
            line.append("roundTrip", learned.roundTrip)
            line.append("bytesPerMillisecond", learned.speed)
            line.append("requestPrice", learned.requestPrice)
            for (index, range) in learned.ranges.enumerated() {
                line.append(index == 0 ? ",\"ranges\":[{\"kind\":" : ",{\"kind\":")
                line.append(json: range.kind)
                line.append("bytes", range.bytes)
                line.append("share", range.share)
                line.append("}")
            }
            line.append("]")
        }
    }

    /// Writes a line. `members` appends the members behind time and event, each with a comma before it.
    private func write(_ event: String, _ members: (inout ByteBuffer) -> Void) {
        let now = unixTime()
        var line = ByteBuffer()
        line.append("{\"time\":\"")
        line.append(calendarTime: now.seconds, milliseconds: now.milliseconds)
        line.append("\"")
        line.append("event", text: event)
        members(&line)
        line.append("}\n")
        output.change { output in output.tell(lines: line) }
    }
}

extension ByteBuffer {
    fileprivate mutating func append(_ name: StaticString, _ number: Int) {
        append(name: name)
        append(number)
    }

    /// Appends a number with three decimal places, since no clock here is more exact.
    fileprivate mutating func append(_ name: StaticString, _ number: Double) {
        append(name: name)
        append("\((number * 1000).rounded() / 1000)")
    }

    fileprivate mutating func append(_ name: StaticString, text: String) {
        append(name: name)
        append(visibleJSON: text)
    }

    private mutating func append(name: StaticString) {
        append(",\"")
        append(name)
        append("\":")
    }
}

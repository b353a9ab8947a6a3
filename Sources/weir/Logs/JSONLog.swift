import Fetching
import Ingest
import Measuring
import WeirBase
import WeirSystem

/// The log for programs: each line is an object with `time` and `event`. There is one for each failure and for each
/// transfer.
final class JSONLog: RunLog {
    private let manifest: String
    private let reportsTransfers: Bool
    /// The run and the thread that fetches write lines at the same time.
    private let output = Locked(StandardStream.error)

    init(manifest: String, reportsTransfers: Bool) {
        self.manifest = manifest
        self.reportsTransfers = reportsTransfers
    }

    var progressInterval: Double { 10 }
    var onTransfer: TransferObserver? {
        guard reportsTransfers else { return nil }
        return { self.write($0) }
    }

    func report(_ failure: RowFailure) {
        write("failure") { failure.appendMembers(to: &$0) }
    }

    func report(recovered picture: ChangedPicture) {
        write("recovered") { line in
            line.member("row", picture.row)
            line.member("line", picture.line)
            line.member("img", visible: picture.img)
        }
    }

    func report(_ progress: IngestProgress) {
        write("progress") { line in
            line.member("rows", progress.rows)
            line.member("failed", progress.failed)
            line.member("transfers", progress.transfers)
            line.member("share", rounded: progress.share)
            line.member("seconds", rounded: progress.seconds)
        }
    }

    func report(notice: String) {
        write("notice") { line in line.member("message", visible: notice) }
    }

    var hasNews: Bool { false }

    func report(_ result: IngestResult, _ sentence: String) {
        if reportsTransfers { for host in result.summary.hosts { write(host) } }
        write("summary") { line in
            result.ending.appendMembers(to: &line)
            line.member("manifest", visible: manifest)
            for (name, count) in result.summary.counts { line.member(name, count) }
            line.member("seconds", rounded: result.summary.seconds)
            line.member("message", visible: sentence)
        }
    }

    func report(_ failure: MachineFailure) {
        guard failure.kind != .closedPipe else { return }
        write("error") { line in
            line.member("status", Int(ExitStatus(failure.kind).rawValue))
            line.member("message", visible: failure.text)
        }
    }

    private func write(_ transfer: EndedTransfer) {
        write("transfer") { line in
            line.member("url", visible: transfer.url)
            line.member("host", visible: transfer.host)
            line.member("status", transfer.status)
            if let range = transfer.range { line.member("range", visible: "\(range.lowerBound)-\(range.upperBound)") }
            line.member("bytesReceived", transfer.bytesReceived)
            line.member("milliseconds", transfer.milliseconds)
            line.member("outcome", visible: transfer.outcome.word)
            if case .again(let code?) = transfer.outcome { line.member("code", visible: code.rawValue) }
        }
    }

    /// Reports how much was asked for first, and why.
    private func write(_ host: HostStatistics) {
        guard let learned = host.ranges else { return }
        write("first-range") { line in
            line.member("host", visible: host.host)
            line.member("roundTrip", rounded: learned.roundTrip)
            line.member("bytesPerMillisecond", rounded: learned.speed)
            line.member("requestPrice", learned.requestPrice)
            line.array("ranges", learned.ranges) { line, range in
                line.object {
                    $0.member("kind", json: range.kind)
                    $0.member("bytes", range.bytes)
                    $0.member("share", rounded: range.share)
                }
            }
        }
    }

    /// Writes a line. `members` appends the members behind time and event.
    private func write(_ event: String, _ members: (inout ByteBuffer) -> Void) {
        let now = unixTime()
        var line = ByteBuffer()
        line.object { line in
            line.member("time") { line in
                line.append("\"")
                line.append(calendarTime: now.seconds, milliseconds: now.milliseconds)
                line.append("\"")
            }
            line.member("event", json: event)
            members(&line)
        }
        line.append("\n")
        output.change { output in output.report(lines: line) }
    }
}

extension ByteBuffer {
    /// Appends a number with three decimals, since no clock here is more exact.
    fileprivate mutating func member(_ name: StaticString, rounded number: Double?) {
        guard let number else { return }
        member(name) { $0.append("\((number * 1000).rounded() / 1000)") }
    }
}

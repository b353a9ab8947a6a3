import Base
import Ingest

/// The report of a run as JSON. Failures are written as they occur, so that a million failures need no memory; the
/// counts follow them.
package struct IngestReport: ~Copyable {
    private var failures = JSONList()
    private var resized = PictureList("resized")
    private var newFailures = PictureList("newFailures")
    private var recovered = PictureList("recovered")
    private var undecoded = PictureList("undecoded")

    package init() {}

    package func begin(_ output: inout ByteBuffer) {
        output.append("{")
        output.member("failures") { failures.begin(&$0) }
    }

    package mutating func append(_ failure: RowFailure, to output: inout ByteBuffer) {
        failures.next(&output)
        output.object { failure.appendMembers(to: &$0) }
        guard failure.isNew == true else { return }
        newFailures.append(failure.row, failure.line, failure.img) { $0.member("code", json: failure.word) }
    }

    package mutating func append(_ picture: ChangedPicture) {
        switch picture.change {
        case .recovered: recovered.append(picture.row, picture.line, picture.img) { _ in }
        case .undecoded(let failure):
            undecoded.append(picture.row, picture.line, picture.img) {
                $0.member("code", json: failure.code.rawValue)
                $0.member("message", visible: failure.message)
            }
        case .resized(let size, let former):
            resized.append(picture.row, picture.line, picture.img) {
                $0.member("w", size.width)
                $0.member("h", size.height)
                $0.member("formerW", former.width)
                $0.member("formerH", former.height)
            }
        }
    }

    /// `status` is the exit status of the program, and `message` the sentence that says why the run ended.
    package mutating func end(_ result: IngestResult, status: Int, message: String, to output: inout ByteBuffer) {
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
        append(summary.hosts, to: &output)
        output.member("written", result.isWritten, onNewLine: true)
        result.ending.appendMembers(to: &output, onNewLine: true)
        output.member("status", status, onNewLine: true)
        output.member("message", visible: message, onNewLine: true)
        output.member("seconds", onNewLine: true) { $0.append("\((summary.seconds * 1000).rounded() / 1000)") }
        output.append("\n}\n")
    }

    private func append(_ hosts: [HostStatistics], to output: inout ByteBuffer) {
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

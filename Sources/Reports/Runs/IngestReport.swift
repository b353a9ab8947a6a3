import Base
import Ingest

/// The report of a run as JSON. Failures are written as they occur, so that a million failures need no memory; the
/// counts follow them.
package struct IngestReport: ~Copyable {
    private var isEmpty = true
    private var resized = PictureList("resized")
    private var newFailures = PictureList("newFailures")
    private var recovered = PictureList("recovered")
    private var undecoded = PictureList("undecoded")

    package init() {}

    package func begin(_ output: inout ByteBuffer) { output.append("{\"failures\":[") }

    package mutating func append(_ failure: RowFailure, to output: inout ByteBuffer) {
        output.append(isEmpty ? "\n" : ",\n")
        isEmpty = false
        output.append("{")
        failure.appendMembers(to: &output)
        output.append("}")
        guard failure.isNew == true else { return }
        newFailures.append(failure.row, failure.line, failure.img) { list in
            list.append(",\"code\":")
            list.append(json: failure.word)
        }
    }

    package mutating func append(_ picture: ChangedPicture) {
        switch picture.change {
        case .recovered: recovered.append(picture.row, picture.line, picture.img) { _ in }
        case .undecoded(let failure):
            undecoded.append(picture.row, picture.line, picture.img) { list in
                list.append(",\"code\":")
                list.append(json: failure.code.rawValue)
                list.append(",\"message\":")
                list.append(visibleJSON: failure.message)
            }
        case .resized(let size, let former):
            resized.append(picture.row, picture.line, picture.img) { list in
                for (name, number) in [
                    (",\"w\":", size.width), (",\"h\":", size.height), (",\"formerW\":", former.width),
                    (",\"formerH\":", former.height),
                ] as [(StaticString, Int)] {
                    list.append(name)
                    list.append(number)
                }
            }
        }
    }

    /// `status` is the exit status of the program, and `message` the sentence that says why the run ended.
    package func end(_ result: IngestResult, status: Int, message: String, to output: inout ByteBuffer) {
        let summary = result.summary
        output.append(isEmpty ? "],\n" : "\n],\n")
        resized.end(&output)
        newFailures.end(&output)
        recovered.end(&output)
        if summary.decoding != nil { undecoded.end(&output) }
        for (name, count) in summary.counts {
            output.append("\"")
            output.append(name)
            output.append("\":")
            output.append(count)
            output.append(",\n")
        }
        if let change = summary.change {
            output.append("\"change\":{\"added\":")
            output.append(change.added)
            output.append(",\"removed\":")
            output.append(change.removed)
            output.append(",\"resized\":")
            output.append(change.resized)
            output.append("},\n")
        }
        append(summary.hosts, to: &output)
        output.append("\"written\":")
        output.append(result.isWritten ? "true" : "false")
        output.append(",\n")
        result.ending.appendMembers(to: &output)
        output.append(",\n\"status\":")
        output.append(status)
        output.append(",\n\"message\":")
        output.append(visibleJSON: message)
        output.append(",\n\"seconds\":")
        output.append("\((summary.seconds * 1000).rounded() / 1000)")
        output.append("\n}\n")
    }

    private func append(_ hosts: [HostStatistics], to output: inout ByteBuffer) {
        output.append("\"hosts\":[")
        for (index, host) in hosts.enumerated() {
            output.append(index == 0 ? "\n{\"host\":" : ",\n{\"host\":")
            output.append(visibleJSON: host.host)
            for (name, count) in host.statistics.counts {
                output.append(",\"")
                output.append(name)
                output.append("\":")
                output.append(count)
            }
            output.append("}")
        }
        output.append(hosts.isEmpty ? "],\n" : "\n],\n")
    }
}

/// A list of pictures, which is kept until the failures are written.
private struct PictureList: ~Copyable {
    private let name: StaticString
    private var text = ByteBuffer()
    private var count = 0

    /// No more are listed; the summary counts all.
    private static let most = 10_000

    init(_ name: StaticString) { self.name = name }

    mutating func append(_ row: Int, _ line: Int, _ img: [UInt8], _ members: (inout ByteBuffer) -> Void) {
        guard count < PictureList.most else { return }
        text.append(count == 0 ? "\n{\"row\":" : ",\n{\"row\":")
        count += 1
        text.append(row)
        text.append(",\"line\":")
        text.append(line)
        text.append(",\"img\":")
        img.withUnsafeBufferPointer { text.append(visibleJSON: $0) }
        members(&text)
        text.append("}")
    }

    func end(_ output: inout ByteBuffer) {
        output.append("\"")
        output.append(name)
        output.append("\":[")
        text.withBytes { output.append($0) }
        output.append(count == 0 ? "],\n" : "\n],\n")
    }
}

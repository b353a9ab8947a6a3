import Base
import Ingest

/// The report of a run as JSON. Failures are written as they occur, so that a million failures need no memory; the
/// counts follow them.
public struct IngestReport: ~Copyable {
    private var isEmpty = true
    /// Pictures whose size has changed; they are written after the failures.
    private var resized = ByteBuffer()
    private var resizedCount = 0

    private static let mostResized = 10_000

    public init() {}

    public func begin(_ output: inout ByteBuffer) { output.append("{\"failures\":[") }

    public mutating func append(_ failure: RowFailure, to output: inout ByteBuffer) {
        output.append(isEmpty ? "\n" : ",\n")
        isEmpty = false
        output.append("{")
        failure.appendMembers(to: &output)
        output.append("}")
    }

    /// Keeps a picture whose size has changed. At most `mostResized` are listed; the summary counts all.
    public mutating func append(_ picture: ResizedPicture) {
        guard resizedCount < IngestReport.mostResized else { return }
        resized.append(resizedCount == 0 ? "\n{\"row\":" : ",\n{\"row\":")
        resizedCount += 1
        resized.append(picture.row)
        resized.append(",\"line\":")
        resized.append(picture.line)
        resized.append(",\"img\":")
        picture.img.withUnsafeBufferPointer { resized.append(visibleJSON: $0) }
        for (name, number) in [
            (",\"w\":", picture.size.width), (",\"h\":", picture.size.height), (",\"formerW\":", picture.former.width),
            (",\"formerH\":", picture.former.height),
        ] as [(StaticString, Int)] {
            resized.append(name)
            resized.append(number)
        }
        resized.append("}")
    }

    /// `isWritten` says whether the manifest was replaced.
    public func end(_ summary: IngestSummary, isWritten: Bool, to output: inout ByteBuffer) {
        output.append(isEmpty ? "],\n" : "\n],\n")
        output.append("\"resized\":[")
        resized.withBytes { output.append($0) }
        output.append(resizedCount == 0 ? "],\n" : "\n],\n")
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
        output.append(isWritten ? "true" : "false")
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

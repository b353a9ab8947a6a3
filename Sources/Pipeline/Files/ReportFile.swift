import Base
import Reports
import System

/// The report of a run: failures are written as they are heard of, the counts at the end, and the
/// file appears when it is whole. `-` is standard output.
public final class ReportFile {
    private let file: OutputFile
    private var report = IngestReport()
    private var buffer = ByteBuffer()

    private static let blockSize = 1 << 16

    public init(_ path: [UInt8]) throws(MachineFailure) {
        file = try OutputFile(path)
        report.begin(&buffer)
    }

    public func append(_ failure: RowFailure) throws(MachineFailure) {
        report.append(failure, to: &buffer)
        if buffer.count >= ReportFile.blockSize { try flush() }
    }

    public func append(_ picture: ResizedPicture) { report.append(picture) }

    public func end(_ result: IngestResult) throws(MachineFailure) {
        report.end(result.summary, isWritten: result.ending == .written, to: &buffer)
        try flush()
        try file.commit()
    }

    private func flush() throws(MachineFailure) {
        try file.write(buffer)
        buffer.removeAll()
    }
}

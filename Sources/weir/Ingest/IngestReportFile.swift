import Base
import Ingest
import Reports
import System

/// The file of a run's report, which appears when it is whole. Failures are written as they occur, and the counts at
/// the end. `-` means standard output.
final class IngestReportFile {
    private let file: OutputFile
    private var report = IngestReport()
    private var buffer = ByteBuffer()

    private static let blockSize = 1 << 16

    init(_ path: [UInt8]) throws(MachineFailure) {
        report.begin(&buffer)
        file = try OutputFile(path, replacing: .runReport, option: "--report")
    }

    func append(_ failure: RowFailure) throws(MachineFailure) {
        report.append(failure, to: &buffer)
        if buffer.count >= IngestReportFile.blockSize { try flush() }
    }

    func append(_ picture: ChangedPicture) { report.append(picture) }

    func end(_ result: IngestResult, status: Int, message: String) throws(MachineFailure) {
        report.end(result, status: status, message: message, to: &buffer)
        try flush()
        try file.commit()
    }

    private func flush() throws(MachineFailure) {
        try file.write(buffer)
        buffer.removeAll()
    }
}

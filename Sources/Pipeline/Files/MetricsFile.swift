import Base
import Glibc
import Reports
import System

/// The metrics of a run, in a file that is replaced when the run has ended, however it did. When a
/// run last succeeded is learned from the file itself, so that a bad night does not hide it.
/// `-` is standard output, which knows of no run before.
public final class MetricsFile {
    private let file: AtomicFile?
    private var metrics: RunMetrics

    /// No page of ours is nearly as long.
    private static let longestPage = 1 << 20

    /// A place that cannot be written to is known at once. `manifest` tells the runs of one machine apart.
    public init(_ path: [UInt8], manifest: String) throws(MachineFailure) {
        metrics = RunMetrics(manifest: manifest)
        guard path != Array("-".utf8) else {
            file = nil
            return
        }
        file = try AtomicFile(replacing: path)
        metrics.lastSuccess = RunMetrics.lastSuccess(in: Self.page(at: path), manifest: manifest)
    }

    public func count(_ failure: RowFailure) {
        if let code = failure.code { metrics.failures[code, default: 0] += 1 }
    }

    /// Writes the file. The run is over by then, so whatever prevents this is the machine's fault,
    /// not that of who named the place.
    public func end(_ summary: IngestSummary, isWritten: Bool) throws(MachineFailure) {
        metrics.summary = summary
        metrics.hasSucceeded = isWritten
        if isWritten { metrics.lastSuccess = Int64(time(nil)) }
        var page = ByteBuffer()
        metrics.append(to: &page)
        do throws(MachineFailure) {
            try page.withBytes { bytes throws(MachineFailure) in
                if let file { try file.write(bytes) } else { try writeToStandardOutput(bytes) }
            }
            try file?.commit()
        } catch {
            throw error.kind == .input ? .machine(error.message) : error
        }
    }

    /// What stands in the file; nothing where that is none or cannot be read.
    private static func page(at path: [UInt8]) -> [UInt8] {
        // A pipe is not to be waited for.
        let file = withPath(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard file >= 0 else { return [] }
        defer { close(file) }
        return [UInt8](unsafeUninitializedCapacity: longestPage) { buffer, count in
            count = max(0, retryingInterrupts { pread(file, buffer.baseAddress, buffer.count, 0) })
        }
    }
}

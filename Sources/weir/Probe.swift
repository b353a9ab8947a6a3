import Failures
import Glibc
import ImageHeaders
import Pipeline
import Reports

/// Carries out `weir probe`.
func runProbe(_ settings: ProbeSettings) throws(MachineFailure) -> ExitStatus {
    let lines = ProbeLines(settings.format)
    var paths = try settings.paths()
    let work = OrderedWork<PathBatch, ProbeLines.Block>(
        threads: availableProcessors,
        next: { () throws(MachineFailure) in try paths.next() },
        deliver: { block throws(MachineFailure) in try lines.write(block) })
    try work.run {
        let worker = ProbeWorker(settings)
        return { worker.block(of: $0) }
    }
    let failures = try lines.finish()
    return failures == 0 ? .ok : .findings
}

extension ProbeSettings {
    fileprivate func paths() throws(MachineFailure) -> any PathSource {
        var sources: [any PathSource] = [PathList(operands)]
        if let filesFrom {
            sources.append(
                filesFrom == Array("-".utf8)
                    ? PathStream(descriptor: STDIN_FILENO, isNULSeparated: nulSeparated)
                    : try PathStream(file: filesFrom, isNULSeparated: nulSeparated))
        }
        return recursive ? FolderWalk(PathChain(sources)) : PathChain(sources)
    }
}

/// What a thread of its own needs to turn paths into lines.
private final class ProbeWorker {
    private var probe: FileProbe
    private let report: ProbeReport

    init(_ settings: ProbeSettings) {
        probe = FileProbe(limits: HeaderLimits(maxPixels: settings.maxPixels))
        report = settings.format
    }

    func block(of batch: PathBatch) -> ProbeLines.Block {
        var block = ProbeLines.Block()
        block.bytes.reserveCapacity(batch.count * 64)
        batch.forEach { path in
            if !block.bytes.isEmpty { block.bytes.append(contentsOf: report.separator) }
            let line = probe.header(of: path)
            if case .failure = line { block.failures += 1 }
            report.append(line, path: path, to: &block.bytes)
        }
        return block
    }
}

/// The lines on their way to standard output.
///
/// `@unchecked Sendable`: blocks are delivered one at a time, and `finish` comes after the last.
private final class ProbeLines: @unchecked Sendable {
    struct Block: Sendable {
        var bytes: [UInt8] = []
        var failures = 0
    }

    private let report: ProbeReport
    private var isEmpty = true
    private var failures = 0

    init(_ report: ProbeReport) { self.report = report }

    func write(_ block: Block) throws(MachineFailure) {
        try Output.standard.write(Array(isEmpty ? report.opening : report.separator) + block.bytes)
        isEmpty = false
        failures += block.failures
    }

    /// Ends the output and answers how many pictures failed.
    func finish() throws(MachineFailure) -> Int {
        try Output.standard.write(Array((isEmpty ? report.opening : "".utf8)) + Array(report.closing))
        return failures
    }
}

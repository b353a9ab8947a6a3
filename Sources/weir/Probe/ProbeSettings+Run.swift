import Base
import ImageHeaders
import Measuring
import Reports
import System

extension ProbeSettings {
    /// Runs `weir probe`.
    func run() throws(MachineFailure) -> ExitStatus {
        var plan = MeasuringPlan(fetching: fetching)
        // The run stores no data, so it can end at once.
        plan.lastPatience = 0
        let signals = TerminationSignals()
        let pictures = try MeasuringRun(plan, signals)
        let lines = Locked(ProbeLines(format))
        var paths = try paths(until: signals)
        try pictures.run(
            next: { () throws(MachineFailure) in try paths.next() },
            makeWorker: { ProbeWorker(pictures, format) },
            work: { worker, batch, willWait in worker.block(of: batch, willWait) },
            deliver: { block throws(MachineFailure) in
                try lines.change { lines throws(MachineFailure) in try lines.write(block) }
            })
        if !filter.isEmpty, lines.read(\.isEmpty) {
            StandardStream.error.tell(
                """
                weir: --glob chooses none of the files in the folders, so nothing was measured; a pattern with a slash is for \
                paths below the folder, and one without a slash is for names
                """)
        }
        let failures = try lines.change { lines throws(MachineFailure) in try lines.finish() }
        return failures == 0 ? .ok : .findings
    }

    private func paths(until signals: TerminationSignals) throws(MachineFailure) -> any PathSource {
        var sources: [any PathSource] = [PathList(operands)]
        if let filesFrom {
            let file = filesFrom == ProbeSettings.standardInput ? InputFile.standardInput : try InputFile(filesFrom)
            sources.append(PathStream(file, isNULSeparated: nulSeparated))
        }
        guard recursive else { return PathChain(sources) }
        return FolderWalk(BucketWalk(PathChain(sources), choosing: filter, fetching, signals), choosing: filter)
    }
}

/// The tools with which one thread turns paths into lines.
private struct ProbeWorker: ~Copyable {
    private var paths: PathMeasurer
    private var lines = ByteBuffer()
    private let report: ProbeReport

    init(_ pictures: MeasuringRun, _ report: ProbeReport) {
        paths = PathMeasurer(pictures)
        self.report = report
    }

    mutating func block(of batch: PathBatch, _ willWait: () -> Void) -> ProbedBlock {
        var failures = 0
        lines.removeAll()
        paths.measure(batch, willWait) { path, result in
            if lines.count > 0 { lines.append(report.separator) }
            if case .failure = result { failures += 1 }
            report.append(result, path: path, to: &lines)
        }
        return ProbedBlock(bytes: lines.bytes, failures: failures)
    }
}

/// The lines of a batch.
private struct ProbedBlock: Sendable {
    let bytes: [UInt8]
    let failures: Int
}

/// The lines on their way to standard output.
private struct ProbeLines {
    private let report: ProbeReport
    private(set) var isEmpty = true
    private var failures = 0

    init(_ report: ProbeReport) { self.report = report }

    mutating func write(_ block: ProbedBlock) throws(MachineFailure) {
        try StandardStream.output.write(isEmpty ? report.opening : report.separator)
        try StandardStream.output.write(block.bytes)
        isEmpty = false
        failures += block.failures
    }

    /// Ends the output and returns how many pictures failed.
    func finish() throws(MachineFailure) -> Int {
        if isEmpty { try StandardStream.output.write(report.opening) }
        try StandardStream.output.write(report.closing)
        return failures
    }
}

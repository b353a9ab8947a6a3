import Base
import Glibc
import ImageHeaders
import Pipeline
import Reports
import System

/// Carries out `weir probe`.
func runProbe(_ settings: ProbeSettings) throws(MachineFailure) -> ExitStatus {
    let interruption = Interruption()
    let remote = RemotePictures(settings.fetching)
    interruption.onSignal { remote.cancel() }
    defer { remote.close() }
    let lines = Locked(ProbeLines(settings.format))
    var paths = try settings.paths()
    let work = OrderedWork<PathBatch, ProbeLines.Block>(
        mostThreads: RemotePictures.waitingThreads, interruption: interruption,
        next: { () throws(MachineFailure) in try paths.next() },
        deliver: { block throws(MachineFailure) in
            try lines.change { lines throws(MachineFailure) in try lines.write(block) }
        })
    remote.onWait { work.addWorker() }
    try work.run(makeWorker: { ProbeWorker(settings, remote) }, work: { $0.block(of: $1) })
    let failures = try lines.change { lines throws(MachineFailure) in try lines.finish() }
    return failures == 0 ? .ok : .findings
}

extension ProbeSettings {
    fileprivate func paths() throws(MachineFailure) -> any PathSource {
        var sources: [any PathSource] = [PathList(operands)]
        if let filesFrom {
            let file = filesFrom == Array("-".utf8) ? InputFile.standardInput : try InputFile(filesFrom)
            sources.append(PathStream(file, isNULSeparated: nulSeparated))
        }
        return recursive ? FolderWalk(PathChain(sources)) : PathChain(sources)
    }
}

/// What a thread of its own needs to turn paths into lines.
private struct ProbeWorker: ~Copyable {
    private var paths: ProbedPaths
    private var lines = ByteBuffer()
    private let report: ProbeReport

    init(_ settings: ProbeSettings, _ remote: RemotePictures) {
        paths = ProbedPaths(remote: remote, limits: settings.fetching.headers)
        report = settings.format
    }

    mutating func block(of batch: PathBatch) -> ProbeLines.Block {
        var failures = 0
        lines.removeAll()
        paths.measure(batch) { path, line in
            if lines.count > 0 { lines.append(report.separator) }
            if case .failure = line { failures += 1 }
            report.append(line, path: path, to: &lines)
        }
        return ProbeLines.Block(bytes: lines.bytes, failures: failures)
    }
}

/// The lines on their way to standard output.
private struct ProbeLines {
    struct Block: Sendable {
        let bytes: [UInt8]
        let failures: Int
    }

    private let report: ProbeReport
    private var isEmpty = true
    private var failures = 0

    init(_ report: ProbeReport) { self.report = report }

    mutating func write(_ block: Block) throws(MachineFailure) {
        try StandardStream.output.write(isEmpty ? report.opening : report.separator)
        try StandardStream.output.write(block.bytes)
        isEmpty = false
        failures += block.failures
    }

    /// Ends the output and answers how many pictures failed.
    func finish() throws(MachineFailure) -> Int {
        if isEmpty { try StandardStream.output.write(report.opening) }
        try StandardStream.output.write(report.closing)
        return failures
    }
}

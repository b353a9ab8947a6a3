import Base
import ImageHeaders
import Measuring
import Pixels
import Reports
import System

extension ProbeSettings {
    /// Runs `weir probe`.
    func run() throws(MachineFailure) -> ExitStatus {
        var plan = MeasuringPlan(fetching: fetching)
        // The run stores no data, so it can end at once.
        plan.lastPatience = 0
        plan.fetchesPixels = !placeholders.isEmpty
        let signals = TerminationSignals()
        let pictures = try MeasuringRun(plan, signals)
        let lines = Locked(ProbeLines(format))
        let kinds = Set(placeholders)
        var paths = try paths(until: signals)
        if !kinds.isEmpty { paths = SmallBatches(of: 16, paths) }
        try pictures.run(
            next: { () throws(MachineFailure) in try paths.next() },
            makeWorker: { [format] in ProbeWorker(pictures, format, kinds) },
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
        if let message = lines.read(\.undecoded.message) { StandardStream.error.tell(message) }
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
    private let kinds: Set<Placeholders.Kind>
    /// What is printed for pictures that are not decoded. Most runs decode none, so it is made once.
    private let unknown: ProbePlaceholders

    init(_ pictures: MeasuringRun, _ report: ProbeReport, _ kinds: Set<Placeholders.Kind>) {
        paths = PathMeasurer(pictures, makesSmallPictures: !kinds.isEmpty)
        self.report = report
        self.kinds = kinds
        unknown = ProbePlaceholders(kinds)
    }

    mutating func block(of batch: PathBatch, _ willWait: () -> Void) -> ProbedBlock {
        var failures = 0
        var undecoded = UndecodedPictures()
        lines.removeAll()
        paths.measure(batch, willWait) { path, result in
            if lines.count > 0 { lines.append(report.separator) }
            if case .failure = result.header { failures += 1 }
            switch result.small {
            case nil: report.append(result.header, unknown, path: path, to: &lines)
            case .success(let small):
                report.append(result.header, ProbePlaceholders(kinds, Placeholders(of: small, kinds)), path: path, to: &lines)
            case .failure(let failure):
                undecoded.add(String(decoding: path, as: UTF8.self), failure)
                report.append(result.header, unknown, path: path, to: &lines)
            }
        }
        return ProbedBlock(bytes: lines.bytes, failures: failures, undecoded: undecoded)
    }
}

/// The lines of a batch.
private struct ProbedBlock: Sendable {
    let bytes: [UInt8]
    let failures: Int
    let undecoded: UndecodedPictures
}

/// The pictures that have a size and no pixels.
private struct UndecodedPictures: Sendable {
    private var count = 0
    private var first = ""

    mutating func add(_ path: String, _ failure: Failure) {
        if count == 0 { first = "\(path): \(failure.message)" }
        count += 1
    }

    mutating func add(_ others: UndecodedPictures) {
        if count == 0 { first = others.first }
        count += others.count
    }

    /// A message that tells of them; nil if there are none.
    var message: String? {
        switch count {
        case 0: nil
        case 1: "weir: a picture has none of the facts of --with: \(first)"
        default: "weir: \(count) pictures have none of the facts of --with; the first is \(first)"
        }
    }
}

/// The lines on their way to standard output.
private struct ProbeLines {
    private let report: ProbeReport
    private(set) var isEmpty = true
    private var failures = 0
    private(set) var undecoded = UndecodedPictures()

    init(_ report: ProbeReport) { self.report = report }

    mutating func write(_ block: ProbedBlock) throws(MachineFailure) {
        try StandardStream.output.write(isEmpty ? report.opening : report.separator)
        try StandardStream.output.write(block.bytes)
        isEmpty = false
        failures += block.failures
        undecoded.add(block.undecoded)
    }

    /// Ends the output and returns how many pictures failed.
    func finish() throws(MachineFailure) -> Int {
        if isEmpty { try StandardStream.output.write(report.opening) }
        try StandardStream.output.write(report.closing)
        return failures
    }
}

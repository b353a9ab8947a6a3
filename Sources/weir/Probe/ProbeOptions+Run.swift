import Glibc
import ImageHeaders
import Measuring
import Pixels
import WeirBase
import WeirSystem

extension ProbeOptions {
    /// The number of pictures of the network that may be ahead of those that are printed: so many, that all hosts of a list are asked at
    /// the same time. Of files, which are there at once, fewer need be.
    private static let mostHeld = 1 << 14

    /// Runs `weir probe`.
    func run() throws(MachineFailure) -> ExitStatus {
        var plan = MeasuringPlan(fetching: fetching)
        // The run stores no data, so it can end at once.
        plan.lastPatience = 0
        plan.fetchesPixels = !placeholders.isEmpty
        plan.placeholders = Set(placeholders)
        let cancellation = Cancellation(TerminationSignals())
        let window = PictureWindow<PathBatch>(most: ProbeOptions.mostHeld, cancellation)
        let buckets = BucketStores(fetching, cancellation)
        defer { buckets.close() }
        let pictures = try MeasuringRun(plan, below: nil, stores: buckets, cancellation) { window.finish($0) }
        let paths = Locked(try paths(in: buckets))
        // The pictures that a list names before it breaks off are still printed.
        let fault = Locked<MachineFailure?>(nil)
        let reader = Thread {
            do throws(MachineFailure) {
                while let batch = try paths.change({ paths throws(MachineFailure) in try paths.next() }) {
                    guard let first = window.append(batch, pictures: batch.count, size: batch.weight) else { break }
                    batch.add(to: pictures, from: first)
                }
            } catch { fault.change { $0 = error } }
            window.close()
        }
        guard reader != nil else { throw .machine("the system has no thread to read the names with") }
        var lines = ProbeLines(format, Set(placeholders))
        do throws(MachineFailure) {
            while let answers = try window.next({ () throws(MachineFailure) in try StandardStream.output.checkReader() }) {
                try lines.write(answers)
            }
        } catch { cancellation.cancel(error) }
        try pictures.finish()
        if let fault = fault.value { throw fault }
        if !filter.isEmpty, lines.isEmpty {
            StandardStream.error.report(
                """
                weir: --glob chooses none of the files in the folders, so nothing was measured; a pattern with a slash is for \
                paths below the folder, and one without a slash is for names
                """)
        }
        let failures = try lines.finish()
        if let message = lines.undecoded.message { StandardStream.error.report(message) }
        return failures == 0 ? .ok : .findings
    }

    private func paths(in buckets: BucketStores) throws(MachineFailure) -> any PathSource {
        var sources: [any PathSource] = [PathList(operands)]
        if let filesFrom {
            let file = filesFrom == ProbeOptions.standardInput ? InputFile.standardInput : try InputFile(filesFrom)
            sources.append(PathStream(file))
        }
        guard recursive else { return PathChain(sources) }
        return FolderWalk(BucketWalk(PathChain(sources), choosing: filter, in: buckets), choosing: filter)
    }
}

extension PathBatch {
    /// The size in a window, where a picture of the network counts 1.
    fileprivate var weight: Int {
        var weight = 0
        forEach { weight += PictureLocation.isURL($0) ? 1 : 4 }
        return weight
    }

    fileprivate func add(to run: MeasuringRun, from first: Int32) {
        run.add(pictures(from: first))
        if let standardInput { run.addStandardInput(first + Int32(standardInput)) }
    }
}

/// The pictures that have a size and no pixels.
private struct UndecodedPictures: Sendable {
    private var count = 0
    private var first = ""

    mutating func add(_ path: UnsafeBufferPointer<UInt8>, _ reason: String) {
        if count == 0 { first = "\(String(decoding: path, as: UTF8.self)): \(reason)" }
        count += 1
    }

    /// A message about them; nil if there are none.
    var message: String? {
        switch count {
        case 0: nil
        case 1: "weir: a picture lacks facts of --with: \(first)"
        default: "weir: \(count) pictures lack facts of --with; the first is \(first)"
        }
    }
}

/// The lines on their way to standard output.
private struct ProbeLines: ~Copyable {
    private let report: ProbeReport
    private let kinds: Set<Placeholders.Kind>
    /// The placeholders that are printed for pictures that are not decoded. Most runs decode none, so it is made once.
    private let unknown: ProbeReport.Texts
    private var lines = ByteBuffer()
    private(set) var isEmpty = true
    private var failures = 0
    private(set) var undecoded = UndecodedPictures()

    init(_ report: ProbeReport, _ kinds: Set<Placeholders.Kind>) {
        (self.report, self.kinds) = (report, kinds)
        unknown = ProbeReport.texts(kinds)
    }

    mutating func write(_ answers: PictureWindow<PathBatch>.Answers) throws(MachineFailure) {
        lines.removeAll()
        var index = 0
        answers.batch.forEach { path in
            if answers.range.contains(index) {
                append(answers.results[index - answers.range.lowerBound], path, isStandardInput: index == answers.batch.standardInput)
            }
            index += 1
        }
        try lines.withBytes { bytes throws(MachineFailure) in try StandardStream.output.write(bytes) }
    }

    private mutating func append(_ result: PictureResult, _ path: UnsafeBufferPointer<UInt8>, isStandardInput: Bool) {
        if isEmpty { lines.append(report.opening) } else { lines.append(report.separator) }
        isEmpty = false
        if result.failure != nil { failures += 1 }
        withShownName(of: path) { path in
            var facts = unknown
            switch result.details?.placeholders {
            case .complete(let placeholders, _): facts = ProbeReport.texts(kinds, of: placeholders)
            case .undecoded(let placeholders, let failure):
                facts = ProbeReport.texts(kinds, of: placeholders)
                undecoded.add(path, failure.message)
            case .headerAlone where result.failure == nil:
                undecoded.add(
                    path,
                    isStandardInput
                        ? "of the picture on standard input only the header is read"
                        : "of a picture of the network only the header was fetched")
            case .headerAlone, nil: break
            }
            report.append(result.probed, facts, path: path, to: &lines)
        }
    }

    /// Ends the output and returns how many pictures failed.
    func finish() throws(MachineFailure) -> Int {
        if isEmpty { try StandardStream.output.write(report.opening) }
        try StandardStream.output.write(report.closing)
        return failures
    }
}

/// Calls `body` with the name of a picture as it may be shown.
private func withShownName(of name: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    if PictureLocation.isPath(name) { return body(name) }
    (isDataURL(name) ? shownPictureName(name) : withoutCredentials(Array(name))).withUnsafeBufferPointer(body)
}

extension PictureResult {
    fileprivate var probed: Result<ImageHeader, Failure> {
        if let header { return .success(header) }
        let failure = failure ?? Failure(.cancelled)
        return .failure(failure == Failure(errno: EISDIR) ? Failure(.unreadable, "it is a folder; -r measures the files in it") : failure)
    }
}

import Records
import Base
import Fetching
import Glibc
import ImageHeaders
import Reports
import System

// Pipeline: rows to entries. The only room that knows network, disk and journal together.

/// A run of ingest: reads a catalogue, measures its pictures, writes a manifest.
///
/// Rows are read on one thread at a time and numbered; their pictures are measured on all; the
/// entries are written in the order of the rows. Since a picture is measured with the first row
/// that names it, every later row finds its size when its turn comes.
public struct Ingest {
    /// What the caller hears of while the run goes on, from one thread at a time.
    public protocol Listener: AnyObject, Sendable {
        func hear(_ failure: RowFailure) throws(MachineFailure)
        /// A picture has another size than when it was last found.
        func hear(_ picture: ResizedPicture) throws(MachineFailure)
        func hear(_ progress: IngestProgress)
        /// What hears of each transfer, on a thread of its own; nil if nobody listens.
        var transferHearer: TransferHearer? { get }
    }

    private let plan: IngestPlan
    private let listener: any Listener
    private let interruption: Interruption

    public init(_ plan: IngestPlan, listener: any Listener, interruption: Interruption) {
        self.plan = plan
        self.listener = listener
        self.interruption = interruption
    }

    /// Answers what came of it; throws what stopped it. The old manifest stays in place unless
    /// the answer says that a new one was written.
    public func run() throws(MachineFailure) -> IngestEnd {
        let start = monotonicSeconds()
        let limits = plan.limits
        let remote = RemotePictures(plan.fetching, hear: listener.transferHearer)
        interruption.onSignal { remote.cancel(after: RemotePictures.lastPatience) }
        defer { remote.close() }
        let root = try PictureRoot(plan.rootFolder)
        let mirror = try plan.mirror.map { path throws(MachineFailure) in try PictureMirror(path, limits: limits) }
        let placeholder = try plan.placeholderSize()
        let source = try plan.rows()
        shareHeaps()
        let output = try plan.manifestOutput()
        let memory = try plan.journal.map { use throws(MachineFailure) in try PictureMemory(use) }
        var rows = NumberedRows(source, knowing: try memory?.urls())
        let entries = Locked(EntryWriter(plan, root: root, placeholder: placeholder, output: output, listener: listener))
        let work = OrderedWork<NumberedBatch, MeasuredBatch>(
            mostThreads: RemotePictures.waitingThreads, interruption: interruption,
            next: { [plan] () throws(MachineFailure) in
                let batch = try rows.next()
                if plan.isVerifying, plan.mirror == nil, let row = batch?.rows.firstURL { throw .unverifiable(row) }
                return batch
            },
            deliver: { batch throws(MachineFailure) in
                try mirror?.check()
                try memory?.check()
                try entries.change { writer throws(MachineFailure) in try writer.write(batch) }
            })
        remote.onWait { work.addWorker() }
        do throws(MachineFailure) {
            try work.run(
                makeWorker: { [plan] in
                    PictureMeasurer(
                        root: root, remote: remote, limits: limits, memory: memory, mirror: mirror,
                        isVerifying: plan.isVerifying)
                },
                work: { measurer, batch in batch.measured(by: &measurer) })
        } catch {
            guard let reason = IngestEnd.Outcome(interruptedBy: error) ?? entries.change({ $0.stopped }) else { throw error }
            remote.cancel()
            remote.close()
            try memory?.finish()
            return IngestEnd(summary: entries.change { $0.summary(since: start, remote) }, outcome: reason)
        }
        remote.close()
        // What was learned is kept whatever becomes of the manifest.
        try memory?.finish()
        let summary = entries.change { $0.summary(since: start, remote) }
        guard plan.maxFailures.allows(summary.failed, of: summary.rows) else {
            memory?.takeSnapshot()
            return IngestEnd(summary: summary, outcome: .gated)
        }
        // What the manifest tells of must be there when it is.
        try mirror?.sync()
        try output.commit()
        memory?.takeSnapshot()
        var written = entries.change { $0.summary(since: start, remote) }
        written.change = output.change
        return IngestEnd(summary: written, outcome: .written)
    }
}

/// How a run of ingest ended.
public struct IngestEnd: Sendable {
    public enum Outcome: Equatable, Sendable {
        case written
        /// Too many rows lack a true size.
        case gated
        /// A picture failed, and failures were to stop the run.
        case stoppedAtFailure
        /// A row was broken, and broken rows were to stop the run.
        case stoppedAtBrokenRow
        /// The process was asked to end.
        case interrupted(signal: Int32)
    }

    public let summary: IngestSummary
    public let outcome: Outcome
}

extension MachineFailure {
    fileprivate static func unverifiable(_ row: RowBatch.Row) -> MachineFailure {
        .input(
            """
            --verify decodes whole pictures, and row \(row.number) (line \(row.line)) names one of the network: \
            --mirror DIR says where such pictures are kept
            """)
    }
}

extension IngestEnd.Outcome {
    fileprivate init?(interruptedBy failure: MachineFailure) {
        guard case .interrupted(let signal) = failure.kind else { return nil }
        self = .interrupted(signal: signal)
    }
}

/// What a run would do, as far as the catalogue alone tells.
public struct IngestPreview: Sendable {
    public var rows = 0
    public var broken = 0
    /// Distinct pictures, and how many of them are URLs.
    public var pictures = 0
    public var remote = 0
    public let root: String
}

extension Ingest {
    /// Reads the catalogue and nothing else.
    public static func preview(
        _ plan: IngestPlan, broken hear: (RowFailure) -> Void
    ) throws(MachineFailure) -> IngestPreview {
        var preview = IngestPreview(root: shown(plan.rootFolder))
        var rows = NumberedRows(try plan.rows())
        while let batch = try rows.next() {
            preview.rows += batch.rows.rows.count + batch.rows.broken.count
            preview.broken += batch.rows.broken.count
            preview.pictures += batch.newRows.count
            for row in batch.rows.broken { hear(RowFailure(row)) }
            batch.rows.withTexts { texts in
                for index in batch.newRows {
                    if case .success(.remote) = PictureReference.parse(texts[batch.rows.rows[Int(index)].img]) { preview.remote += 1 }
                }
            }
        }
        return preview
    }
}

public struct IngestProgress: Sendable {
    /// The counts of rows so far.
    public let summary: IngestSummary
    /// How much of the catalogue has been read, from 0 to 1, where that is known.
    public let share: Double?
}

extension IngestPlan {
    /// Where relative paths begin: unless the plan says otherwise, beside the catalogue.
    fileprivate var rootFolder: [UInt8] {
        if let root { return root }
        switch catalogue {
        case .file(let path, _): return folder(of: path)
        case .folder(let path): return path
        case .standardInput: return Array(".".utf8)
        }
    }

    fileprivate func manifestOutput() throws(MachineFailure) -> any ManifestOutput {
        guard let pageSize = output.pageSize, let path = output.path else { return try SingleManifest(output) }
        return try PagedManifest(output, in: path, pageSize: pageSize)
    }

    /// The size of last resort: the placeholder picture's own, or the fallback.
    fileprivate func placeholderSize() throws(MachineFailure) -> PixelSize {
        guard let placeholder else { return fallback }
        var probe = FileProbe(limits: limits)
        let result = (placeholder + [0]).withUnsafeBufferPointer { path in
            probe.header(of: UnsafeBufferPointer(rebasing: path.dropLast()))
        }
        switch result {
        case .success(let header): return header.displayed
        case .failure(let failure):
            throw .input("the placeholder \(shown(placeholder)): \(failure.code.rawValue): \(failure.message)")
        }
    }
}

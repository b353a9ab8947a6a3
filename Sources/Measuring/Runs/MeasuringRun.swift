import Fetching
import Journals
import System

// Measuring: pictures that are named become pictures that are measured, from files and from the network, with the
// journal and the mirror.

/// The life of a run that measures pictures, from its beginning to each of its ends.
///
/// It owns what the workers of a run share: the thread that fetches, the journal and the mirror. Batches are
/// measured on several threads and delivered in their order. However that ends, the thread that fetches has
/// ended with it, and what was learned is in the journal.
public final class MeasuringRun: Sendable {
    let plan: MeasuringPlan
    let remote: RemotePictures
    let memory: PictureMemory?
    let mirror: PictureMirror?
    private let signals: TerminationSignals?

    /// A worker that waits for the network leaves its processor to another. So many batches may be under way
    /// at once, so that a picture that takes its time does not hold up the others.
    private static let mostThreads = 16

    /// `hear` is told of every transfer, on the thread that fetches.
    public init(
        _ plan: MeasuringPlan, _ signals: TerminationSignals? = nil, hear: TransferObserver? = nil
    ) throws(MachineFailure) {
        self.plan = plan
        self.signals = signals
        let remote = RemotePictures(plan.fetching, hear: hear)
        self.remote = remote
        signals?.onSignal { [patience = plan.lastPatience] in remote.cancel(after: patience) }
        mirror = try plan.mirror.map { path throws(MachineFailure) in
            try PictureMirror(path, limits: plan.fetching.headers)
        }
        memory = try plan.journal.map { use throws(MachineFailure) in try PictureMemory(use) }
    }

    /// Numbers for the pictures of this run, which know the URLs of the journal.
    public func pictureNumbers() throws(MachineFailure) -> PictureNumbers { PictureNumbers(try memory?.urls()) }

    /// What each host has been asked, by scheme, name and port. Known when the run has ended.
    public var statistics: [String: FetchStatistics] { remote.statistics }

    /// Measures all batches, once in the life of a run. Each thread makes one worker. A worker calls the
    /// closure that it is given before it waits for the network: another thread then works in its place.
    public func run<Batch: Sendable, Worker: ~Copyable, Result: Sendable>(
        next: sending @escaping () throws(MachineFailure) -> Batch?,
        makeWorker: @escaping @Sendable () -> Worker,
        work: @escaping @Sendable (inout Worker, Batch, _ willWait: () -> Void) -> Result,
        deliver: @escaping @Sendable (Result) throws(MachineFailure) -> Void
    ) throws(MachineFailure) {
        let (memory, mirror) = (memory, mirror)
        let batches = OrderedWork<Batch, Result>(
            mostThreads: MeasuringRun.mostThreads, signals: signals, next: next,
            deliver: { result throws(MachineFailure) in
                // What could not be kept ends the run before anything is told of it.
                try mirror?.check()
                try memory?.check()
                try deliver(result)
            })
        do throws(MachineFailure) {
            try batches.run(makeWorker: makeWorker) { worker, batch in
                work(&worker, batch) { batches.addWorker() }
            }
        } catch {
            remote.cancel()
            remote.close()
            throw failureToKeep(after: error) ?? error
        }
        remote.close()
        try memory?.finish()
        try mirror?.sync()
    }

    /// Keeps what was learned before a failure. That it cannot be kept is told instead of a signal, and of
    /// nothing worse.
    private func failureToKeep(after failure: MachineFailure) -> MachineFailure? {
        do throws(MachineFailure) { try memory?.finish() } catch {
            if case .interrupted = failure.kind { return error }
        }
        return nil
    }
}

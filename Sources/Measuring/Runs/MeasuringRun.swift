import Base
import Fetching
import Journals
import System

// Measuring: turns the names of pictures into sizes, from files and from the network, with the journal and the
// mirror.

/// A run that measures pictures, from its beginning to its end, successful or not.
///
/// The run owns the parts that its workers share: the fetching thread, the journal and the mirror. Batches are
/// measured on several threads and delivered in their order. When the run ends, for any reason, the fetching thread
/// has ended, and all results so far are in the journal.
package final class MeasuringRun: Sendable {
    let plan: MeasuringPlan
    let remote: RemotePictures
    let journal: RunJournal?
    let mirror: PictureMirror?
    let signals: TerminationSignals?
    /// The pictures that are fetched ahead of their rows.
    package let ahead = PicturesAhead()
    let pixelRoom = SharedRoom(PixelFetch.room)
    let pixelReaders = SharedPixelReaders()
    /// The first failure of a picture that is a failure of this machine.
    private let exhaustion = Locked<MachineFailure?>(nil)

    /// The largest number of batches that are measured at once. It may exceed the number of processors, since a
    /// worker that waits for the network leaves its processor to another. Hosts whose pictures stand together in the
    /// input are asked at the same time if the batches reach so far.
    private static let mostThreads = 256
    /// The largest size of all batches that wait for their turn, in rows. Each needs about 0.8 KB. Of a run that fetches pictures
    /// ahead of their rows, fewer rows wait.
    private static let (mostHeld, mostHeldBehind) = (64_000, 8_000)

    /// `hear` is called with every transfer, on the fetching thread. `tell` is called before this returns.
    package init(
        _ plan: MeasuringPlan, _ signals: TerminationSignals? = nil, hear: TransferObserver? = nil,
        tell: (JournalNotice) -> Void = { _ in }
    ) throws(MachineFailure) {
        self.plan = plan
        self.signals = signals
        mirror = try plan.mirror.map { path throws(MachineFailure) in
            try PictureMirror(path, limits: plan.fetching.headers)
        }
        journal = try plan.journal.map { journal throws(MachineFailure) in try RunJournal(journal, signals, tell: tell) }
        var fetching = plan.fetching
        if let journal { (fetching.paces, fetching.robots) = (try journal.paces(), try journal.robots()) }
        let remote = RemotePictures(fetching, BucketStores(fetching, signals), hear: hear)
        self.remote = remote
        signals?.onInterruption { [patience = plan.lastPatience] in remote.cancel(after: patience) }
    }

    /// Numbers for the pictures of this run, prepared with the URLs of the journal.
    package func pictureNumbers() throws(MachineFailure) -> PictureNumbers { PictureNumbers(try journal?.urls()) }

    /// The statistics of each host, by scheme, name and port. Known when the run has ended.
    package var statistics: [String: FetchStatistics] { remote.statistics }

    /// The first ranges that were learned of each host. Known when the run has ended.
    package var ranges: [String: LearnedRanges] { remote.ranges }

    /// The number of transfers that are under way.
    package var transferCount: Int { remote.transferCount }

    /// Measures all batches; may be called once. Each thread makes one worker. A worker calls the closure that it is
    /// given before it waits for the network, and another thread then works in its place. `size` is the number of rows in
    /// a batch, if it may be large. No batch is taken while `held` rows wait for their turn. `fetchAhead` is called, perhaps often,
    /// when no more batches may wait: the caller then orders pictures ahead of their rows.
    package func run<Batch: Sendable, Worker: ~Copyable, Result: Sendable>(
        holding held: Int? = nil, size: @escaping @Sendable (Batch) -> Int = { _ in 1 }, fetchAhead: (@Sendable () -> Void)? = nil,
        next: sending @escaping () throws(MachineFailure) -> Batch?,
        makeWorker: @escaping @Sendable () -> Worker,
        work: @escaping @Sendable (inout Worker, Batch, _ willWait: () -> Void) -> Result,
        deliver: @escaping @Sendable (Result) throws(MachineFailure) -> Void
    ) throws(MachineFailure) {
        let (remote, journal, mirror, exhaustion) = (remote, journal, mirror, exhaustion)
        let batches = OrderedWork<Batch, Result>(
            mostThreads: MeasuringRun.mostThreads,
            mostHeld: held ?? (fetchAhead == nil ? MeasuringRun.mostHeld : MeasuringRun.mostHeldBehind), size: size, signals: signals,
            isFull: fetchAhead ?? {}, next: next,
            deliver: { result throws(MachineFailure) in
                // If pictures could not be ordered or stored, the run ends before this result is delivered.
                if let failure = exhaustion.value { throw failure }
                try remote.check()
                try mirror?.check()
                try journal?.check()
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
        try journal?.finish(remote)
        try mirror?.sync()
    }

    /// Ends the run before the next result is delivered, if a picture's failure is one of this machine.
    func check(_ failure: Failure, of img: UnsafeBufferPointer<UInt8>) {
        guard failure.isOfTheMachine else { return }
        exhaustion.change { $0 = $0 ?? .machine("\(shown(Array(img))) cannot be opened: \(failure.message)") }
    }

    /// Ends all transfers, so that a run whose result is known does not wait for pictures on their way.
    package func cancel() { remote.cancel() }

    /// Begins no more transfers, and gives those on their way the time that they have after a signal.
    package func finishSoon() { remote.cancel(after: plan.lastPatience) }

    /// Saves the results after a failure. If saving fails too, that failure replaces an interruption by a signal, but
    /// no other failure.
    private func failureToKeep(after failure: MachineFailure) -> MachineFailure? {
        do throws(MachineFailure) { try journal?.finish(remote) } catch {
            if case .interrupted = failure.kind { return error }
        }
        return nil
    }
}

/// Work on batches, on several threads, whose results are delivered in the order of the batches.
///
/// A thread that is free takes the next batch from the source itself, and the thread that
/// finishes the batch that is due delivers it: nobody waits for a middleman, and results appear
/// without waiting for more input. A thread that runs too far ahead of the delivery waits, so
/// memory does not grow with the number of batches.
///
/// There are as many threads as processors. Where the work itself waits, for the network, another
/// takes its place.
public final class OrderedWork<Batch: Sendable, Result: Sendable>: Sendable {
    public typealias Deliver = @Sendable (Result) throws(MachineFailure) -> Void

    private let source: Locked<Source>
    private let progress: Locked<Progress>
    private let mostThreads: Int
    private let deliver: Deliver
    private let signals: TerminationSignals?

    private struct Source {
        let next: () throws(MachineFailure) -> Batch?
        var taken = 0
    }

    private struct Progress {
        var finished: [Int: Result] = [:]
        var delivered = 0
        var isDelivering = false
        /// Stays true where the source has failed: what it gave before is delivered.
        var canDeliver = true
        /// The first failure; nothing more is taken.
        var failure: MachineFailure?
        /// The calling thread is one of these.
        var threads: Int
        var others: [Thread] = []
        /// What a thread does; nil before and after.
        var body: (@Sendable () -> Void)?
    }

    /// How many batches a thread may be ahead of the delivery.
    private static var lead: Int { 4 }

    /// `mostThreads` counts those, too, whose work waits.
    public init(
        threads: Int = availableProcessors, mostThreads: Int = 0, signals: TerminationSignals? = nil,
        next: sending @escaping () throws(MachineFailure) -> Batch?, deliver: @escaping Deliver
    ) {
        self.mostThreads = mostThreads
        self.signals = signals
        self.deliver = deliver
        progress = Locked(Progress(threads: max(1, threads)))
        source = Locked(Source(next: next))
    }

    /// Ends when every batch has been worked on and delivered, or at the first failure. Each
    /// thread makes one worker, for what it needs of its own.
    public func run<Worker: ~Copyable>(
        makeWorker: @escaping @Sendable () -> Worker,
        work: @escaping @Sendable (inout Worker, Batch) -> Result
    ) throws(MachineFailure) {
        let body = { @Sendable in
            var worker = makeWorker()
            while let (number, batch) = self.take() {
                let result = work(&worker, batch)
                self.progress.change { $0.finished[number] = result }
                self.deliverWhatIsDue()
            }
        }
        // The calling thread works too; where the system has no more threads, alone.
        progress.change { progress in
            progress.body = body
            progress.others = (1..<progress.threads).compactMap { _ in Thread(body) }
        }
        body()
        progress.change { $0.body = nil }
        while let thread = progress.change({ $0.others.popLast() }) { thread.join() }
        // What failed once the process was asked to end mostly failed because of that.
        try signals?.check()
        if let failure = progress.read({ $0.failure }) { throw failure }
    }

    /// Said by work that is about to wait for something else than a processor: another thread goes on in
    /// its place.
    public func addWorker() {
        progress.announce { progress in
            guard progress.threads < mostThreads, let body = progress.body, let thread = Thread(body) else { return }
            progress.threads += 1
            progress.others.append(thread)
        }
    }

    private func take() -> (Int, Batch)? {
        source.change { source in
            let mayGoOn = progress.wait(
                until: { $0.failure != nil || source.taken - $0.delivered < $0.threads * OrderedWork.lead }
            ) { $0.failure == nil }
            guard mayGoOn else { return nil }
            do throws(MachineFailure) {
                try signals?.check()
                guard let batch = try source.next() else { return nil }
                source.taken += 1
                return (source.taken - 1, batch)
            } catch {
                progress.announce { $0.failure = $0.failure ?? error }
                return nil
            }
        }
    }

    private func deliverWhatIsDue() {
        while true {
            let due: Result? = progress.change { progress in
                guard !progress.isDelivering, progress.canDeliver else { return nil }
                guard let result = progress.finished.removeValue(forKey: progress.delivered) else { return nil }
                progress.isDelivering = true
                return result
            }
            guard let due else { return }
            var failure: MachineFailure?
            do throws(MachineFailure) { try deliver(due) } catch { failure = error }
            progress.announce { progress in
                progress.isDelivering = false
                progress.delivered += 1
                progress.canDeliver = failure == nil
                progress.failure = progress.failure ?? failure
            }
        }
    }
}

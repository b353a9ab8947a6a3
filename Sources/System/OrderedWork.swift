/// Work on batches, on several threads, whose results are delivered in the order of the batches.
///
/// A free thread takes the next batch from the source. The thread that finishes the batch that is due delivers it. So
/// no thread in the middle can be a bottleneck, and a result appears without waiting for more input. A thread that is
/// too far ahead of the delivery waits, in batches or in their size, so memory does not grow with the number of batches.
///
/// There are as many threads as processors, and one more for each thread that waits for the network.
package final class OrderedWork<Batch: Sendable, Result: Sendable>: Sendable {
    package typealias Deliver = @Sendable (Result) throws(MachineFailure) -> Void

    private let source: Locked<Source>
    private let progress: Locked<Progress>
    private let firstThreads: Int
    private let mostThreads: Int
    private let mostHeld: Int
    private let size: @Sendable (Batch) -> Int
    private let deliver: Deliver
    private let signals: TerminationSignals?
    private let isFull: @Sendable () -> Void

    private struct Source {
        let next: () throws(MachineFailure) -> Batch?
        var taken = 0
    }

    private struct Progress {
        var finished: [Int: (result: Result, size: Int)] = [:]
        var delivered = 0
        /// The size of all batches that were taken and are not delivered yet.
        var held = 0
        var isDelivering = false
        /// False once a delivery has failed. A failure of the source does not change this value, since earlier
        /// batches are still delivered.
        var canDeliver = true
        /// The first failure; no more batches are taken after it.
        var failure: MachineFailure?
        /// The number of threads, including the calling thread.
        var threads: Int
        var others: [Thread] = []
        /// The code that each thread runs; nil before and after the run.
        var body: (@Sendable () -> Void)?
    }

    /// The number of batches by which a thread may be ahead of the delivery.
    private static var lead: Int { 4 }

    /// `mostThreads` limits the number of all threads, including those that wait. No batch is taken while the sizes of
    /// those that are not delivered amount to `mostHeld`. `isFull` is called each time that a thread finds so, that no thread can be
    /// added, or that a thread is too far ahead while others may wait for the network.
    package init(
        threads: Int = availableProcessors, mostThreads: Int = 0, mostHeld: Int = .max,
        size: @escaping @Sendable (Batch) -> Int = { _ in 1 }, signals: TerminationSignals? = nil,
        isFull: @escaping @Sendable () -> Void = {},
        next: sending @escaping () throws(MachineFailure) -> Batch?, deliver: @escaping Deliver
    ) {
        firstThreads = max(1, threads)
        self.mostThreads = mostThreads
        self.mostHeld = mostHeld
        self.size = size
        self.signals = signals
        self.isFull = isFull
        self.deliver = deliver
        progress = Locked(Progress(threads: firstThreads))
        source = Locked(Source(next: next))
    }

    /// Returns when every batch has been worked on and delivered, or at the first failure. Each thread makes one
    /// worker, which holds the thread's own data.
    package func run<Worker: ~Copyable>(
        makeWorker: @escaping @Sendable () -> Worker,
        work: @escaping @Sendable (inout Worker, Batch) -> Result
    ) throws(MachineFailure) {
        let body = { @Sendable in
            var worker = makeWorker()
            while let (number, batch, size) = self.take() {
                let result = work(&worker, batch)
                self.progress.change { $0.finished[number] = (result, size) }
                self.deliverWhatIsDue()
            }
        }
        // The calling thread works too, and works alone if the system has no more threads.
        progress.change { progress in
            progress.body = body
            progress.others = (1..<progress.threads).compactMap { _ in Thread(body) }
        }
        body()
        progress.change { $0.body = nil }
        while let thread = progress.change({ $0.others.popLast() }) { thread.join() }
        // A failure after a signal is usually caused by the signal.
        try signals?.check()
        if let failure = progress.read({ $0.failure }) { throw failure }
    }

    /// Adds a thread. A worker calls this before it waits for the network, so that another thread uses the
    /// processor.
    package func addWorker() {
        var isAdded = false
        progress.announce { progress in
            guard progress.threads < mostThreads, let body = progress.body, let thread = Thread(body) else { return }
            progress.threads += 1
            progress.others.append(thread)
            isAdded = true
        }
        if !isAdded { isFull() }
    }

    private func take() -> (number: Int, batch: Batch, size: Int)? {
        source.change { source in
            if progress.read({ $0.held >= mostHeld || $0.threads > firstThreads && self.isFarAhead(source, $0) }) { isFull() }
            let mayGoOn = progress.wait(
                until: {
                    $0.failure != nil || !self.isFarAhead(source, $0) && $0.held < mostHeld
                }
            ) { $0.failure == nil }
            guard mayGoOn else { return nil }
            do throws(MachineFailure) {
                try signals?.check()
                guard let batch = try source.next() else { return nil }
                source.taken += 1
                let size = size(batch)
                progress.change { $0.held += size }
                return (source.taken - 1, batch, size)
            } catch {
                progress.announce { $0.failure = $0.failure ?? error }
                return nil
            }
        }
    }

    /// Whether no thread may take another batch before one is delivered.
    private func isFarAhead(_ source: Source, _ progress: Progress) -> Bool {
        source.taken - progress.delivered >= progress.threads * OrderedWork.lead
    }

    private func deliverWhatIsDue() {
        while true {
            let due = progress.change { progress -> (result: Result, size: Int)? in
                guard !progress.isDelivering, progress.canDeliver else { return nil }
                guard let due = progress.finished.removeValue(forKey: progress.delivered) else { return nil }
                progress.isDelivering = true
                return due
            }
            guard let due else { return }
            var failure: MachineFailure?
            do throws(MachineFailure) { try deliver(due.result) } catch { failure = error }
            progress.announce { progress in
                progress.isDelivering = false
                progress.delivered += 1
                progress.held -= due.size
                progress.canDeliver = failure == nil
                progress.failure = progress.failure ?? failure
            }
        }
    }
}

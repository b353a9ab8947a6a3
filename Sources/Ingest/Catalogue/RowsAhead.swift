import Records
import System

/// Reads rows on a thread of its own, a few batches ahead of the thread that takes them.
final class RowsAhead {
    typealias Batch = (rows: RowBatch, share: Double?)

    private let source: Locked<any RowSource>
    private let batches = BoundedQueue<Batch>(mostWaiting: 4)
    private let failure = Locked<MachineFailure?>(nil)
    private let thread: Thread?
    private var taken: ArraySlice<Batch> = []

    init(_ source: any RowSource) {
        let source = Locked(source)
        thread = Thread { [batches, failure] in
            do throws(MachineFailure) {
                while !batches.isClosed, let batch = try source.change({ source throws(MachineFailure) -> Batch? in
                    try source.next().map { ($0, source.share) }
                }) { batches.give([batch]) }
            } catch { failure.change { $0 = error } }
            batches.close()
        }
        self.source = source
        if thread == nil {
            failure.change { $0 = .machine("the system has no thread to read the catalogue with") }
            batches.close()
        }
    }

    /// The next rows, and the share of the catalogue that has been read with them; nil behind the last ones.
    func next() throws(MachineFailure) -> Batch? {
        if taken.isEmpty, let batches = batches.take() { taken = batches[...] }
        if let batch = taken.popFirst() { return batch }
        if let failure = failure.value { throw failure }
        return nil
    }

    /// The news of the catalogue; known behind the last rows.
    var notices: [IngestNotice] { source.change { $0.notices } }

    /// Reads no more. A source that may stall must have been ended before.
    func close() {
        batches.close()
        thread?.join()
    }
}

import Records
import System

/// Reads rows on a thread of its own, a few batches ahead of the thread that takes them. The rows are those of a file, so no reading
/// waits for long.
final class RowsAhead {
    private let batches = BoundedQueue<RowBatch>(mostWaiting: 4)
    private let failure = Locked<MachineFailure?>(nil)
    private let thread: Thread
    private var taken: ArraySlice<RowBatch> = []

    init(_ source: any RowSource) throws(MachineFailure) {
        let source = Locked(source)
        let thread = Thread { [batches, failure] in
            do throws(MachineFailure) {
                while !batches.isClosed, let batch = try source.change({ source throws(MachineFailure) in try source.next() }) {
                    batches.give([batch])
                }
            } catch { failure.change { $0 = error } }
            batches.close()
        }
        guard let thread else { throw .machine("the system has no thread to read the catalogue with") }
        self.thread = thread
    }

    /// The next rows; nil behind the last ones.
    func next() throws(MachineFailure) -> RowBatch? {
        if taken.isEmpty, let batches = batches.take() { taken = batches[...] }
        if let batch = taken.popFirst() { return batch }
        if let failure = failure.value { throw failure }
        return nil
    }

    /// Reads no more.
    func close() {
        batches.close()
        thread.join()
    }
}

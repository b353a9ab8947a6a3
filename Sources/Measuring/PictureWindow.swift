import WeirSystem

/// The pictures between the reader and the writer of a run whose answers go out in the order of its rows, while rows still come. It
/// bounds how far the reader is ahead.
package final class PictureWindow<Batch: Sendable>: Sendable {
    /// Answers at the front of the window.
    package struct Answers {
        package let batch: Batch
        /// The indices of the pictures in the batch.
        package let range: Range<Int>
        package let results: [PictureResult]
        /// Whether the batch has no pictures behind these.
        package let isLast: Bool
    }

    private struct Entry {
        let batch: Batch
        let size: Int
        let first: Int32
        let count: Int
        /// Made when the first result comes: most batches in the window wait.
        var results: [PictureResult?] = []
        /// The number of results that were taken.
        var taken = 0

        func has(_ number: Int32) -> Bool { number >= first && Int(number - first) < count }
    }

    private struct State {
        /// The batches that are not written, in order.
        var entries: [Entry] = []
        var next: Int32 = 0
        var held = 0
        var isClosed = false

        var isDone: Bool { entries.isEmpty && isClosed }

        /// Whether the front has something to take.
        var hasFront: Bool {
            guard let front = entries.first else { return false }
            return front.taken == front.count || !front.results.isEmpty && front.results[front.taken] != nil
        }
    }

    private let state = Locked(State())
    private let most: Int
    private let cancellation: Cancellation

    /// The reader waits while the sizes of the batches in the window amount to `most`.
    package init(most: Int, _ cancellation: Cancellation) {
        (self.most, self.cancellation) = (most, cancellation)
        cancellation.onCancel { [state] _ in state.notifyAll() }
    }

    /// Adds a batch with so many pictures, and returns the number of the first. Waits while the window is full; returns nil if the run
    /// has ended. Numbers begin anew some day, long after the pictures that had them are written.
    package func append(_ batch: Batch, pictures: Int, size: Int) -> Int32? {
        let first = state.wait(until: { $0.held < most || cancellation.reason != nil }) { state -> Int32? in
            guard cancellation.reason == nil else { return nil }
            if Int(state.next) + pictures > Int(Int32.max) { state.next = 0 }
            defer { state.next += Int32(pictures) }
            state.held += size
            state.entries.append(Entry(batch: batch, size: size, first: state.next, count: pictures))
            return state.next
        }
        if pictures == 0 { state.notifyAll() }
        return first
    }

    /// No more batches come.
    package func close() { state.announce { $0.isClosed = true } }

    /// Takes results of pictures in the window, in any order.
    package func finish(_ results: [(number: Int32, result: PictureResult)]) {
        let isDue = state.change { state in
            var index = 0
            for (number, result) in results {
                // Results come in groups of a batch, and most are of the first batches.
                if index == state.entries.count || !state.entries[index].has(number) {
                    index = state.entries.firstIndex { $0.has(number) } ?? state.entries.count
                }
                guard index < state.entries.count else { continue }
                if state.entries[index].results.isEmpty {
                    state.entries[index].results = Array(repeating: nil, count: state.entries[index].count)
                }
                state.entries[index].results[Int(number - state.entries[index].first)] = result
            }
            return state.hasFront
        }
        if isDue { state.notifyAll() }
    }

    /// The next answers in order; nil when all are taken, or when the run has ended and the next one is missing. `look` is called
    /// now and then while this waits.
    package func next(_ look: () throws(MachineFailure) -> Void) throws(MachineFailure) -> Answers? {
        while !state.wait(atMost: 0.25, until: { $0.hasFront || $0.isDone || cancellation.reason != nil }) { try look() }
        let front = state.change { $0.hasFront ? Self.takeFront(of: &$0) : nil }
        // The reader may go on.
        if front?.isLast == true { state.notifyAll() }
        return front
    }

    private static func takeFront(of state: inout State) -> Answers {
        let front = state.entries[0]
        let results = front.results.dropFirst(front.taken).prefix { $0 != nil }.compactMap { $0 }
        let range = front.taken..<front.taken + results.count
        let isLast = range.upperBound == front.count
        if isLast {
            state.held -= front.size
            state.entries.removeFirst()
        } else {
            state.entries[0].taken = range.upperBound
        }
        return Answers(batch: front.batch, range: range, results: results, isLast: isLast)
    }
}

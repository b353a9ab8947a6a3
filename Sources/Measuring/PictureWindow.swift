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

    private struct State {
        /// The batches that are not written, in order, and the results of each.
        var batches: [Batch] = []
        var results = WindowResults()
        var isClosed = false
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
        let first = state.wait(until: { $0.results.held < most || cancellation.reason != nil }) { state -> Int32? in
            guard cancellation.reason == nil else { return nil }
            state.batches.append(batch)
            return state.results.begin(pictures, size: size)
        }
        if pictures == 0 { state.notifyAll() }
        return first
    }

    /// No more batches come.
    package func close() { state.announce { $0.isClosed = true } }

    /// Takes results of pictures in the window, in any order.
    package func finish(_ results: [PictureResult]) {
        let isDue = state.change { state in
            state.results.store(results)
            return state.results.hasFront
        }
        if isDue { state.notifyAll() }
    }

    /// The next answers in order; nil when all are taken, or when the run has ended and the next one is missing. `look` is called
    /// now and then while this waits.
    package func next(_ look: () throws(MachineFailure) -> Void) throws(MachineFailure) -> Answers? {
        while !state.wait(
            atMost: 0.25, until: { $0.results.hasFront || $0.batches.isEmpty && $0.isClosed || cancellation.reason != nil })
        { try look() }
        let front = state.change { state -> Answers? in
            guard let batch = state.batches.first, let (range, results, isLast) = state.results.takeFront() else { return nil }
            if isLast { state.batches.removeFirst() }
            return Answers(batch: batch, range: range, results: results, isLast: isLast)
        }
        // The reader may go on.
        if front?.isLast == true { state.notifyAll() }
        return front
    }
}

/// The results of the batches in a window.
private struct WindowResults {
    private struct Entry {
        let size: Int
        let first: Int32
        let count: Int
        /// Made when the first result comes: most batches in the window wait.
        var results: [PictureResult?] = []
        /// The number of results that were taken.
        var taken = 0
    }

    private var entries: [Entry] = []
    private var next: Int32 = 0
    /// The sizes of the batches together.
    private(set) var held = 0

    /// Returns the number of the first picture.
    mutating func begin(_ count: Int, size: Int) -> Int32 {
        if Int(next) + count > Int(Int32.max) { next = 0 }
        defer { next += Int32(count) }
        held += size
        entries.append(Entry(size: size, first: next, count: count))
        return next
    }

    mutating func store(_ results: [PictureResult]) {
        var index = 0
        for result in results {
            // Results come in groups of a batch, and most are of the first batches.
            if !has(result.number, index) {
                guard let found = entries.indices.first(where: { has(result.number, $0) }) else { continue }
                index = found
            }
            if entries[index].results.isEmpty { entries[index].results = Array(repeating: nil, count: entries[index].count) }
            entries[index].results[Int(result.number - entries[index].first)] = result
        }
    }

    private func has(_ number: Int32, _ index: Int) -> Bool {
        index < entries.count && number >= entries[index].first && Int(number - entries[index].first) < entries[index].count
    }

    /// Whether the front has something to take.
    var hasFront: Bool {
        guard !entries.isEmpty else { return false }
        return entries[0].taken == entries[0].count || !entries[0].results.isEmpty && entries[0].results[entries[0].taken] != nil
    }

    mutating func takeFront() -> (range: Range<Int>, results: [PictureResult], isLast: Bool)? {
        guard hasFront else { return nil }
        let start = entries[0].taken
        var results: [PictureResult] = []
        results.reserveCapacity(entries[0].count - start)
        for index in start..<entries[0].count {
            guard let result = entries[0].results[index] else { break }
            results.append(result)
        }
        entries[0].taken += results.count
        let isLast = entries[0].taken == entries[0].count
        if isLast { held -= entries.removeFirst().size }
        return (start..<start + results.count, results, isLast)
    }
}

import System

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

    private let slots: WindowSlots
    /// The batches that are not written, in order.
    private let batches = Locked<[Batch]>([])

    /// The reader waits while the sizes of the batches in the window amount to `most`.
    package init(most: Int, _ ending: RunEnding) { slots = WindowSlots(most: most, ending) }

    /// Adds a batch with so many pictures, and returns the number of the first. Waits while the window is full; returns nil if the run
    /// has ended. Numbers begin anew some day, long after the pictures that had them are written.
    package func append(_ batch: Batch, pictures: Int, size: Int) -> Int32? {
        batches.change { $0.append(batch) }
        return slots.append(pictures, size)
    }

    /// No more batches come.
    package func close() { slots.close() }

    /// Takes results of pictures in the window, in any order.
    package func finish(_ results: [(number: Int32, result: PictureResult)]) { slots.finish(results) }

    /// The next answers in order; nil when all are taken, or when the run has ended and the next one is missing. `look` is called
    /// now and then while this waits.
    package func next(_ look: () throws(MachineFailure) -> Void) throws(MachineFailure) -> Answers? {
        guard let (range, results, isLast) = try slots.next(look) else { return nil }
        let batch = batches.change { isLast ? $0.removeFirst() : $0[0] }
        return Answers(batch: batch, range: range, results: results, isLast: isLast)
    }
}

/// The results of a window, by the numbers of its pictures.
final class WindowSlots: Sendable {
    typealias Front = (range: Range<Int>, results: [PictureResult], isLast: Bool)

    private struct Entry {
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
        /// The batches that are not taken, from `start` on.
        var entries: [Entry] = []
        var start = 0
        var next: Int32 = 0
        var held = 0
        var isClosed = false

        var isEmpty: Bool { start == entries.count }

        /// Whether the front has something to take.
        var hasFront: Bool {
            guard !isEmpty else { return false }
            let front = entries[start]
            return front.taken == front.count || !front.results.isEmpty && front.results[front.taken] != nil
        }
    }

    private let state = Locked(State())
    private let most: Int
    private let ending: RunEnding

    init(most: Int, _ ending: RunEnding) {
        (self.most, self.ending) = (most, ending)
        ending.onEnd { [state] _ in state.announce { _ in } }
    }

    func append(_ pictures: Int, _ size: Int) -> Int32? {
        let first = state.wait(until: { [ending, most] in $0.held < most || ending.reason != nil }) { [ending] state -> Int32? in
            guard ending.reason == nil else { return nil }
            if Int(state.next) + pictures > Int(Int32.max) { state.next = 0 }
            defer { state.next += Int32(pictures) }
            state.held += size
            state.entries.append(Entry(size: size, first: state.next, count: pictures))
            return state.next
        }
        if pictures == 0 { state.announce { _ in } }
        return first
    }

    func close() { state.announce { $0.isClosed = true } }

    func finish(_ results: [(number: Int32, result: PictureResult)]) {
        let isDue = state.change { state in
            var index = state.start
            for (number, result) in results {
                // Results come in groups of a batch, and most are of the first batches.
                if index == state.entries.count || !state.entries[index].has(number) {
                    index = (state.start..<state.entries.count).first { state.entries[$0].has(number) } ?? state.entries.count
                }
                guard index < state.entries.count else { continue }
                if state.entries[index].results.isEmpty { state.entries[index].results = Array(repeating: nil, count: state.entries[index].count) }
                state.entries[index].results[Int(number - state.entries[index].first)] = result
            }
            return state.hasFront
        }
        if isDue { state.announce { _ in } }
    }

    func next(_ look: () throws(MachineFailure) -> Void) throws(MachineFailure) -> Front? {
        while !state.wait(atMost: 0.25, until: { [ending] in $0.hasFront || $0.isEmpty && $0.isClosed || ending.reason != nil }) { try look() }
        let front = state.change { $0.hasFront ? Self.takeFront(of: &$0) : nil }
        // The reader may go on.
        if front?.isLast == true { state.announce { _ in } }
        return front
    }

    private static func takeFront(of state: inout State) -> Front {
        let taken = state.entries[state.start].taken
        let results = state.entries[state.start].results.dropFirst(taken).prefix { $0 != nil }.compactMap { $0 }
        let range = taken..<taken + results.count
        let isLast = range.upperBound == state.entries[state.start].count
        if isLast {
            state.held -= state.entries[state.start].size
            state.start += 1
            if state.start * 2 >= state.entries.count {
                state.entries.removeFirst(state.start)
                state.start = 0
            }
        } else {
            state.entries[state.start].taken = range.upperBound
        }
        return (range, results, isLast)
    }
}

/// A queue of pictures without a request so far. Each is only an index in an order, because a run has many.
struct WaitingPictures {
    typealias Picture = (index: Int, order: FetchOrder)

    /// A run that has no pictures left has no order either, so that the order's memory is free.
    private var runs: [(order: FetchOrder?, indices: ArraySlice<Int32>)] = []
    /// The number of runs at the front that have no pictures left.
    private var usedRuns = 0

    var isEmpty: Bool { usedRuns == runs.count }

    /// Adds the pictures with these indices, at least one.
    mutating func append(_ indices: [Int32], of order: FetchOrder) { runs.append((order, indices[...])) }

    mutating func popLast() -> Picture? {
        guard usedRuns < runs.count, let order = runs[runs.count - 1].order else { return nil }
        let index = Int(runs[runs.count - 1].indices.removeLast())
        if runs[runs.count - 1].indices.isEmpty { runs.removeLast() }
        return (index, order)
    }

    mutating func popFirst() -> Picture? {
        guard usedRuns < runs.count, let order = runs[usedRuns].order else { return nil }
        let index = Int(runs[usedRuns].indices.removeFirst())
        guard runs[usedRuns].indices.isEmpty else { return (index, order) }
        runs[usedRuns].order = nil
        usedRuns += 1
        if usedRuns * 2 >= runs.count {
            runs.removeFirst(usedRuns)
            usedRuns = 0
        }
        return (index, order)
    }
}

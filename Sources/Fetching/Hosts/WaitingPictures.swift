/// A queue of pictures without a request so far. Each is only an index in an order, because a run has many.
struct WaitingPictures {
    typealias Picture = (index: Int, order: FetchOrder)

    private var runs: [(order: FetchOrder, indices: Range<Int>)] = []
    /// The number of runs at the front that have no pictures left.
    private var usedRuns = 0

    var isEmpty: Bool { usedRuns == runs.count }

    /// Adds the pictures with these indices, at least one.
    mutating func append(_ indices: Range<Int>, of order: FetchOrder) { runs.append((order, indices)) }

    mutating func popLast() -> Picture? {
        guard usedRuns < runs.count else { return nil }
        let end = runs.count - 1
        let last = (index: runs[end].indices.upperBound - 1, order: runs[end].order)
        runs[end].indices.removeLast()
        if runs[end].indices.isEmpty { runs.removeLast() }
        return last
    }

    mutating func popFirst() -> Picture? {
        guard usedRuns < runs.count else { return nil }
        let first = (index: runs[usedRuns].indices.lowerBound, order: runs[usedRuns].order)
        runs[usedRuns].indices.removeFirst()
        if runs[usedRuns].indices.isEmpty { usedRuns += 1 }
        // Used runs keep their orders in memory. They are removed when they are half of all runs.
        if usedRuns > 0, usedRuns * 2 >= runs.count {
            runs.removeFirst(usedRuns)
            usedRuns = 0
        }
        return first
    }
}

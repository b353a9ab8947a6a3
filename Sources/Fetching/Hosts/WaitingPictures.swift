/// A queue of pictures that nothing has been asked for yet. A run has many, so each is only an index in an order.
struct WaitingPictures {
    private var runs: [(order: FetchOrder, indices: Range<Int>)] = []
    /// How many of the first runs have no pictures left.
    private var usedRuns = 0

    var isEmpty: Bool { usedRuns == runs.count }

    /// Adds the pictures with these indices, at least one.
    mutating func append(_ indices: Range<Int>, of order: FetchOrder) { runs.append((order, indices)) }

    mutating func popFirst() -> (index: Int, order: FetchOrder)? {
        guard usedRuns < runs.count else { return nil }
        let first = (index: runs[usedRuns].indices.lowerBound, order: runs[usedRuns].order)
        runs[usedRuns].indices.removeFirst()
        if runs[usedRuns].indices.isEmpty { usedRuns += 1 }
        // Used runs hold their orders in memory. Removing half at a time moves no run too often.
        if usedRuns > 0, usedRuns * 2 >= runs.count {
            runs.removeFirst(usedRuns)
            usedRuns = 0
        }
        return first
    }
}

/// Pictures that nothing has been asked for yet, the first first. A run has many of them.
struct WaitingPictures {
    private var stretches: [(order: FetchOrder, indices: Range<Int>)] = []
    /// How many stretches have none left.
    private var gone = 0

    var isEmpty: Bool { gone == stretches.count }

    /// Adds the pictures at those places of the order, which are some.
    mutating func append(_ indices: Range<Int>, of order: FetchOrder) { stretches.append((order, indices)) }

    mutating func popFirst() -> (index: Int, order: FetchOrder)? {
        guard gone < stretches.count else { return nil }
        let first = (index: stretches[gone].indices.lowerBound, order: stretches[gone].order)
        stretches[gone].indices.removeFirst()
        if stretches[gone].indices.isEmpty { gone += 1 }
        // An order that nothing is left of is not held for long, and the others are not moved too often.
        if gone > 0, gone * 2 >= stretches.count {
            stretches.removeFirst(gone)
            gone = 0
        }
        return first
    }
}

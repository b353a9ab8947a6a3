/// Items with due times, in a binary heap with the earliest first.
struct DueQueue<Item> {
    private var heap: [(due: Int64, item: Item)] = []

    var nextDue: Int64? { heap.first?.due }

    mutating func append(_ item: Item, due: Int64) {
        heap.append((due, item))
        var place = heap.count - 1
        while place > 0, heap[place].due < heap[(place - 1) / 2].due {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// The earliest item, if it is due.
    mutating func popFirst(at now: Int64) -> Item? {
        guard let first = heap.first, first.due <= now else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var place = 0
        while true {
            let children = [2 * place + 1, 2 * place + 2].filter { $0 < heap.count }
            guard let least = children.min(by: { heap[$0].due < heap[$1].due }), heap[least].due < heap[place].due
            else { return first.item }
            heap.swapAt(place, least)
            place = least
        }
    }

    /// All items, in no order.
    mutating func removeAll() -> [Item] {
        defer { heap = [] }
        return heap.map(\.item)
    }
}

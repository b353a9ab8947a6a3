/// The items of each column from top to bottom, in blocks of one pool. A column grows without being
/// copied, and an undone append returns its blocks to the pool.
struct ColumnStacks: Sendable {
    /// A block holds two to this power items. Large blocks are opened less often, but each column wastes
    /// part of its last one, so many columns get small blocks.
    private let blockBits: Int
    private var pool: [Int32] = []
    private var used = 0
    private var columns: [Stack]

    fileprivate struct Stack {
        var count = 0
        /// The pool index of the next item; valid unless the stack's blocks are full.
        var slot = 0
        /// The numbers of the stack's blocks in the pool.
        var blocks: [Int32] = []
        /// The search key of the last item of each full block. A search reads these first, since they lie together in
        /// memory and the items do not.
        var keys: [Double] = []
    }

    init(columns: Int) {
        blockBits = columns > 10_000 ? 4 : 6
        self.columns = Array(repeating: Stack(), count: columns)
    }

    private var blockSize: Int { 1 << blockBits }

    func count(of column: Int) -> Int { columns[column].count }

    func item(_ index: Int, of column: Int) -> Int {
        let block = Int(columns[column].blocks[index >> blockBits])
        return Int(pool[block << blockBits + index & (blockSize - 1)])
    }

    /// The first index in a column whose item has a search key of at least `key`.
    func firstIndex(of column: Int, reaching key: Double, keyOf: (Int) -> Double) -> Int {
        let keys = columns[column].keys
        let block = partitionPoint(0..<keys.count) { keys[$0] < key }
        let start = block << blockBits
        let end = min(start + blockSize, columns[column].count)
        return partitionPoint(start..<end) { keyOf(item($0, of: column)) < key }
    }

    /// Makes room in the pool for `count` more items, so that pointers to the pool stay valid.
    mutating func reserve(_ count: Int) {
        let blocks = count >> blockBits + min(count, columns.count) + 1
        let needed = used + blocks << blockBits
        if needed > pool.count { pool.grow(by: needed - pool.count) }
    }

    /// Gives the placing loop direct access to the stacks. The room must have been reserved.
    mutating func withPusher(_ body: (inout Pusher) -> Void) {
        var pusherUsed = used
        pool.withUnsafeMutableBufferPointer { pool in
            columns.withUnsafeMutableBufferPointer { columns in
                var pusher = Pusher(pool: pool, columns: columns, blockBits: blockBits, used: pusherUsed)
                body(&pusher)
                pusherUsed = pusher.used
            }
        }
        used = pusherUsed
    }

    /// Uses pointers, since the uniqueness and bounds checks of arrays would cost more than the rest of
    /// the placing.
    struct Pusher {
        fileprivate let pool: UnsafeMutableBufferPointer<Int32>
        fileprivate let columns: UnsafeMutableBufferPointer<Stack>
        fileprivate let blockBits: Int
        fileprivate var used: Int

        /// Whether the item has filled a block, which then needs its search key.
        @inline(__always)
        mutating func push(_ item: Int, to column: Int) -> Bool {
            let pointer = columns.baseAddress.unsafelyUnwrapped + column
            let mask = (1 &<< blockBits) &- 1
            let index = pointer.pointee.count & mask
            if index == 0 { openBlock(column) }
            let slot = pointer.pointee.slot
            pool[slot] = Int32(truncatingIfNeeded: item)
            pointer.pointee.slot = slot &+ 1
            pointer.pointee.count &+= 1
            return index == mask
        }

        func addKey(_ key: Double, to column: Int) { columns[column].keys.append(key) }

        func isEmpty(_ column: Int) -> Bool { columns[column].count == 0 }

        @inline(never)
        private mutating func openBlock(_ column: Int) {
            columns[column].blocks.append(Int32(used >> blockBits))
            columns[column].slot = used
            used += 1 << blockBits
        }
    }

    /// Undoes the last push, which must have gone to this column.
    mutating func pop(_ column: Int) {
        columns[column].count -= 1
        let index = columns[column].count & (blockSize - 1)
        columns[column].slot -= 1
        if index == blockSize - 1 { columns[column].keys.removeLast() }
        if index == 0 {
            columns[column].blocks.removeLast()
            used -= blockSize
            if let block = columns[column].blocks.last { columns[column].slot = Int(block + 1) << blockBits }
        }
    }
}

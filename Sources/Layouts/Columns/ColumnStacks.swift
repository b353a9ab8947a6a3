/// The items of each column from top to bottom, in blocks out of one pool: a column grows without
/// moving, and an undone append gives its blocks back.
struct ColumnStacks: Sendable {
    /// A block has two to this power places. Each column has one that is not full, so where columns are
    /// many their blocks are small; large ones are opened less often.
    private let blockBits: Int
    private var pool: [Int32] = []
    private var used = 0
    private var columns: [Column]

    fileprivate struct Column {
        var count = 0
        /// Where the next item goes; valid unless the column's blocks are full.
        var slot = 0
        /// Which blocks of the pool are the column's, and the bottom of the last item of each full one:
        /// a search reads these, which lie together, before it reads items, which do not.
        var blocks: [Int32] = []
        var bottoms: [Double] = []
    }

    init(columns: Int) {
        blockBits = columns > 10_000 ? 4 : 6
        self.columns = Array(repeating: Column(), count: columns)
    }

    private var blockSize: Int { 1 << blockBits }

    func count(of column: Int) -> Int { columns[column].count }

    func item(_ place: Int, of column: Int) -> Int {
        let block = Int(columns[column].blocks[place >> blockBits])
        return Int(pool[block << blockBits + place & (blockSize - 1)])
    }

    /// The first place of a column whose item's bottom is below y.
    func firstPlace(of column: Int, below y: Double, bottom: (Int) -> Double) -> Int {
        let bottoms = columns[column].bottoms
        let block = partition(0..<bottoms.count) { bottoms[$0] <= y }
        let start = block << blockBits
        let end = min(start + blockSize, columns[column].count)
        return partition(start..<end) { bottom(item($0, of: column)) <= y }
    }

    /// Makes room in the pool for so many items more, so that pointers to it stay.
    mutating func reserve(_ count: Int) {
        let blocks = count >> blockBits + min(count, columns.count) + 1
        let needed = used + blocks << blockBits
        if needed > pool.count { pool.extend(by: needed - pool.count) }
    }

    /// Hands out what the placing loop writes to. The room must have been reserved.
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

    /// Pointers and no arrays: a million pushes that each ask whether an array is shared and its
    /// index in range cost more than the rest of the placing.
    struct Pusher {
        fileprivate let pool: UnsafeMutableBufferPointer<Int32>
        fileprivate let columns: UnsafeMutableBufferPointer<Column>
        fileprivate let blockBits: Int
        fileprivate var used: Int

        @inline(__always)
        mutating func push(_ item: Int, bottom: Double, to column: Int) {
            let pointer = columns.baseAddress.unsafelyUnwrapped + column
            let mask = (1 &<< blockBits) &- 1
            let place = pointer.pointee.count & mask
            if place == 0 { openBlock(column) }
            let slot = pointer.pointee.slot
            pool[slot] = Int32(truncatingIfNeeded: item)
            pointer.pointee.slot = slot &+ 1
            pointer.pointee.count &+= 1
            if place == mask { columns[column].bottoms.append(bottom) }
        }

        func isEmpty(_ column: Int) -> Bool { columns[column].count == 0 }

        @inline(never)
        private mutating func openBlock(_ column: Int) {
            columns[column].blocks.append(Int32(used >> blockBits))
            columns[column].slot = used
            used += 1 << blockBits
        }
    }

    /// Takes back the last push of all, which went to this column.
    mutating func pop(_ column: Int) {
        columns[column].count -= 1
        let place = columns[column].count & (blockSize - 1)
        columns[column].slot -= 1
        if place == blockSize - 1 { columns[column].bottoms.removeLast() }
        if place == 0 {
            columns[column].blocks.removeLast()
            used -= blockSize
            if let block = columns[column].blocks.last { columns[column].slot = Int(block + 1) << blockBits }
        }
    }
}

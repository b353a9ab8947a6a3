/// The bottoms of all columns, and the smallest of them, ties to the left.
///
/// Few columns are looked at one by one. Many play a tournament: each node of a binary tree knows
/// the winner below it, so that an item costs a climb to the root and not a look at every column.
/// The left wins a draw in every match, hence also the tournament.
struct ShortestColumn: Sendable {
    /// Up to so many columns a look at each is faster; measured by Benchmarks/layout.
    private static let fewColumns = 9

    let columns: Int
    private let leaves: Int
    private(set) var bottoms: [Double]
    /// The winner below each node and the bits of its bottom; node k stands over 2k and 2k+1, the
    /// root is 1. Empty for few columns.
    private var winners: [Int32] = []
    private var keys: [UInt64] = []

    init(columns: Int, start: Double) {
        self.columns = columns
        // Not a negative zero, whose bits compare as the greatest.
        bottoms = Array(repeating: start + 0, count: columns)
        var leaves = 0
        if columns > Self.fewColumns {
            leaves = 1
            while leaves < columns { leaves *= 2 }
        }
        self.leaves = leaves
        playAll()
    }

    var lowest: Double { bottoms.reduce(.infinity, min) }

    /// Puts all bottoms back at once.
    mutating func reset(_ bottom: (Int) -> Double) {
        for column in 0..<columns { bottoms[column] = bottom(column) + 0 }
        playAll()
    }

    private mutating func playAll() {
        winners = Array(repeating: 0, count: 2 * leaves)
        // Leaves behind the last column never win.
        keys = Array(repeating: .max, count: 2 * leaves)
        guard leaves > 0 else { return }
        for column in 0..<columns {
            winners[leaves + column] = Int32(column)
            keys[leaves + column] = bottoms[column].bitPattern
        }
        for node in stride(from: leaves - 1, to: 0, by: -1) {
            let better = keys[2 * node + 1] < keys[2 * node] ? 2 * node + 1 : 2 * node
            winners[node] = winners[better]
            keys[node] = keys[better]
        }
    }

    /// Hands out a view for the placing loop, which is compiled for few columns and for many.
    mutating func withRace(few: (inout FewColumns) -> Void, many: (inout Tournament) -> Void) {
        bottoms.withUnsafeMutableBufferPointer { bottoms in
            guard leaves > 0 else {
                var race = FewColumns(bottoms: bottoms)
                return few(&race)
            }
            winners.withUnsafeMutableBufferPointer { winners in
                keys.withUnsafeMutableBufferPointer { keys in
                    var race = Tournament(bottoms: bottoms, winners: winners, keys: keys, leaves: leaves)
                    many(&race)
                }
            }
        }
    }
}

/// Who is shortest, and that a column has grown.
protocol ColumnRace {
    var shortest: Int { get }
    subscript(column: Int) -> Double { get set }
}

// Unsafe buffers, since the indexes come from the structures themselves and are looked up several
// times an item.

struct FewColumns: ColumnRace {
    let bottoms: UnsafeMutableBufferPointer<Double>

    var shortest: Int {
        @inline(__always) get {
            var best = 0
            var bottom = bottoms[0]
            for column in 1..<max(1, bottoms.count) {
                let isLower = bottoms[column] < bottom
                best = chosen(isLower, column, best)
                bottom = isLower ? bottoms[column] : bottom
            }
            return best
        }
    }

    subscript(column: Int) -> Double {
        @inline(__always) get { bottoms[column] }
        @inline(__always) nonmutating set { bottoms[column] = newValue }
    }
}

struct Tournament: ColumnRace {
    let bottoms: UnsafeMutableBufferPointer<Double>
    let winners: UnsafeMutableBufferPointer<Int32>
    let keys: UnsafeMutableBufferPointer<UInt64>
    let leaves: Int

    var shortest: Int { @inline(__always) get { Int(winners[1]) } }

    subscript(column: Int) -> Double {
        @inline(__always) get { bottoms[column] }
        @inline(__always) nonmutating set {
            bottoms[column] = newValue
            var node = leaves &+ column
            var winner = Int32(truncatingIfNeeded: column)
            // Bottoms are not negative, so that their bits compare as they do.
            var key = newValue.bitPattern
            keys[node] = key
            while node > 1 {
                // The rival of a right child, an odd node, stands on the left and wins a draw.
                let wins = keys[node ^ 1] < key &+ UInt64(truncatingIfNeeded: node & 1)
                winner = chosen(wins, winners[node ^ 1], winner)
                key = chosen(wins, keys[node ^ 1], key)
                node >>= 1
                winners[node] = winner
                keys[node] = key
            }
        }
    }
}

/// One of two without a jump: nobody can predict which column is shorter, the processor neither.
@inline(__always)
private func chosen<Number: FixedWidthInteger>(_ first: Bool, _ one: Number, _ other: Number) -> Number {
    other ^ ((one ^ other) & (0 &- (first ? 1 : 0)))
}

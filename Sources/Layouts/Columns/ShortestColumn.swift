/// The bottoms of all columns, and the smallest of them, ties to the left.
///
/// Few columns are looked at one by one. Many play a tournament: each node of a binary tree knows
/// the winner below it, so that an item costs a climb to the root and not a look at every column.
/// The left wins a draw in every match, hence also the tournament.
struct ShortestColumn: Sendable {
    /// Up to so many columns a look at each is faster; measured by Benchmarks/layout.
    private static let fewColumns = 12

    let columns: Int
    private let leaves: Int
    /// One for each leaf; those behind the last column never win.
    private(set) var bottoms: [Double]
    /// The winner below each node; node k stands over 2k and 2k+1, the root is 1. Empty for few columns.
    private var winners: [Int32] = []

    init(columns: Int, start: Double) {
        self.columns = columns
        guard columns > Self.fewColumns else {
            leaves = 0
            bottoms = Array(repeating: start, count: columns)
            return
        }
        var leaves = 1
        while leaves < columns { leaves *= 2 }
        self.leaves = leaves
        bottoms = Array(repeating: .infinity, count: leaves)
        for column in 0..<columns { bottoms[column] = start }
        playAll()
    }

    var lowest: Double { winners.isEmpty ? bottoms.reduce(.infinity, min) : bottoms[Int(winners[1])] }

    /// Puts all bottoms back at once.
    mutating func reset(_ bottom: (Int) -> Double) {
        for column in 0..<columns { bottoms[column] = bottom(column) }
        if leaves > 0 { playAll() }
    }

    private mutating func playAll() {
        winners = Array(repeating: 0, count: 2 * leaves)
        for leaf in 0..<leaves { winners[leaves + leaf] = Int32(leaf) }
        for node in stride(from: leaves - 1, to: 0, by: -1) {
            let left = winners[2 * node]
            let right = winners[2 * node + 1]
            winners[node] = bottoms[Int(right)] < bottoms[Int(left)] ? right : left
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
                var race = Tournament(bottoms: bottoms, winners: winners, leaves: leaves)
                many(&race)
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
            for column in 1..<max(1, bottoms.count) where bottoms[column] < bottom {
                best = column
                bottom = bottoms[column]
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
    let leaves: Int

    var shortest: Int { @inline(__always) get { Int(winners[1]) } }

    subscript(column: Int) -> Double {
        @inline(__always) get { bottoms[column] }
        @inline(__always) nonmutating set {
            bottoms[column] = newValue
            var node = leaves &+ column
            var winner = Int32(truncatingIfNeeded: column)
            var bottom = newValue
            while node > 1 {
                let rival = winners[node ^ 1]
                let rivalBottom = bottoms[Int(rival)]
                // The rival of a right child stands on the left and wins a draw.
                let wins = rivalBottom < bottom || (rivalBottom == bottom && node & 1 == 1)
                winner = wins ? rival : winner
                bottom = wins ? rivalBottom : bottom
                node >>= 1
                winners[node] = winner
            }
        }
    }
}

/// How the column of the next item is chosen.
enum ColumnChoice: Sendable {
    /// The shortest one, ties to the left.
    case shortest(BottomReading)
    /// The first one, from the column behind that of the last item on, that is not longer than the shortest by more.
    case tolerant(Double)
}

/// The bottoms of all columns, and which column is next.
///
/// To find the shortest, ties to the left:
/// Few columns are compared one by one. Many form a tournament tree: each node holds the shortest
/// column below it, so placing an item costs one path to the root and not a look at every column.
/// The left child wins every tie, so the leftmost of the shortest columns wins.
struct ColumnBottoms: Sendable {
    /// Up to this number a linear scan is faster, as Benchmarks/layout measured.
    private static let maxScanned = 9

    let columns: Int
    private let leaves: Int
    private let choice: ColumnChoice
    /// The column that the next search begins with; used by the tolerant choice alone.
    private var cursor = 0
    private(set) var values: [Double]
    /// The shortest column below each node. The children of node k are 2k and 2k+1, and the root is 1.
    /// Empty for few columns.
    private var winners: [Int32] = []
    /// The bits of each winner's bottom, as it is compared.
    private var keys: [UInt64] = []

    init(columns: Int, start: Double, choice: ColumnChoice) {
        self.columns = columns
        self.choice = choice
        // Adding 0 turns a negative zero, whose bits would compare as the greatest, into a positive one.
        values = Array(repeating: start + 0, count: columns)
        var leaves = 0
        if case .shortest = choice, columns > Self.maxScanned {
            leaves = 1
            while leaves < columns { leaves *= 2 }
        }
        self.leaves = leaves
        rebuild()
    }

    var least: Double { values.reduce(.infinity, min) }
    var greatest: Double { values.dropFirst().reduce(values[0], max) }

    /// Replaces all bottoms. The last item stands in `lastColumn`.
    mutating func reset(lastColumn: Int?, _ bottom: (Int) -> Double) {
        cursor = lastColumn.map { $0 + 1 < columns ? $0 + 1 : 0 } ?? 0
        for column in 0..<columns { values[column] = bottom(column) + 0 }
        rebuild()
    }

    private mutating func rebuild() {
        winners = Array(repeating: 0, count: 2 * leaves)
        // The unused leaves behind the last column never win.
        keys = Array(repeating: .max, count: 2 * leaves)
        guard leaves > 0, case .shortest(let reading) = choice else { return }
        for column in 0..<columns {
            winners[leaves + column] = Int32(column)
            keys[leaves + column] = reading.comparing(values[column]).bitPattern
        }
        for node in stride(from: leaves - 1, to: 0, by: -1) {
            let better = keys[2 * node + 1] < keys[2 * node] ? 2 * node + 1 : 2 * node
            winners[node] = winners[better]
            keys[node] = keys[better]
        }
    }

    /// Gives the placing loop direct access. The loop is specialized for few columns, for many, and for the tolerant choice.
    mutating func withFinder(
        few: (inout LinearScan) -> Void, many: (inout TournamentTree) -> Void, tolerant: (inout TolerantScan) -> Void
    ) {
        values.withUnsafeMutableBufferPointer { bottoms in
            switch choice {
            case .tolerant(let tolerance):
                var scan = TolerantScan(bottoms: bottoms, tolerance: tolerance, cursor: cursor)
                tolerant(&scan)
                cursor = scan.cursor
            case .shortest(let reading) where leaves == 0:
                var scan = LinearScan(bottoms: bottoms, reading: reading)
                few(&scan)
            case .shortest(let reading):
                winners.withUnsafeMutableBufferPointer { winners in
                    keys.withUnsafeMutableBufferPointer { keys in
                        var tree = TournamentTree(
                            bottoms: bottoms, winners: winners, keys: keys, leaves: leaves, reading: reading)
                        many(&tree)
                    }
                }
            }
        }
    }
}

/// Finds the column of the next item; the subscript reads and sets a column's bottom.
protocol ColumnFinder {
    mutating func next() -> Int
    subscript(column: Int) -> Double { get set }
}

// All use unsafe buffers: the indexes come from the structures themselves, and each item needs several.

struct LinearScan: ColumnFinder {
    let bottoms: UnsafeMutableBufferPointer<Double>
    let reading: BottomReading

    @inline(__always)
    func next() -> Int {
        // Bottoms that are placed by as Floats are Floats already.
        reading == .floatToCompare ? shortest(comparing: Float.self) : shortest(comparing: Double.self)
    }

    @inline(__always)
    private func shortest<Number: BinaryFloatingPoint>(comparing: Number.Type) -> Int {
        var best = 0
        var bottom = Number(bottoms[0])
        for column in 1..<max(1, bottoms.count) {
            let other = Number(bottoms[column])
            let isLower = other < bottom
            best = chosen(isLower, column, best)
            bottom = isLower ? other : bottom
        }
        return best
    }

    subscript(column: Int) -> Double {
        @inline(__always) get { bottoms[column] }
        @inline(__always) nonmutating set { bottoms[column] = newValue }
    }
}

struct TournamentTree: ColumnFinder {
    let bottoms: UnsafeMutableBufferPointer<Double>
    let winners: UnsafeMutableBufferPointer<Int32>
    let keys: UnsafeMutableBufferPointer<UInt64>
    let leaves: Int
    let reading: BottomReading

    @inline(__always)
    func next() -> Int { Int(winners[1]) }

    subscript(column: Int) -> Double {
        @inline(__always) get { bottoms[column] }
        @inline(__always) nonmutating set {
            bottoms[column] = newValue
            var node = leaves &+ column
            var winner = Int32(truncatingIfNeeded: column)
            // Bottoms are not negative, so their bits compare as the numbers do.
            var key = reading.comparing(newValue).bitPattern
            keys[node] = key
            while node > 1 {
                // An odd node is a right child, and its left sibling wins a tie.
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

struct TolerantScan: ColumnFinder {
    let bottoms: UnsafeMutableBufferPointer<Double>
    let tolerance: Double
    var cursor: Int

    @inline(__always)
    mutating func next() -> Int {
        var least = bottoms[0]
        for column in 1..<max(1, bottoms.count) { least = min(least, bottoms[column]) }
        var column = cursor
        while bottoms[column] > least + tolerance { column = column + 1 < bottoms.count ? column + 1 : 0 }
        cursor = column + 1 < bottoms.count ? column + 1 : 0
        return column
    }

    subscript(column: Int) -> Double {
        @inline(__always) get { bottoms[column] }
        @inline(__always) nonmutating set { bottoms[column] = newValue }
    }
}

/// One of two numbers without a branch, since the processor cannot predict which column is shorter.
@inline(__always)
private func chosen<Number: FixedWidthInteger>(_ first: Bool, _ one: Number, _ other: Number) -> Number {
    other ^ ((one ^ other) & (0 &- (first ? 1 : 0)))
}

/// How the published code reads the bottoms of columns that it has stored. It stores every bottom as a Double.
package enum BottomReading: Sendable {
    /// As the Double it is.
    case double
    /// As the nearest Float, wherever it is used.
    case float
    /// As the nearest Float to compare columns, and as the Double to place an item.
    case floatToCompare

    /// The bottom that an item is placed by.
    @inline(__always)
    func placing(_ bottom: Double) -> Double { self == .float ? bottom.nearestFloat : bottom }

    /// The bottom that columns are compared by.
    @inline(__always)
    func comparing(_ bottom: Double) -> Double { self == .double ? bottom : bottom.nearestFloat }
}

extension Double {
    /// F(x) of the specification.
    @inline(__always)
    var nearestFloat: Double { Double(Float(self)) }
}

/// The arithmetic of a column layout, as the parameter `arithmetic` names it.
public enum ColumnArithmetic: String, CaseIterable, Sendable { case float, double }

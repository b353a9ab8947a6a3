/// The choices in which column layouts differ: the unit of their lengths, the edges of their columns, the heights of
/// pictures, and the column of the next item. Lengths down a column are in the unit of the engine that the rule follows;
/// everything else is in points.
protocol ColumnRule: Sendable {
    var viewport: Size { get }
    var columns: Int { get }
    /// The items that go to the columns from left to right, one each.
    var dealing: Dealing { get }
    /// The items whose first heights choose their columns; nil if all keep their heights.
    var firstBatch: FirstBatch? { get }
    /// The columns before the first item, and how the next one is chosen.
    var emptyBottoms: ColumnBottoms { get }

    func x(of column: Int) -> Double
    func width(of column: Int) -> Double
    /// The columns that may meet a range of x.
    func columns(from minX: Double, to maxX: Double) -> Range<Int>

    /// The height of an item: that of its picture, the strip of all items, and the points that this one adds.
    func height(_ width: Int32, _ height: Int32, adding points: Double, in column: Int) -> Double
    /// Where an item begins in a column that ends there.
    func top(below end: Double, isFirst: Bool) -> Double
    /// Where an item leaves the end of its column.
    func end(top: Double, height: Double) -> Double

    func y(_ top: Double) -> Double
    func points(_ height: Double) -> Double
    /// Keys by which a query searches a column: they never decrease down a column, and a frame that reaches below y
    /// has a key that is not less than `searchKey(reaching: y)`.
    func searchKey(top: Double, height: Double) -> Double
    func searchKey(reaching y: Double) -> Double

    /// The height of content whose longest column ends there.
    func contentHeight(_ end: Double) -> Double
    var heightWhenEmpty: Double { get }
    func guarantees(_ sections: SectionTable, contentHeight: Double) -> LayoutGuarantees
}

extension ColumnRule {
    var firstBatch: FirstBatch? { nil }
}

/// Items that an engine measures at another width first: these heights choose their columns.
struct FirstBatch: Equatable, Sendable {
    let count: Int
    let heights: PixelHeights
}

/// Heights of items as browsers round them, to whole pixels.
struct PixelHeights: Equatable, Sendable {
    /// The width of an item.
    let width: Double
    /// The strip of all items.
    let strip: Double

    @inline(__always)
    func height(_ pictureWidth: Int32, _ height: Int32, adding points: Double) -> Double {
        (width * Double(height) / Double(pictureWidth) + (strip + points) + 0.5).rounded(.down)
    }
}

/// Items that go to the columns in turn, whichever is the shortest.
enum Dealing {
    case none
    /// The first items of the list.
    case list
    /// The first items of each section; the turn goes on from section to section.
    case sections
}

/// The items that were put into one of several shortest columns, where the published code leaves open which one:
/// it walks a dictionary, whose order is undefined.
public struct ColumnTies: Equatable, Sendable {
    /// How many of the items were put below another one.
    public internal(set) var count = 0
    /// The first of those; nil if there are none.
    public internal(set) var first: Int?
    /// How many of the items began a column. In lf-waterflow every list with three columns or more starts with such
    /// ties, whatever its pictures are.
    public internal(set) var betweenEmptyColumns = 0

    package init(count: Int = 0, first: Int? = nil, betweenEmptyColumns: Int = 0) {
        self.count = count
        self.first = first
        self.betweenEmptyColumns = betweenEmptyColumns
    }
}

extension ColumnTies {
    fileprivate mutating func add(_ item: Int, startsColumn: Bool) {
        guard !startsColumn else {
            betweenEmptyColumns += 1
            return
        }
        count += 1
        first = first ?? item
    }
}

extension ColumnFrames<ColumnPlan> {
    /// Places the items again in the columns that they have. `isOpen` says of the leftmost of several shortest
    /// columns whether another one may win.
    func ties(where isOpen: (Int) -> Bool) -> ColumnTies {
        var ties = ColumnTies()
        var bottoms = rule.emptyBottoms
        func look(_ bottoms: inout some ColumnFinder) {
            var turns = SectionCursor(sections)
            var isEmpty = Array(repeating: true, count: rule.columns)
            for item in 0..<sections.itemCount {
                _ = turns.isAtStart(item)
                let column = column(of: item)
                let isInTurn = rule.dealing == .sections && item - turns.start < rule.columns
                if !isInTurn, isOpen(column) {
                    let bottom = rule.reading.comparing(bottoms[column])
                    // Without this column the shortest is another one, if there is another one.
                    bottoms[column] = .infinity
                    if rule.reading.comparing(bottoms[bottoms.next()]) == bottom {
                        ties.add(item, startsColumn: isEmpty[column])
                    }
                }
                bottoms[column] = nextBottom(below: item)
                isEmpty[column] = false
            }
        }
        bottoms.withFinder(few: { look(&$0) }, many: { look(&$0) }, tolerant: { look(&$0) })
        return ties
    }
}

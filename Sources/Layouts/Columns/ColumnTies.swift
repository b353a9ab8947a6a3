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
        guard !startsColumn else { return betweenEmptyColumns += 1 }
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

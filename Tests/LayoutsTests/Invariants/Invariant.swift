/// A statement that holds for every layout.
enum Invariant: String, CaseIterable, Sendable {
    /// One frame for each picture, none extra, in the sections of the page.
    case count
    case finite
    /// Frames stay between the insets.
    case bounds
    /// Frames are as wide as a column and stand where one begins.
    case columns
    case overlap
    /// The distance between items is the layout's gap.
    case gap
    /// Each item stands in the column that was the shortest, ties to the left.
    case shortest
    /// A frame has the aspect ratio of its picture, to one point.
    case aspect
    /// The bottoms of columns differ by at most the tallest item and a gap.
    case balance
    /// The content covers every frame.
    case coverage
    /// A rect query returns exactly the frames that meet the rect, in item order, however often it is asked.
    case query
    /// Appending pages one by one gives the frames of the whole; in column layouts no earlier frame moves.
    case append
    /// An append that is undone leaves no trace.
    case undo
    /// The frames are the same after a turn to landscape and back.
    case rotation
}

/// A case in which an invariant does not hold, and by how much.
struct Violation: Equatable, Sendable {
    /// The invariant that does not hold.
    let invariant: Invariant
    /// The items concerned, the most important one first; empty if the whole layout is concerned.
    let items: [Int]
    /// The number that was measured; the message says what it is.
    let found: Double
    /// The number that would have been right, or the limit.
    let allowed: Double
    /// One sentence without a full stop.
    let message: String
}

/// The violations that a check has found.
struct InvariantReport: Equatable, Sendable {
    /// The first violations of each invariant.
    private(set) var violations: [Violation] = []
    /// How many violations of each invariant there are, including those that are not listed.
    private(set) var counts: [Invariant: Int] = [:]
    /// How many of each invariant are listed, since a broken layout may violate one for every picture.
    let limit: Int

    init(limit: Int = 100) { self.limit = limit }

    /// Whether nothing was found, listed or not.
    var isClean: Bool { counts.isEmpty }

    /// The report without violations of other invariants.
    func only(_ invariants: Set<Invariant>) -> InvariantReport {
        var report = self
        report.violations.removeAll { !invariants.contains($0.invariant) }
        report.counts = counts.filter { invariants.contains($0.key) }
        return report
    }

    /// Adds the violations of another report.
    mutating func add(_ other: InvariantReport) {
        var listed = violations.reduce(into: [:]) { $0[$1.invariant, default: 0] += 1 }
        for violation in other.violations where listed[violation.invariant, default: 0] < limit {
            listed[violation.invariant, default: 0] += 1
            violations.append(violation)
        }
        counts.merge(other.counts, uniquingKeysWith: +)
    }

    mutating func add(
        _ invariant: Invariant, _ items: [Int], found: Double, allowed: Double, _ message: @autoclosure () -> String
    ) {
        counts[invariant, default: 0] += 1
        guard counts[invariant, default: 0] <= limit else { return }
        violations.append(
            Violation(invariant: invariant, items: items, found: found, allowed: allowed, message: message()))
    }
}

/// What holds of every layout.
public enum Invariant: String, CaseIterable, Sendable {
    /// One frame for each picture, none extra, in the sections of the page.
    case count
    case finite
    /// Frames stay between the insets.
    case bounds
    /// Frames are as wide as a column and stand where one begins.
    case columns
    case overlap
    /// Items stand their gap apart.
    case gap
    /// Each item stands in the column that was the shortest, the leftmost of several.
    case shortest
    /// A frame has the shape of its picture, to one point.
    case aspect
    /// The bottoms of columns differ by the tallest item and a gap at most.
    case balance
    /// The content covers every frame.
    case coverage
    /// A rect query returns the frames that meet the rect and no other, in item order, whenever it is asked.
    case query
    /// Pages give the frames of the whole; in column layouts no earlier frame moves.
    case append
    /// An append that is undone leaves no trace.
    case undo
    /// Portrait, landscape, portrait again: the same frames.
    case rotation
}

/// An invariant that does not hold, and by how much.
public struct Violation: Equatable, Sendable {
    public let invariant: Invariant
    /// The items it is about, the one to look at first in front; none where it is about the whole.
    public let items: [Int]
    public let found: Double
    public let allowed: Double
    /// One sentence without a full stop.
    public let message: String
}

/// What a check has found.
public struct InvariantReport: Equatable, Sendable {
    /// The first violations of each invariant.
    public private(set) var violations: [Violation] = []
    /// How many there are of each, those included that are not listed.
    public private(set) var counts: [Invariant: Int] = [:]
    /// How many of each invariant are listed: a broken layout of a million pictures breaks a million times.
    public let limit: Int

    public init(limit: Int = 100) { self.limit = limit }

    public var isClean: Bool { counts.isEmpty }

    /// What is found of some invariants.
    func only(_ invariants: Set<Invariant>) -> InvariantReport {
        var report = self
        report.violations.removeAll { !invariants.contains($0.invariant) }
        report.counts = counts.filter { invariants.contains($0.key) }
        return report
    }

    /// Takes over what another report has found of other invariants.
    mutating func add(_ other: InvariantReport) {
        violations += other.violations
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

/// Counts of what kind the entries are, where a manifest should be of one kind, and remembers where
/// each kind was met first.
struct KindTally<Kind: Equatable & Sendable>: Sendable {
    struct Met: Sendable {
        let kind: Kind
        let file: Int
        let first: FindingCollector.Spot
        fileprivate(set) var count = 1
    }

    private(set) var met: [Met] = []
    /// The kind that was met last, which the next is most often of.
    private var last = 0

    /// More kinds are too many to be told one by one.
    private static var limit: Int { 64 }

    /// Notes a kind that has not been met.
    mutating func add(in file: Int, _ kind: Kind, _ spot: @autoclosure () -> FindingCollector.Spot) {
        guard met.count < Self.limit else { return }
        last = met.count
        met.append(Met(kind: kind, file: file, first: spot()))
    }

    /// Counts one more of a kind that has been met; answers false where it has not.
    @inline(__always)
    mutating func addIfKnown(where isSame: (Kind) -> Bool) -> Bool {
        if last < met.count, isSame(met[last].kind) {
            met[last].count += 1
            return true
        }
        guard let known = met.firstIndex(where: { isSame($0.kind) }) else { return false }
        last = known
        met[known].count += 1
        return true
    }

    /// The kind of most entries, and of two the one that was met first.
    var usual: Met? { met.reduce(nil) { best, next in next.count > best?.count ?? 0 ? next : best } }

    var count: Int { met.reduce(0) { $0 + $1.count } }
}

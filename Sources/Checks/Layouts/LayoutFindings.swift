import Layouts

/// What a rule finds of one layout on one screen. Items are told apart by their place in the layout.
struct LayoutFindings: Sendable {
    struct Found: Equatable, Sendable {
        /// Nil for what concerns the layout as a whole.
        let item: Int?
        let message: String
    }

    private(set) var found: [Found] = []
    /// How many are not kept.
    private(set) var more = 0
    private(set) var silent: (known: Int, ignored: Int) = (0, 0)
    private let limit: Int
    private let rule: Rule
    private let silence: Silence.ItemJudge?

    /// `silence` is nil where nothing can be silent.
    init(limit: Int, _ rule: Rule, _ silence: Silence.ItemJudge? = nil) {
        self.limit = limit
        self.rule = rule
        self.silence = silence
    }

    /// What is silent is not described: a baseline may know a finding of every picture.
    mutating func add(_ item: Int?, _ message: @autoclosure () -> String) {
        switch silence?(rule, item) {
        case .known: silent.known += 1
        case .ignored: silent.ignored += 1
        case nil:
            guard found.count < limit else {
                more += 1
                return
            }
            found.append(Found(item: item, message: message()))
        }
    }

    /// Takes over what a check of Layouts has found.
    mutating func add(_ invariant: Invariant, of report: InvariantReport) {
        let listed = report.violations.filter { $0.invariant == invariant }
        for violation in listed { add(violation.items.first, violation.message) }
        more += (report.counts[invariant] ?? 0) - listed.count
    }
}

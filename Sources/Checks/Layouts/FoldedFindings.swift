/// The findings of the rules about frames on all screens. A picture that breaks a rule on many screens has one finding,
/// with the message of the first of them.
package struct FoldedFindings: Sendable {
    /// How many cases, which are screens of layouts, are folded.
    let total: Int
    private(set) var rules: [FoldedRule] = []

    package init(of total: Int) { self.total = total }

    /// Adds the findings of the next case.
    package mutating func add(_ found: LayoutCaseFindings) {
        for findings in found.rules {
            let known = rules.firstIndex { $0.rule.id == findings.rule.id }
            if known == nil { rules.append(FoldedRule(findings.rule)) }
            rules[known ?? rules.count - 1].add(findings, on: found.title)
        }
    }
}

/// The findings of one rule about frames on all screens.
struct FoldedRule: Sendable {
    /// A case may have several findings about one item. They are folded with those of other cases in their order.
    private struct Key: Hashable {
        let item: Int?
        let number: Int
    }

    /// A finding of one or more cases.
    struct FoldedFinding: Sendable {
        let item: Int?
        let message: String
        /// The first case.
        let screen: String
        fileprivate(set) var count = 1
    }

    let rule: Rule
    private(set) var found: [FoldedFinding] = []
    private var indices: [Key: Int] = [:]
    private var others = ItemSet()
    private var more = 0

    init(_ rule: Rule) { self.rule = rule }

    /// How many findings are not kept: each item counts once.
    var surplus: Int { others.count + more }

    mutating func add(_ findings: LayoutFindings, on screen: String) {
        for index in found.indices {
            if let item = found[index].item, findings.others.contains(item) { found[index].count += 1 }
        }
        var counts: [Int?: Int] = [:]
        for next in findings.found {
            let key = Key(item: next.item, number: counts[next.item, default: 0])
            counts[next.item] = key.number + 1
            if let index = indices[key] {
                found[index].count += 1
            } else if let item = next.item, others.contains(item) {
                continue
            } else if found.count < FindingCollector.defaultLimit {
                indices[key] = found.count
                found.append(FoldedFinding(item: next.item, message: next.message, screen: screen))
            } else if let item = next.item {
                others.insert(item)
            } else {
                more += 1
            }
        }
        others.formUnion(findings.others)
        more += findings.more
        for case let item? in found.lazy.map(\.item) { others.remove(item) }
    }
}

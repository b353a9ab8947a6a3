import Layouts
import WeirBase

/// The findings about the pictures of a manifest in one layout on one screen. Each thread fills those of its screens, and
/// `CheckedManifest` adds them to the store.
package struct ScreenFindings: Sendable {
    /// `severity` is nil for that of the rule.
    typealias Found = (item: Int?, message: String, severity: Severity?)
    typealias FoundOnScreens = (item: Int?, message: String, severity: Severity?, screens: FindingScreens)

    /// Those of one rule.
    struct OfRule: Sendable {
        let rule: Rule
        fileprivate(set) var found: [Found] = []
        /// The indices of findings that are milder than the rule. Behind the limit worse ones take their places.
        fileprivate var mild: [Int] = []
        /// The items of findings that are not kept.
        fileprivate(set) var others = ItemSet()
        /// The number of other findings that are not kept.
        fileprivate(set) var more = 0

        /// Counts a finding that is not kept.
        fileprivate mutating func count(_ item: Int?) {
            if let item { others.insert(item) } else { more += 1 }
        }
    }

    /// The layout and the screen, such as `waterflow on portrait (375x667)`.
    let title: String
    private(set) var rules: [OfRule] = []
    /// The number of the last rule, which mostly adds the next finding too.
    private var last = 0
    /// What `platform-order` compares with other screens; nil if there is nothing to compare.
    var starts: PlatformOrder.Starts?
    /// How many frames of an app were compared.
    package internal(set) var comparedFrames = 0
    /// How many findings of a rule are kept.
    let limit: Int
    /// Nil if no finding can be silent.
    let silence: Silence.ItemLookup?

    init(_ title: String, silence: Silence.ItemLookup? = nil, limit: Int = FindingStore.limit) {
        self.title = title
        self.silence = silence
        self.limit = limit
    }

    /// Adds a finding about an item, or about the whole layout if the item is nil. Formats no message for a silent finding, since a
    /// baseline may have one for every picture.
    mutating func add(_ rule: Rule, _ item: Int?, _ message: @autoclosure () -> String, severity: Severity? = nil) {
        guard silence?(rule, item) == nil else { return }
        let number = number(of: rule)
        if rules[number].found.count < limit {
            if severity != nil { rules[number].mild.append(rules[number].found.count) }
            rules[number].found.append((item, message(), severity))
        } else if severity == nil, let place = rules[number].mild.popLast() {
            rules[number].count(rules[number].found[place].item)
            rules[number].found[place] = (item, message(), nil)
        } else {
            rules[number].count(item)
        }
    }

    /// Counts a finding, and keeps neither its item nor a message.
    mutating func count(_ rule: Rule) { rules[number(of: rule)].more += 1 }

    private mutating func number(of rule: Rule) -> Int {
        if last < rules.count, rules[last].rule.id == rule.id { return last }
        let known = rules.firstIndex { $0.rule.id == rule.id }
        if known == nil { rules.append(OfRule(rule: rule)) }
        last = known ?? rules.count - 1
        return last
    }
}

extension ScreenFindings {
    /// The findings of a rule on all screens, and how many are not kept: each item counts once. A picture that breaks the rule on
    /// many screens has one finding, with the message of the first on which it is worst.
    static func merged(_ screens: [ScreenFindings], _ rule: Rule) -> (found: [FoundOnScreens], surplus: Int) {
        /// A screen may have several findings about one item. They are merged with those of other screens in their order.
        struct Key: Hashable {
            let item: Int?
            let number: Int
        }
        var found: [FoundOnScreens] = []
        var indices: [Key: Int] = [:]
        var others = ItemSet()
        var more = 0
        /// The place of a finding that is milder than the rule, and is kept no more.
        func mildPlace() -> Int? {
            guard let (key, place) = indices.filter({ found[$0.value].severity != nil }).max(by: { $0.value < $1.value }) else {
                return nil
            }
            indices[key] = nil
            if let item = key.item { others.insert(item) } else { more += 1 }
            return place
        }
        for screen in screens {
            guard let new = screen.rules.first(where: { $0.rule.id == rule.id }) else { continue }
            for index in found.indices {
                if let item = found[index].item, new.others.contains(item) { found[index].screens.count += 1 }
            }
            var counts: [Int?: Int] = [:]
            for (item, message, severity) in new.found {
                let key = Key(item: item, number: counts[item, default: 0])
                counts[item] = key.number + 1
                let finding = (item, message, severity, FindingScreens(first: screen.title, total: screens.count))
                if let index = indices[key] {
                    let count = found[index].screens.count + 1
                    if severity ?? rule.severity > found[index].severity ?? rule.severity { found[index] = finding }
                    found[index].screens.count = count
                } else if found.count < FindingStore.limit, !(item.map { others.contains($0) } ?? false) {
                    indices[key] = found.count
                    found.append(finding)
                } else if severity == nil, let place = mildPlace() {
                    indices[key] = place
                    found[place] = finding
                } else if let item {
                    others.insert(item)
                } else {
                    more += 1
                }
            }
            others.formUnion(new.others)
            more += new.more
            for case let item? in found.lazy.map(\.item) { others.remove(item) }
        }
        return (found, others.count + more)
    }
}

/// Items as bits: each screen may have a finding for each of millions of items.
struct ItemSet: Equatable, Sendable {
    private var words: [UInt64] = []

    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    func contains(_ item: Int) -> Bool { item / 64 < words.count && words[item / 64] & Self.bit(item) != 0 }

    mutating func insert(_ item: Int) {
        grow(to: item / 64 + 1)
        words[item / 64] |= Self.bit(item)
    }

    mutating func remove(_ item: Int) {
        if item / 64 < words.count { words[item / 64] &= ~Self.bit(item) }
    }

    mutating func formUnion(_ other: ItemSet) {
        grow(to: other.words.count)
        for (index, word) in other.words.enumerated() { words[index] |= word }
    }

    private mutating func grow(to count: Int) {
        if count > words.count { words += repeatElement(0, count: count - words.count) }
    }

    private static func bit(_ item: Int) -> UInt64 { 1 << UInt64(item % 64) }
}

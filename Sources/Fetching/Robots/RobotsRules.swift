/// The rules of a robots.txt for one user agent (RFC 9309). Without rules, everything may be requested.
struct RobotsRules: Equatable, Sendable {
    struct Rule: Equatable, Sendable {
        let allows: Bool
        let pattern: RobotsPattern
        /// The rule for a message.
        var text: String { "\(allows ? "Allow" : "Disallow"): \(pattern.text)" }
    }

    /// The longest first, and an Allow before a Disallow of the same length: the first rule that matches decides (2.2.2).
    private(set) var rules: [Rule] = []

    /// The groups that name the product count together. If there are none, those for all products count (2.2.1).
    init(_ text: [UInt8], for product: String) {
        var (own, shared) = ([Rule](), [Rule]())
        var hasOwnGroup = false
        var group = Group()
        for field in text.robotsFields {
            switch field.key {
            case "user-agent":
                if group.hasRules { group = Group() }
                if field.namesAllProducts { group.isShared = true }
                if !product.isEmpty, field.product.lowercased() == product.lowercased() { (group.isOwn, hasOwnGroup) = (true, true) }
            case "allow", "disallow":
                group.hasRules = true
                // An empty pattern matches nothing.
                guard group.isOwn || group.isShared, !field.value.isEmpty else { continue }
                let rule = Rule(allows: field.key == "allow", pattern: RobotsPattern(field.value))
                if group.isOwn { own.append(rule) }
                if group.isShared { shared.append(rule) }
            // Other lines, such as those of sitemaps, end no group (2.2.4).
            default: continue
            }
        }
        rules = (hasOwnGroup ? own : shared).sorted {
            ($0.pattern.count, $0.allows ? 1 : 0) > ($1.pattern.count, $1.allows ? 1 : 0)
        }
    }

    /// The rule that forbids a path with its query; nil if the path may be requested.
    func objection(to path: some Collection<UInt8>) -> Rule? {
        guard !rules.isEmpty else { return nil }
        let path = RobotsPattern.comparable(path, isPattern: false)
        guard let rule = rules.first(where: { $0.pattern.matches(path) }), !rule.allows else { return nil }
        return rule
    }

    /// The name by which a robots.txt calls the sender of a `User-Agent` line: the product in `weir/1.0`, or the one behind
    /// `compatible;`, since many programs first call themselves Mozilla.
    static func product(of userAgent: String) -> String {
        let compatible = userAgent.firstRange(of: "compatible;").map { userAgent[$0.upperBound...].drop { $0 == " " } }
        return productToken(of: (compatible ?? userAgent.drop { $0 == " " }).utf8)
    }
}

extension RobotsRules {
    /// The lines behind the last `User-agent` lines.
    private struct Group {
        var isOwn = false
        var isShared = false
        /// Whether rules have come. The next `User-agent` line begins another group.
        var hasRules = false
    }
}

/// A line such as `Disallow: /private/`.
private struct RobotsField {
    /// In small letters.
    let key: String
    let value: ArraySlice<UInt8>

    init?(_ line: ArraySlice<UInt8>) {
        let content = line.prefix { $0 != UInt8(ascii: "#") }
        guard let colon = content.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        key = String(decoding: content[..<colon].trimmed, as: UTF8.self).lowercased()
        value = content[(colon + 1)...].trimmed
    }

    var namesAllProducts: Bool { value.elementsEqual("*".utf8) }

    var product: String { productToken(of: value) }
}

/// The letters, `_` and `-` that are a product's token (2.2.1). A version behind them does not count.
private func productToken(of text: some Sequence<UInt8>) -> String {
    let token = text.prefix { (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
    return String(decoding: Array(token), as: UTF8.self)
}

extension [UInt8] {
    /// The lines that have a key, without the mark with which some editors begin a text.
    fileprivate var robotsFields: [RobotsField] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let isEnd = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
        return dropFirst(starts(with: mark) ? mark.count : 0).split(whereSeparator: isEnd).compactMap { RobotsField($0) }
    }
}

extension ArraySlice<UInt8> {
    fileprivate var trimmed: ArraySlice<UInt8> {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        guard let last = lastIndex(where: { !isBlank($0) }) else { return [] }
        return self[...last].drop(while: isBlank)
    }
}

import WeirBase

/// Findings that a team accepts, and the reason.
public struct Ignore: Equatable, Sendable {
    /// Its path in the configuration, such as `ignore[0]`.
    public let path: String
    /// Compared with the rule of a finding.
    public let rule: TextPattern
    /// Compared with the file of a finding; `*` if the configuration names none.
    public let file: TextPattern
    /// Compared with the picture of a finding; nil if the finding may have any picture, or none.
    public let img: TextPattern?
    /// Why the team accepts the findings. Never empty.
    public let reason: String
    /// The last day on which it applies, as `2027-01-31`. Such texts sort like their days.
    public let until: String?

    private static let keys = ["rule", "file", "img", "reason", "until"]

    init(_ object: ConfigurationObject, rules: [String]) throws(ConfigurationFailure) {
        path = object.path
        try object.allow(Self.keys)
        guard let rule = try object.text("rule") else {
            throw ConfigurationFailure(object.path, "rule is missing; it names a rule, or * for all of them")
        }
        self.rule = TextPattern(rule)
        guard rules.contains(where: self.rule.matches) else {
            throw ConfigurationFailure(object.path(of: "rule"), unknownName("rule", rule, among: rules))
        }
        let file = try object.text("file")
        self.file = TextPattern(file ?? "*")
        img = try object.text("img").map(TextPattern.init)
        guard file != nil || img != nil else {
            throw ConfigurationFailure(object.path, "file or img is missing; to silence a rule everywhere, set it to off")
        }
        guard let reason = try object.text("reason") else {
            throw ConfigurationFailure(object.path, "reason is missing: whoever reads this next year will want to know it")
        }
        self.reason = reason
        until = try object.text("until")
        if let until, CalendarDay(until) == nil {
            throw ConfigurationFailure(object.path(of: "until"), "\"\(until)\" is not a day such as 2027-01-31")
        }
    }

    /// Whether it holds on that day, such as `2027-01-31`, for the finding's rule, picture and file.
    public func covers(_ finding: FindingIdentity, in file: String, on day: String) -> Bool {
        guard !isExpired(on: day), rule.matches(finding.rule), self.file.matches(file) else { return false }
        return img.map { pattern in finding.img.map(pattern.matches) ?? false } ?? true
    }

    /// Whether its last day is over on that day, such as `2027-01-31`; false if it has none.
    public func isExpired(on day: String) -> Bool { until.map { $0 < day } ?? false }
}

/// A pattern for names: `*` matches any characters, including slashes, and `?` matches one.
public struct TextPattern: Hashable, Sendable {
    private let parts: [UInt8]

    package init(_ text: String) { parts = Array(text.utf8) }

    /// The pattern as it was written.
    public var text: String { String(decoding: parts, as: UTF8.self) }

    /// Whether the whole text matches. Capitals and small letters differ.
    public func matches(_ text: String) -> Bool {
        let text = Array(text.utf8)
        var (part, index) = (0, 0)
        // The index of the last star in the pattern, and the end of the characters that it matches.
        var star: (part: Int, end: Int)?
        while index < text.count {
            if part < parts.count, parts[part] == UInt8(ascii: "*") {
                star = (part, index)
                part += 1
            } else if part < parts.count, parts[part] == UInt8(ascii: "?") {
                part += 1
                repeat { index += 1 } while index < text.count && text[index] & 0xC0 == 0x80
            } else if part < parts.count, parts[part] == text[index] {
                part += 1
                index += 1
            } else if let last = star {
                star = (last.part, last.end + 1)
                part = last.part + 1
                index = last.end + 1
            } else {
                return false
            }
        }
        return parts[part...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}

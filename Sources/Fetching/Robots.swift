import WeirBase

/// The rules of a robots.txt for one user agent (RFC 9309). Without rules, everything may be requested.
struct RobotsRules: Equatable, Sendable {
    struct Rule: Equatable, Sendable {
        let allows: Bool
        let pattern: RobotsPattern
        /// The rule for a message.
        var text: String { "\(allows ? "Allow" : "Disallow"): \(pattern.text)" }
    }

    /// A reader takes at least so much (2.5). The rest of a longer text is not read.
    static let mostBytes = 500 << 10

    /// The longest first, and an Allow before a Disallow of the same length: the first rule that matches decides (2.2.2).
    private(set) var rules: [Rule] = []

    /// The groups that name the product count together. If there are none, those for all products count (2.2.1).
    init(_ text: [UInt8], for product: String) {
        var (own, shared) = ([Rule](), [Rule]())
        var hasOwnGroup = false
        // Whether the last `User-agent` lines name the product, and all products, and whether rules have come behind them.
        var (isOwn, isShared, hasRules) = (false, false, false)
        for (key, value) in text.robotsFields {
            switch key {
            case "user-agent":
                if hasRules { (isOwn, isShared, hasRules) = (false, false, false) }
                if value.elementsEqual("*".utf8) { isShared = true }
                if !product.isEmpty, productToken(of: value).lowercased() == product.lowercased() { (isOwn, hasOwnGroup) = (true, true) }
            case "allow", "disallow":
                hasRules = true
                // An empty pattern matches nothing.
                guard isOwn || isShared, !value.isEmpty else { continue }
                let rule = Rule(allows: key == "allow", pattern: RobotsPattern(value))
                if isOwn { own.append(rule) }
                if isShared { shared.append(rule) }
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

/// The letters, `_` and `-` that are a product's token (2.2.1). A version behind them does not count.
private func productToken(of text: some Sequence<UInt8>) -> String {
    let token = text.prefix { isASCIILetter($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
    return String(decoding: Array(token), as: UTF8.self)
}

extension [UInt8] {
    /// The lines such as `Disallow: /private/`, with their keys in small letters. Some editors begin a text with a mark.
    fileprivate var robotsFields: [(key: String, value: ArraySlice<UInt8>)] {
        let isEnd = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
        return dropFirst(starts(with: byteOrderMark) ? byteOrderMark.count : 0).split(whereSeparator: isEnd).compactMap { line in
            let content = line.prefix { $0 != UInt8(ascii: "#") }
            guard let colon = content.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let key = String(decoding: content[..<colon].trimming(while: isBlank), as: UTF8.self).lowercased()
            return (key, content[(colon + 1)...].trimming(while: isBlank))
        }
    }
}

/// The path of a rule in a robots.txt, in which `*` stands for any bytes and a final `$` for the end (RFC 9309, 2.2.3).
struct RobotsPattern: Equatable, Sendable {
    /// The texts between the stars, in the form for comparison.
    private let parts: [[UInt8]]
    private let isAnchored: Bool
    /// The number of bytes, by which the most specific rule is chosen.
    let count: Int
    /// The pattern for a message, perhaps shortened.
    let text: String

    private static let star = UInt8(ascii: "*")
    private static let dollar = UInt8(ascii: "$")
    private static let longestText = 100

    init(_ pattern: ArraySlice<UInt8>) {
        isAnchored = pattern.last == RobotsPattern.dollar
        let comparable = RobotsPattern.comparable(isAnchored ? pattern.dropLast() : pattern, isPattern: true)
        parts = comparable.split(separator: RobotsPattern.star, omittingEmptySubsequences: false).map(Array.init)
        count = comparable.count + (isAnchored ? 1 : 0)
        text = String(decoding: pattern.prefix(RobotsPattern.longestText), as: UTF8.self)
    }

    /// Whether the pattern matches the beginning of a path in the form for comparison, or all of it if a `$` says so.
    func matches(_ path: [UInt8]) -> Bool {
        guard path.starts(with: parts[0]) else { return false }
        guard parts.count > 1 else { return !isAnchored || path.count == parts[0].count }
        // The first match of each part leaves the most for the parts behind it.
        var rest = path[parts[0].count...]
        for part in parts[1..<(parts.count - (isAnchored ? 1 : 0))] {
            guard let start = rest.start(of: part) else { return false }
            rest = rest[(start + part.count)...]
        }
        guard isAnchored, let last = parts.last else { return true }
        return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
    }

    /// The form in which paths and patterns are compared (RFC 9309, 2.2.2): a byte that need not be escaped is not, and every
    /// other byte is, in large letters. In a path, `*` and `$` are escaped, since they are special in a pattern.
    static func comparable(_ text: some Collection<UInt8>, isPattern: Bool) -> [UInt8] {
        var result = ByteBuffer(capacity: text.count)
        var isQuery = false
        var rest = Array(text)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = escapedByte(rest) {
                rest = rest.dropFirst(2)
                // In a query, `:`, `/`, `?` and `@` mean the same with and without escapes.
                if isUnreserved(value) || isQuery && value.isQuiet { result.append(value) } else { result.append(percentEncoding: value) }
            } else if byte == star || byte == dollar {
                if isPattern, byte == star { result.append(byte) } else { result.append(percentEncoding: byte) }
            } else {
                isQuery = isQuery || byte == UInt8(ascii: "?")
                if isUnreserved(byte) || byte.isQuiet || byte.isDelimiter || byte == UInt8(ascii: "%") {
                    result.append(byte)
                } else {
                    result.append(percentEncoding: byte)
                }
            }
        }
        return result.bytes
    }

    private static func escapedByte(_ digits: ArraySlice<UInt8>) -> UInt8? {
        guard digits.count >= 2, let high = hexValue(digits[digits.startIndex]) else { return nil }
        return hexValue(digits[digits.startIndex + 1]).map { high << 4 | $0 }
    }
}

extension UInt8 {
    /// The general delimiters that may stand in a path or in a query.
    fileprivate var isQuiet: Bool { ":/?@".utf8.contains(self) }

    /// The other delimiters (RFC 3986, 2.2).
    fileprivate var isDelimiter: Bool { "!&'()+,;=".utf8.contains(self) }
}

extension ArraySlice<UInt8> {
    fileprivate func start(of part: [UInt8]) -> Int? {
        guard let first = part.first else { return startIndex }
        guard count >= part.count else { return nil }
        return (startIndex...(endIndex - part.count)).first { self[$0] == first && self[$0...].starts(with: part) }
    }
}

/// Whether a host may be asked for pictures, as its robots.txt says.
enum RobotsGate: Equatable, Sendable {
    /// Nobody asked to obey it.
    case open
    /// It has to be read before the first picture.
    case unread
    /// It is being read. Pictures wait.
    case reading
    case read(RobotsRules)
    /// It could not be read, and no picture is requested (RFC 9309, 2.3.1.4).
    case unreadable(Failure)

    /// The reason why a picture at this address must not be requested; nil if it may.
    func objection(to address: WebAddress) -> Failure? {
        switch self {
        case .open, .unread, .reading: nil
        case .read(let rules):
            rules.objection(to: address.pathAndQuery).map { Failure(.robots, "robots.txt of the host says \($0.text)") }
        case .unreadable(let failure): failure
        }
    }

    /// The text that a request for robots.txt has brought, or the reason why pictures must not be requested. `status` is that
    /// of an answer that is an error, and `redirects` is the number of redirects that were followed.
    static func text(
        _ result: Result<[UInt8], Failure>, status: Int?, redirects: Int
    ) -> Result<[UInt8], Failure> {
        guard case .failure(let failure) = result else { return result }
        switch failure.code {
        // RFC 9309, 2.3.1.3. A host that is asked too much says nothing about its robots.txt.
        case .httpStatus where (400..<500).contains(status ?? 0) && status != 429: return .success([])
        // RFC 9309, 2.3.1.2.
        case .tooManyRedirects: return .success([])
        // The pictures cannot be reached either, and the reason says more than a missing robots.txt.
        case .dns, .connect, .proxy, .tls, .timeout, .stalled, .forbiddenAddress, .hostSuspended, .cancelled:
            return redirects == 0 || failure.isOfTheMachine || failure.code == .cancelled
                ? result : .failure(unreadable(failure))
        default: return .failure(unreadable(failure))
        }
    }

    private static func unreadable(_ failure: Failure) -> Failure {
        Failure(.robots, "robots.txt of the host cannot be read: \(failure.message)")
    }
}

extension RobotsRules {
    /// The rules of a robots.txt for the program that sends these lines.
    init(_ text: [UInt8], for lines: HostLines) { self.init(text, for: RobotsRules.product(of: lines.userAgent)) }
}

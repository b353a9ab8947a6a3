import Base

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
        // The first place of each part leaves the most for the parts behind it.
        var rest = path[parts[0].count...]
        for part in parts[1..<(parts.count - (isAnchored ? 1 : 0))] {
            guard let place = rest.firstPlace(of: part) else { return false }
            rest = rest[(place + part.count)...]
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
    fileprivate func firstPlace(of part: [UInt8]) -> Int? {
        guard let first = part.first else { return startIndex }
        guard count >= part.count else { return nil }
        return (startIndex...(endIndex - part.count)).first { self[$0] == first && self[$0...].starts(with: part) }
    }
}

/// Numbers as shops write them: `1299.00`, `1.299,00`, `1 299`, `1,29,999`, `12.-`, `349:-`.
struct PriceNumber: Sendable {
    /// The separators before the decimals.
    private let decimals: Separators
    /// The separators between groups of digits.
    private let groups: Separators

    /// The form of a separator in a configuration. Longer texts and digits would match no price.
    static let separatorForm = RuleParameter.TextForm(requirement: "one character that is no digit") { text in
        text.unicodeScalars.count == 1 && text.unicodeScalars.allSatisfy { $0.properties.numericType == nil }
    }

    private static let maxDecimals = 3
    /// Shops write a dash instead of decimals that are zero.
    private static let dashes = Separators(["-", "–", "—"])

    init(decimals: [String], groups: [String]) {
        self.decimals = Separators(decimals)
        self.groups = Separators(groups)
    }

    /// The runs of digits and of groups that were read last in a text, as ranges of its places.
    struct Runs {
        fileprivate var digits = 0..<0
        fileprivate var groups = 0..<0
        /// The end of the last group of three digits.
        fileprivate var lastWhole = 0
    }

    /// The length in bytes of the number at the beginning of a text; 0 if there is none. Calls for growing places
    /// of one text share `runs`.
    func count(_ text: Slice<UnsafeBufferPointer<UInt8>>, _ runs: inout Runs) -> Int {
        guard let digit = text.first, isDigit(digit) else { return 0 }
        if !runs.digits.contains(text.startIndex) {
            runs.digits = text.startIndex..<text.drop(while: isDigit).startIndex
        }
        var rest = text[runs.digits.upperBound...]
        let first = text.count - rest.count
        guard !rest.isEmpty else { return first }
        let group = first <= 3 ? groups.first(of: rest) : nil
        if let group { rest = skippingGroups(rest, group, &runs) }
        let isGrouped = text.count - rest.count > first
        if let mark = decimals.first(of: rest), !isGrouped || mark != group {
            rest = skippingDecimals(rest, mark)
        } else if rest.starts(with: ":-".utf8) {
            rest = rest.dropFirst(2)
        }
        return text.count - rest.count
    }

    /// Groups have three digits; in India all but the last have two.
    private func skippingGroups(
        _ text: Slice<UnsafeBufferPointer<UInt8>>, _ group: Separators.Separator, _ runs: inout Runs
    ) -> Slice<UnsafeBufferPointer<UInt8>> {
        // From each of its separators on, a run of groups ends at the same place.
        if !runs.groups.contains(text.startIndex) {
            var rest = text
            runs.lastWhole = text.startIndex
            while groups.first(of: rest) == group {
                let digits = countDigits(rest.dropFirst(group.count))
                guard digits == 2 || digits == 3 else { break }
                rest = rest.dropFirst(group.count + digits)
                if digits == 3 { runs.lastWhole = rest.startIndex }
            }
            runs.groups = text.startIndex..<rest.startIndex
        }
        return text[max(text.startIndex, runs.lastWhole)...]
    }

    /// The digits at the beginning of a text, of which four are as good as more.
    private func countDigits(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int { text.prefix(4).prefix(while: isDigit).count }

    private func skippingDecimals(
        _ text: Slice<UnsafeBufferPointer<UInt8>>, _ mark: Separators.Separator
    ) -> Slice<UnsafeBufferPointer<UInt8>> {
        let rest = text.dropFirst(mark.count)
        if let dash = Self.dashes.first(of: rest) {
            let behind = rest.dropFirst(dash.count)
            return behind.first == UInt8(ascii: "-") ? behind.dropFirst() : behind
        }
        let digits = countDigits(rest)
        return (1...Self.maxDecimals).contains(digits) ? rest.dropFirst(digits) : text
    }
}

/// Single characters that may stand between digits.
private struct Separators: Sendable {
    /// A character as its UTF-8 bytes, the first one lowest.
    struct Separator: Equatable {
        fileprivate let bits: UInt32
        let count: Int
    }

    private let all: [Separator]

    init(_ characters: [String]) {
        all = characters.compactMap { $0.unicodeScalars.first }.map { character in
            let bytes = Array(character.utf8)
            return Separator(bits: bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }, count: bytes.count)
        }
    }

    /// The separator at the beginning of a text.
    func first(of text: Slice<UnsafeBufferPointer<UInt8>>) -> Separator? {
        guard let first = text.first, !isDigit(first) else { return nil }
        var bits: UInt32 = 0
        for (place, byte) in text.prefix(4).enumerated() { bits |= UInt32(byte) << UInt32(place * 8) }
        return all.first { separator in
            // The shift removes the bytes behind the separator.
            let behind = UInt32(32 - separator.count * 8)
            return bits << behind == separator.bits << behind
        }
    }
}

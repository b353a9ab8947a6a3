/// Numbers as shops write them: `1299.00`, `1.299,00`, `1 299`, `1,29,999`, `12.-`, `349:-`.
struct PriceNumber: Sendable {
    /// What stands before the decimals, and what between groups of digits.
    private let decimals: Separators
    private let groups: Separators

    private static let mostDecimals = 3
    /// What shops write for decimals that are nothing.
    private static let dashes = Separators(["-", "–", "—"])

    init(decimals: [String], groups: [String]) {
        self.decimals = Separators(decimals)
        self.groups = Separators(groups)
    }

    /// How many bytes the number has with which a text begins; 0 where it begins with none.
    func count(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        var rest = text.drop(while: isDigit)
        let first = text.count - rest.count
        guard first > 0, !rest.isEmpty else { return first }
        let group = first <= 3 ? groups.first(of: rest) : nil
        if let group { rest = behindGroups(rest, group) }
        let isGrouped = text.count - rest.count > first
        if let mark = decimals.first(of: rest), !isGrouped || mark != group {
            rest = behindDecimals(rest, mark)
        } else if rest.starts(with: ":-".utf8) {
            rest = rest.dropFirst(2)
        }
        return text.count - rest.count
    }

    /// Groups are of three digits, and in India, but for the last, of two.
    private func behindGroups(
        _ text: Slice<UnsafeBufferPointer<UInt8>>, _ group: Separators.Separator
    ) -> Slice<UnsafeBufferPointer<UInt8>> {
        var rest = text
        var whole = text
        while groups.first(of: rest) == group {
            let digits = rest.dropFirst(group.count).prefix(while: isDigit).count
            guard digits == 2 || digits == 3 else { break }
            rest = rest.dropFirst(group.count + digits)
            if digits == 3 { whole = rest }
        }
        return whole
    }

    private func behindDecimals(
        _ text: Slice<UnsafeBufferPointer<UInt8>>, _ mark: Separators.Separator
    ) -> Slice<UnsafeBufferPointer<UInt8>> {
        let rest = text.dropFirst(mark.count)
        if let dash = Self.dashes.first(of: rest) {
            let behind = rest.dropFirst(dash.count)
            return behind.first == UInt8(ascii: "-") ? behind.dropFirst() : behind
        }
        let digits = rest.prefix(while: isDigit).count
        return (1...Self.mostDecimals).contains(digits) ? rest.dropFirst(digits) : text
    }
}

/// Single characters that may stand between digits.
private struct Separators: Sendable {
    /// A character by the bytes of its UTF-8, the first of them lowest.
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

    /// The separator with which a text begins.
    func first(of text: Slice<UnsafeBufferPointer<UInt8>>) -> Separator? {
        guard let first = text.first, !isDigit(first) else { return nil }
        var bits: UInt32 = 0
        for (place, byte) in text.prefix(4).enumerated() { bits |= UInt32(byte) << UInt32(place * 8) }
        return all.first { separator in
            // What lies behind the separator is shifted out.
            let behind = UInt32(32 - separator.count * 8)
            return bits << behind == separator.bits << behind
        }
    }
}

private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

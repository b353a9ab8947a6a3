/// Numbers as shops write them: `1299.00`, `1.299,00`, `1 299`, `1,29,999`, `12.-`, `349:-`.
struct PriceNumber: Sendable {
    /// What stands before the decimals, and what between groups of digits.
    private let decimals: [[UInt8]]
    private let groups: [[UInt8]]

    private static let mostDecimals = 3
    /// What shops write for decimals that are nothing.
    private static let dashes = ["--", "-", "–", "—"].map { Array($0.utf8) }

    init(decimals: [String], groups: [String]) {
        self.decimals = decimals.map { Array($0.utf8) }
        self.groups = groups.map { Array($0.utf8) }
    }

    /// How many bytes the number has with which a text begins; 0 where it begins with none.
    func count(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        var rest = text.drop(while: isDigit)
        let first = text.count - rest.count
        guard first > 0 else { return 0 }
        guard !rest.isEmpty else { return first }
        let group = first <= 3 ? separator(groups, rest) : nil
        if let group { rest = behindGroups(rest, group) }
        let isGrouped = text.count - rest.count > first
        if let mark = separator(decimals, rest), !isGrouped || mark != group {
            rest = behindDecimals(rest, mark)
        } else if rest.starts(with: ":-".utf8) {
            rest = rest.dropFirst(2)
        }
        return text.count - rest.count
    }

    /// Groups are of three digits, and in India, but for the last, of two.
    private func behindGroups(
        _ text: Slice<UnsafeBufferPointer<UInt8>>, _ group: [UInt8]
    ) -> Slice<UnsafeBufferPointer<UInt8>> {
        var rest = text
        var whole = text
        while rest.starts(with: group) {
            let digits = rest.dropFirst(group.count).prefix(while: isDigit).count
            guard digits == 2 || digits == 3 else { break }
            rest = rest.dropFirst(group.count + digits)
            if digits == 3 { whole = rest }
        }
        return whole
    }

    private func behindDecimals(
        _ text: Slice<UnsafeBufferPointer<UInt8>>, _ mark: [UInt8]
    ) -> Slice<UnsafeBufferPointer<UInt8>> {
        let rest = text.dropFirst(mark.count)
        if let dash = separator(Self.dashes, rest) { return rest.dropFirst(dash.count) }
        let digits = rest.prefix(while: isDigit).count
        return (1...Self.mostDecimals).contains(digits) ? rest.dropFirst(digits) : text
    }

    private func separator(_ all: [[UInt8]], _ text: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
        all.first { text.starts(with: $0) }
    }
}

private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

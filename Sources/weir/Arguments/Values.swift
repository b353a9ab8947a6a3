/// What the words after options mean. Each reader is pure, takes the argument as typed, and
/// refuses with a sentence to which the parser adds the option's name.
extension Argument {
    /// A whole number of at least `minimum`: `250000000` or, shorter, `25e7`.
    func count(atLeast minimum: Int) throws(UsageError) -> Int {
        let parts = bytes.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
        guard parts.allSatisfy(Self.areDigits) else {
            throw UsageError("\(shown) is not a whole number such as 5000 or 5e3")
        }
        let digits = String(decoding: parts[0], as: UTF8.self)
        let zeros = parts.count == 2 ? Int(String(decoding: parts[1], as: UTF8.self)) : 0
        // Int.max has 19 digits; a longer row of zeros need not be written out to be refused.
        guard let zeros, zeros < 20, let number = Int(digits + String(repeating: "0", count: zeros)) else {
            throw UsageError("\(shown) is too large")
        }
        guard number >= minimum else { throw UsageError("\(shown) is less than \(minimum)") }
        return number
    }

    private static func areDigits(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// One of a fixed set of words.
    func choice<Choice: WordChoice>() throws(UsageError) -> Choice {
        guard let choice = text.flatMap(Choice.init(rawValue:)) else {
            throw UsageError("\(shown) is not one of \(Choice.words.joined(separator: ", "))")
        }
        return choice
    }

    /// The bytes of a file's name, or `-`.
    func path() throws(UsageError) -> [UInt8] {
        if bytes.isEmpty { throw UsageError("the name of a file is missing") }
        return bytes
    }
}

/// An enum whose cases are typed as words.
protocol WordChoice: RawRepresentable<String>, CaseIterable, Sendable {}

extension WordChoice {
    static var words: [String] { allCases.map(\.rawValue) }
}

import ImageHeaders

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

    /// Text that is not empty.
    func word() throws(UsageError) -> String {
        guard let text else { throw UsageError("\(shown) is not UTF-8") }
        if text.isEmpty { throw UsageError("the value is empty") }
        return text
    }

    /// Words between commas.
    func words() throws(UsageError) -> [String] {
        let words = try word().split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard !words.contains("") else { throw UsageError("\(shown) has an empty name in it") }
        guard Set(words).count == words.count else { throw UsageError("\(shown) names one twice") }
        return words
    }

    /// `640x480`.
    func size() throws(UsageError) -> PixelSize {
        let sides = (text ?? "").split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0,
            width <= Int(Int32.max), height <= Int(Int32.max)
        else { throw UsageError("\(shown) is not a size such as 640x480") }
        return PixelSize(width: width, height: height)
    }

    /// `20%` or `0.5%`.
    func percent() throws(UsageError) -> Double {
        guard let number = text.flatMap({ Double($0.dropLast()) }), (0...100).contains(number) else {
            throw UsageError("\(shown) is not a share from 0% to 100%")
        }
        return number
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

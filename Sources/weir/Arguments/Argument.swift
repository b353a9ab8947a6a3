import ImageHeaders
import WeirBase
import WeirSystem

/// A command line argument, as the kernel passes it.
///
/// It has bytes and not a String, because a path on Linux may have any bytes but NUL. Converting a name in
/// Latin-1 to a String and back would name another file.
struct Argument: Equatable, Sendable {
    let bytes: [UInt8]

    /// The argument as text; nil when it is not UTF-8.
    var text: String? { String(validating: bytes, as: UTF8.self) }

    /// The argument for a message. Invalid bytes become U+FFFD, and a URL is shown without its user and password.
    var shown: String {
        let visible = WeirSystem.shown(bytes)
        return visible.isEmpty || visible.contains(" ") ? "'\(visible)'" : visible
    }
}

extension Argument {
    init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    init(_ text: String) {
        self.init(text.utf8)
    }

    /// The arguments of this process, without the program's own name.
    static func ofProcess() -> [Argument] { processArguments.dropFirst().map { Argument($0) } }
}

/// Parses the values of options. The errors are sentences to which the parser adds the option's name.
extension Argument {
    /// A whole number of at least `minimum`: `250000000` or, shorter, `25e7`.
    func count(atLeast minimum: Int, atMost maximum: Int = .max) throws(UsageError) -> Int {
        let parts = bytes.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
        guard parts.allSatisfy(Self.areDigits) else {
            throw UsageError("\(shown) is not a whole number such as 5000 or 5e3")
        }
        let digits = String(decoding: parts[0], as: UTF8.self)
        let zeros = parts.count == 2 ? Int(String(decoding: parts[1], as: UTF8.self)) : 0
        // Int.max has 19 digits, so more zeros are too many in any case.
        guard let zeros, zeros < 20, let number = Int(digits + String(repeating: "0", count: zeros)) else {
            throw UsageError("\(shown) is too large")
        }
        guard number >= minimum else { throw UsageError("\(shown) is less than \(minimum)") }
        guard number <= maximum else { throw UsageError("\(shown) is more than \(maximum)") }
        return number
    }

    private static func areDigits(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy { isDigit($0) }
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

    /// One byte that separates fields. Quotes, line ends, and what follows a backslash in an escape separate none.
    func delimiter() throws(UsageError) -> UInt8 {
        if text == "\\t" { return UInt8(ascii: "\t") }
        guard bytes.count == 1, let byte = bytes.first, byte < 0x80, byte == UInt8(ascii: "\t") || byte >= 0x20,
            !"\"\\.0123456789".utf8.contains(byte), !isASCIILetter(byte)
        else { throw UsageError("\(shown) is not one character such as ; or | or \\t, which stands for a tab") }
        return byte
    }

    /// Words that are separated by commas.
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

    /// `500ms`, `15s`, `10m` or `24h`, in milliseconds.
    func duration(atLeast least: Int = 1) throws(UsageError) -> Int {
        let units = ["ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000]
        guard let number = number(in: units), (least...Int(Int32.max)).contains(number) else {
            throw UsageError("\(shown) is not a time such as 500ms, 15s, 10m or 24h")
        }
        return number
    }

    /// A time to look back, in seconds: `0`, `15s`, `24h`, `30d`.
    func age() throws(UsageError) -> Int64 {
        let units = ["ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000]
        if text == "0" { return 0 }
        guard let number = number(in: units), number < 1 << 50 else {
            throw UsageError("\(shown) is not a time such as 0, 15s, 10m, 24h or 30d")
        }
        return Int64((number + 999) / 1000)
    }

    /// `5000`, `64KiB` or `10MB`, in bytes.
    func byteCount() throws(UsageError) -> Int {
        let units = [
            "": 1, "B": 1, "kB": 1000, "KB": 1000, "MB": 1_000_000, "GB": 1_000_000_000, "KiB": 1 << 10, "MiB": 1 << 20,
            "GiB": 1 << 30,
        ]
        guard let number = number(in: units), number > 0 else {
            throw UsageError("\(shown) is not a size such as 64KiB or 10MB")
        }
        return number
    }

    /// A whole number that is followed by one of these units.
    private func number(in units: [String: Int]) -> Int? {
        let digits = bytes.prefix { isDigit($0) }
        guard let number = Int(String(decoding: digits, as: UTF8.self)),
            let unit = units[String(decoding: bytes.dropFirst(digits.count), as: UTF8.self)]
        else { return nil }
        let (product, overflow) = number.multipliedReportingOverflow(by: unit)
        return overflow ? nil : product
    }

    /// `10` or `0.5` times a second.
    func rate() throws(UsageError) -> Double {
        guard let number = text.flatMap({ Double($0) }), number >= 0.001, number <= 1e6 else {
            throw UsageError("\(shown) is not a number of requests a second, such as 10 or 0.5")
        }
        return number
    }

    private var hasControlCharacter: Bool { bytes.contains { $0 < 0x20 || $0 == 0x7F } }

    /// `Name: value`, where the name is a token (RFC 9110, 5.1). The value may be a secret, so no message has it.
    func header() throws(UsageError) -> String {
        guard let line = text, !hasControlCharacter else {
            throw UsageError("the line is not UTF-8, or holds a control character")
        }
        let name = line.utf8.prefix { $0 != UInt8(ascii: ":") }
        let isToken = name.allSatisfy { $0 < 0x7F && $0 > 0x20 && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0) }
        guard !name.isEmpty, isToken, name.count < line.utf8.count else {
            throw UsageError("this is not a header line such as 'Accept-Language: de'")
        }
        let own = [
            "range", "if-range", "if-none-match", "if-modified-since", "host", "connection", "content-length", "transfer-encoding",
            "te", "trailer", "upgrade", "expect",
        ]
        guard !own.contains(String(Substring(name)).lowercased()) else {
            throw UsageError("\(Substring(name)) is a line that weir writes itself")
        }
        return line
    }

    /// The bytes of a file's name, or `-`.
    func path() throws(UsageError) -> [UInt8] {
        if bytes.isEmpty { throw UsageError("the name of a file is missing") }
        // A folder made for it would have the password as its name.
        guard bytes.withUnsafeBufferPointer({ credentials(in: $0).isEmpty }) else {
            throw UsageError("\(shown) is a URL with a user, and a file or a folder is meant")
        }
        return bytes
    }
}

/// An enum whose cases are typed as words.
protocol WordChoice: RawRepresentable<String>, CaseIterable, Sendable {}

extension WordChoice {
    static var words: [String] { allCases.map(\.rawValue) }
}

/// For people, or for programs.
enum TextOrJSON: String, WordChoice { case text, json }

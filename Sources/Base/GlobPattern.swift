/// A pattern for the paths of files below a folder: `*` is any characters but a slash, `?` is one, `[a-z]` one of some,
/// and `**` between slashes any folders. A pattern without a slash is compared with the file's name, and one with a
/// slash with the whole path.
///
/// The time of a comparison grows with the length of the pattern times that of the path, whatever they are: all positions
/// in the pattern that the path can have reached are kept, and no position is tried twice.
package struct GlobPattern: Equatable, Sendable {
    private enum Token: Equatable {
        case byte(UInt8)
        case anyByte
        case oneOf(ranges: [ClosedRange<UInt8>], isNegated: Bool)
        /// The other bytes of a UTF-8 character.
        case continuation
        /// Any bytes but slashes.
        case name
        /// Any bytes.
        case rest
        /// Nothing, or folders with a slash behind each.
        case folders

        var mayBeEmpty: Bool {
            switch self {
            case .continuation, .name, .rest, .folders: true
            case .byte, .anyByte, .oneOf: false
            }
        }
    }

    private var tokens: [Token] = []
    private let isForWholePath: Bool

    /// Throws a sentence on what cannot be read.
    package init(_ text: some Sequence<UInt8>) throws(Objection) {
        let text = Array(text)
        guard !text.isEmpty else { throw Objection("the pattern is empty") }
        guard text.last != slash else {
            throw Objection("it ends with a slash, and folders are no pictures; ** behind it is all in the folder")
        }
        isForWholePath = text.contains(slash)
        var rest = text.first == slash ? text.dropFirst() : text[...]
        var isNameStart = true
        while let byte = rest.popFirst() {
            let isFirst = isNameStart
            isNameStart = byte == slash
            switch byte {
            case star where isFirst && isForWholePath && rest.elementsEqual([star]):
                rest.removeAll()
                tokens.append(.rest)
            case star where isFirst && rest.starts(with: [star, slash]):
                rest.removeFirst(2)
                isNameStart = true
                append(.folders)
            case star: append(.name)
            case UInt8(ascii: "?"): tokens += [.anyByte, .continuation]
            case UInt8(ascii: "["): tokens += [try Self.range(&rest), .continuation]
            case UInt8(ascii: "{"): throw Objection("braces are not read; give a pattern for each, or write \\{ for the character")
            case UInt8(ascii: "\\"):
                guard let literal = rest.popFirst() else { throw Objection("nothing follows the last backslash") }
                tokens.append(.byte(literal))
            default: tokens.append(.byte(byte))
            }
        }
    }

    /// Two of a kind match what one does.
    private mutating func append(_ token: Token) { if tokens.last != token { tokens.append(token) } }

    /// The characters behind `[`, up to the `]`. One at the beginning stands for itself.
    private static func range(_ rest: inout ArraySlice<UInt8>) throws(Objection) -> Token {
        var ranges: [ClosedRange<UInt8>] = []
        let isNegated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
        if isNegated { rest.removeFirst() }
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "]"), !ranges.isEmpty { return .oneOf(ranges: ranges, isNegated: isNegated) }
            guard byte < 0x80, byte != slash else { throw Objection("[ ] may hold ASCII characters without the slash") }
            var last = byte
            if rest.first == UInt8(ascii: "-"), let end = rest.dropFirst().first, end != UInt8(ascii: "]") {
                rest.removeFirst(2)
                last = end
            }
            guard last >= byte, last < 0x80 else { throw Objection("[ ] has a range that ends before it begins") }
            ranges.append(byte...last)
        }
        throw Objection("a [ has no ] behind it; \\[ is the character")
    }

    /// `path` is relative to the folder that is walked.
    package func matches(_ path: some BidirectionalCollection<UInt8>) -> Bool {
        guard isForWholePath else {
            let name = path.reversed().prefix { $0 != slash }.reversed()
            return matchesAll(name)
        }
        return matchesAll(path)
    }

    private func matchesAll(_ text: some Sequence<UInt8>) -> Bool {
        // Whether the text can end before this token. The last index is behind all tokens.
        var reached = [Bool](repeating: false, count: tokens.count + 1)
        reached[0] = true
        passEmpty(&reached)
        for byte in text {
            var next = [Bool](repeating: false, count: tokens.count + 1)
            var inFolder: [Int] = []
            for (index, token) in tokens.enumerated() where reached[index] {
                switch token {
                case .byte(let own): if byte == own { next[index + 1] = true }
                case .anyByte: if byte != slash { next[index + 1] = true }
                case .oneOf(let ranges, let isNegated):
                    if byte != slash, ranges.contains(where: { $0.contains(byte) }) != isNegated { next[index + 1] = true }
                case .continuation: if byte & 0xC0 == 0x80 { next[index] = true }
                case .name: if byte != slash { next[index] = true }
                case .rest: next[index] = true
                case .folders:
                    inFolder.append(index)
                    if byte == slash { next[index + 1] = true }
                }
            }
            passEmpty(&next)
            // In the middle of a folder's name, nothing behind the folders can begin.
            for index in inFolder { next[index] = true }
            reached = next
        }
        return reached[tokens.count]
    }

    private func passEmpty(_ reached: inout [Bool]) {
        for (index, token) in tokens.enumerated() where reached[index] && token.mayBeEmpty { reached[index + 1] = true }
    }
}

private let slash = UInt8(ascii: "/")
private let star = UInt8(ascii: "*")

/// Chooses among the files below a folder by patterns: `*.jpg` includes, `!*.tmp` excludes, and the last pattern that
/// matches a path decides.
package struct PathFilter: Equatable, Sendable {
    private struct Rule: Equatable {
        let pattern: GlobPattern
        let isExclusion: Bool
    }

    private var rules: [Rule] = []

    /// Without patterns, all files are chosen.
    package init() {}

    package var isEmpty: Bool { rules.isEmpty }

    /// Adds a pattern, which excludes if it begins with `!`. The first character of a name can be written `\!`.
    package mutating func add(_ text: [UInt8]) throws(Objection) {
        let isExclusion = text.first == UInt8(ascii: "!")
        rules.append(Rule(pattern: try GlobPattern(isExclusion ? text[1...] : text[...]), isExclusion: isExclusion))
    }

    /// Whether a file is chosen, by its path below the folder. A file that no pattern matches is chosen unless there are
    /// patterns that include.
    package func chooses(_ path: ArraySlice<UInt8>) -> Bool {
        if rules.isEmpty { return true }
        return decision(on: path) ?? rules.allSatisfy(\.isExclusion)
    }

    /// Whether a pattern excludes the path. A path that is merely not included is not excluded.
    package func excludes(_ path: ArraySlice<UInt8>) -> Bool { decision(on: path) == false }

    private func decision(on path: ArraySlice<UInt8>) -> Bool? {
        rules.last { $0.pattern.matches(path) }.map { !$0.isExclusion }
    }
}

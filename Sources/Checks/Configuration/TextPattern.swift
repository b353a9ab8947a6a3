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
        // The place of the last star in the pattern, and the end of the characters that it matches.
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

/// A place in a JSON document (RFC 6901): keys of objects and indexes of arrays, from the outermost on.
public struct JSONPointer: Equatable, Sendable {
    package let tokens: [String]
    /// The pointer as it is written.
    public let text: String

    /// nil if the text is no pointer: it does not begin with a slash, or `~` is not followed by 0 or 1.
    public init?(_ text: String) {
        var parts = text.split(separator: "/", omittingEmptySubsequences: false)[...]
        guard parts.popFirst() == "", !parts.isEmpty else { return nil }
        var tokens: [String] = []
        for part in parts {
            let pieces = part.split(separator: "~", omittingEmptySubsequences: false)
            guard pieces.dropFirst().allSatisfy({ $0.first == "0" || $0.first == "1" }) else { return nil }
            tokens.append(pieces.dropFirst().reduce(String(pieces[0])) { $0 + ($1.first == "0" ? "~" : "/") + $1.dropFirst() })
        }
        self.tokens = tokens
        self.text = text
    }

    /// The token of a column's pointer that stands for each element of an array.
    static let eachElement = "*"

    /// Whether the pointer of a column names a value in each element of an array.
    package var isOfEach: Bool { tokens.contains(Self.eachElement) }

    /// Whether a column of JSON is named by a pointer. Other names are keys of a row.
    package static func isPointer(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: "/") }

    /// The pointer to a key of the outermost object.
    static func text(to key: String) -> String {
        key.reduce(into: "/") { $0 += $1 == "~" ? "~0" : $1 == "/" ? "~1" : String($1) }
    }
}

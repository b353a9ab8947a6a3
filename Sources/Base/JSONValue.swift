/// The tree of a small JSON document, such as an index or a configuration. Records are read without a tree,
/// since a run has millions of them.
public indirect enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    /// The text of the number, since parsing would change `1299.00`.
    case number(String)
    case string(String)
    case array([JSONValue])
    /// The members in the order of the document. Names are unique.
    case object([Member])

    /// A member of an object. Members keep their order.
    public struct Member: Equatable, Sendable {
        /// Without escapes, and unique in its object.
        public let name: String
        /// Of any kind, also an object or an array.
        public let value: JSONValue

        /// Does not compare the name with those of other members.
        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The member with that name; nil if there is none or the value is not an object.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The value as an integer; nil if it is not one.
    public var integer: Int? {
        guard case .number(let text) = self else { return nil }
        return Int(text)
    }

    /// The text; nil if the value is not one. A number is no text.
    public var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The elements; nil if the value is not an array.
    public var array: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }
}

/// The reason why a document is not JSON, and the position. Lines and columns count from 1, columns in bytes.
public struct JSONFailure: Error, Equatable, Sendable {
    /// One sentence without a full stop.
    public let message: String
    /// From 1.
    public let line: Int
    /// From 1, in bytes.
    public let column: Int

    /// Converts an offset in the document to a line and a column.
    public init(_ message: String, at offset: Int, in document: UnsafeRawBufferPointer) {
        let before = document[..<offset]
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        self.message = message
        line = before.count { $0 == 0x0A } + 1
        column = before.count - lineStart + 1
    }
}

extension ByteBuffer {
    /// Appends a document for people to read: one member or element per line, indented by two spaces per
    /// level. An array without arrays or objects in it is one line.
    package mutating func append(indented value: JSONValue, depth: Int = 0) {
        switch value {
        case .null: append("null")
        case .bool(let isTrue): append(isTrue ? "true" : "false")
        case .number(let text): append(text)
        case .string(let text): append(json: text)
        case .array(let elements) where elements.allSatisfy(\.isFlat):
            append("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { append(", ") }
                append(indented: element)
            }
            append("]")
        case .array(let elements):
            append(elements, "[", "]", depth) { output, element in output.append(indented: element, depth: depth + 1) }
        case .object(let members):
            append(members, "{", "}", depth) { output, member in
                output.append(json: member.name)
                output.append(": ")
                output.append(indented: member.value, depth: depth + 1)
            }
        }
    }

    private mutating func append<Part>(
        _ parts: [Part], _ opening: String, _ closing: String, _ depth: Int, each: (inout ByteBuffer, Part) -> Void
    ) {
        append(opening)
        for (index, part) in parts.enumerated() {
            append(index == 0 ? "\n" : ",\n")
            append(String(repeating: "  ", count: depth + 1))
            each(&self, part)
        }
        if !parts.isEmpty {
            append("\n")
            append(String(repeating: "  ", count: depth))
        }
        append(closing)
    }
}

extension JSONValue {
    /// Whether the value is neither an array nor an object.
    fileprivate var isFlat: Bool {
        switch self {
        case .array, .object: false
        case .null, .bool, .number, .string: true
        }
    }
}

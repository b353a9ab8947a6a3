/// A small JSON document as a whole: an index, a configuration. Records, which come by the million,
/// are read without a tree.
public indirect enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    /// The characters of the document, since `1299.00` read as a number is another text.
    case number(String)
    case string(String)
    case array([JSONValue])
    /// In the document's order; no name stands twice.
    case object([Member])

    public struct Member: Equatable, Sendable {
        public let name: String
        public let value: JSONValue

        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The value of that name, where this is an object that has it.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// A number that is an integer.
    public var integer: Int? {
        guard case .number(let text) = self else { return nil }
        return Int(text)
    }

    public var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    public var array: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }
}

/// Why a document is not JSON, and where; lines and columns count from 1, columns in bytes.
public struct JSONFailure: Error, Equatable, Sendable {
    /// One sentence without a full stop.
    public let message: String
    public let line: Int
    public let column: Int

    /// At an offset of the document.
    public init(_ message: String, at offset: Int, in document: UnsafeRawBufferPointer) {
        let before = document[..<offset]
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        self.message = message
        line = before.count { $0 == 0x0A } + 1
        column = before.count - lineStart + 1
    }
}

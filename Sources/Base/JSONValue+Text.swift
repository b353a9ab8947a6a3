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

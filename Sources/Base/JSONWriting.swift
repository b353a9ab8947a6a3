// The JSON writer of all rooms: objects, members and arrays as pieces of a buffer. The commas are due to the last byte, so
// nobody counts members. A text ends with a quote, so a brace or bracket as the last byte is always one that was opened.

extension ByteBuffer {
    /// Appends an object. The members are what `body` appends.
    package mutating func object(_ body: (inout ByteBuffer) -> Void) {
        append(UInt8(ascii: "{"))
        body(&self)
        append(UInt8(ascii: "}"))
    }

    /// Appends a member that is an object.
    package mutating func object(_ name: StaticString, onNewLine: Bool = false, _ body: (inout ByteBuffer) -> Void) {
        begin(name, onNewLine: onNewLine)
        object(body)
    }

    /// Appends an array. `onLines` puts each element on a line of its own.
    package mutating func array<Element>(
        _ elements: some Sequence<Element>, onLines: Bool = false, _ body: (inout ByteBuffer, Element) -> Void
    ) {
        var list = JSONList(onLines: onLines)
        list.begin(&self)
        for element in elements {
            list.next(&self)
            body(&self, element)
        }
        list.end(&self)
    }

    /// Appends a member that is an array.
    package mutating func array<Element>(
        _ name: StaticString, _ elements: some Sequence<Element>, onLines: Bool = false, onNewLine: Bool = false,
        _ body: (inout ByteBuffer, Element) -> Void
    ) {
        begin(name, onNewLine: onNewLine)
        array(elements, onLines: onLines, body)
    }

    /// Appends a member whose value is what `body` appends.
    package mutating func member(_ name: StaticString, onNewLine: Bool = false, _ body: (inout ByteBuffer) -> Void) {
        begin(name, onNewLine: onNewLine)
        body(&self)
    }

    /// Appends a member that is a number; nothing for nil.
    package mutating func member(_ name: StaticString, _ number: Int?, onNewLine: Bool = false) {
        guard let number else { return }
        begin(name, onNewLine: onNewLine)
        append(number)
    }

    /// Appends a member that is a number in its shortest form; nothing for nil.
    package mutating func member(_ name: StaticString, shortest number: Double?) {
        guard let number else { return }
        begin(name)
        append(shortest: number)
    }

    /// Appends a member that is true or false; nothing for nil.
    package mutating func member(_ name: StaticString, _ flag: Bool?, onNewLine: Bool = false) {
        guard let flag else { return }
        begin(name, onNewLine: onNewLine)
        append(json: flag)
    }

    /// Appends a member that is a text; nothing for nil.
    package mutating func member(_ name: StaticString, json text: String?, onNewLine: Bool = false) {
        guard let text else { return }
        begin(name, onNewLine: onNewLine)
        append(json: text)
    }

    /// Appends a member that is a text of somebody else, with its invisible characters escaped; nothing for nil.
    package mutating func member(_ name: StaticString, visible text: String?, onNewLine: Bool = false) {
        guard let text else { return }
        begin(name, onNewLine: onNewLine)
        append(visibleJSON: text)
    }

    /// Appends a member that is a text of somebody else, whose bytes may not be UTF-8; nothing for nil.
    package mutating func member(_ name: StaticString, visible bytes: [UInt8]?) {
        guard let bytes else { return }
        begin(name)
        bytes.withUnsafeBufferPointer { append(visibleJSON: $0) }
    }

    /// Appends a member with a name that is not known here.
    package mutating func member(named name: String, onNewLine: Bool = false, _ body: (inout ByteBuffer) -> Void) {
        separate(onNewLine: onNewLine)
        append(visibleJSON: name)
        append(UInt8(ascii: ":"))
        body(&self)
    }

    /// Appends true or false.
    package mutating func append(json flag: Bool) {
        if flag { append("true") } else { append("false") }
    }

    private mutating func begin(_ name: StaticString, onNewLine: Bool = false) {
        separate(onNewLine: onNewLine)
        append(UInt8(ascii: "\""))
        append(name)
        append("\":")
    }

    /// Appends the comma before a member, unless it is the first of its object or of the buffer.
    private mutating func separate(onNewLine: Bool) {
        guard length > 0 else { return }
        if start[length - 1] != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
        if onNewLine { append(UInt8(ascii: "\n")) }
    }
}

/// An array whose elements are written one after another, between which the buffer may be emptied.
package struct JSONList: Sendable {
    private let onLines: Bool
    private var isEmpty = true

    /// `onLines` puts each element on a line of its own.
    package init(onLines: Bool = true) { self.onLines = onLines }

    package func begin(_ output: inout ByteBuffer) { output.append(UInt8(ascii: "[")) }

    /// Appends what stands before an element.
    package mutating func next(_ output: inout ByteBuffer) {
        if !isEmpty { output.append(UInt8(ascii: ",")) }
        if onLines { output.append(UInt8(ascii: "\n")) }
        isEmpty = false
    }

    /// Ends the array. The value then serves another one.
    package mutating func end(_ output: inout ByteBuffer) {
        if onLines, !isEmpty { output.append(UInt8(ascii: "\n")) }
        output.append(UInt8(ascii: "]"))
        isEmpty = true
    }
}

extension ByteBuffer {
    /// Appends UTF-8 text as a JSON string (RFC 8259, 7). Escapes only the characters that need escaping.
    public mutating func append(json text: UnsafeBufferPointer<UInt8>) {
        append(UInt8(ascii: "\""))
        append(text, stoppingAt: { $0.below(0x20) | $0.equal("\"") | $0.equal("\\") }) { output, byte in
            switch byte {
            case UInt8(ascii: "\""): output.append("\\\"")
            case UInt8(ascii: "\\"): output.append("\\\\")
            case UInt8(ascii: "\n"): output.append("\\n")
            case UInt8(ascii: "\r"): output.append("\\r")
            case UInt8(ascii: "\t"): output.append("\\t")
            default:
                output.append("\\u00")
                output.append(hex: byte)
            }
        }
        append(UInt8(ascii: "\""))
    }

    /// Appends a text as a JSON string, with its quotes.
    public mutating func append(json text: String) {
        var text = text
        text.withUTF8 { append(json: $0) }
    }

    /// Appends a size as a JSON object.
    package mutating func append(jsonWidth width: Double, height: Double) {
        object {
            $0.member("width", shortest: width)
            $0.member("height", shortest: height)
        }
    }
}

/// The shortest text that parses to the same number. Whole numbers have no fraction.
package func shortest(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? String(number) }

/// A number for people, rounded to hundredths.
package func hundredths(_ number: Double) -> String { shortest((number * 100).rounded() / 100) }

extension ByteBuffer {
    /// Appends the shortest decimal text that parses to the same number, in the form of JSON (RFC 8259, 6).
    /// Whole numbers have no fraction. The number must be finite, since JSON has no other numbers.
    package mutating func append(shortest number: Double) {
        if let whole = Int(exactly: number), whole.magnitude < 1 << 53 { return append(whole) }
        append(number.description)
    }
}

import WeirBase

/// The names of the pictures of a row that may have several, in the order of the row and each once.
package struct ImageNames: Sendable {
    /// The names, joined without separators.
    package private(set) var bytes: [UInt8] = []
    private var ends: [Int] = []

    /// The reason why a list of names cannot be read.
    package enum Fault: Error, Equatable {
        /// An element of an array, counted from 1.
        case element(Int, ValueKind)
        case unfit(TextFault)
        case tooMany

        /// `list` is the name of the column.
        package func message(_ list: String) -> String {
            switch self {
            case .element(let number, let kind): "element \(number) of \(list) is \(kind.name), not text"
            case .unfit(let fault): "a name in \(list) \(fault.rawValue)"
            case .tooMany: "the row names more than \(RecordLimits.rowPictures) pictures"
            }
        }
    }

    package init() {}

    package var count: Int { ends.count }
    package var isEmpty: Bool { ends.isEmpty }

    /// The range of a name among the bytes.
    package func range(of name: Int) -> Range<Int> { (name == 0 ? 0 : ends[name - 1])..<ends[name] }

    package mutating func removeAll() { if !isEmpty { truncate(to: 0) } }

    /// Adds the names in a text: one name, several between separators, or an array of JSON or PostgreSQL as databases write it into a
    /// table. A text that only looks like an array is a name.
    package mutating func add(_ text: UnsafeBufferPointer<UInt8>, separator: UInt8?, mayBeArray: Bool) -> Fault? {
        let text = withoutBlanks(text)
        if mayBeArray, Self.mayBeArray(text) {
            let known = count
            do throws(Fault) {
                if try text.first == Byte.openingBrace ? addPostgreSQLArray(text) : addJSONArray(text) { return nil }
            } catch { return error }
            truncate(to: known)
        }
        guard let separator else { return add(text) }
        var rest = text[...]
        while !rest.isEmpty {
            var end = rest.firstIndex(of: separator) ?? rest.endIndex
            while separator == Byte.comma, isInsideURL(end, of: rest) {
                end = rest[(end + 1)...].firstIndex(of: separator) ?? rest.endIndex
            }
            if let fault = add(UnsafeBufferPointer(rebasing: rest[..<end])) { return fault }
            rest = rest[min(end + 1, rest.endIndex)...]
        }
        return nil
    }

    /// Whether a comma is a part of the URL that begins before it. It ends the URL if a scheme or a blank follows, or if the URL ends as a
    /// file's name does.
    private func isInsideURL(_ comma: Int, of text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let next = text[min(comma + 1, text.endIndex)...]
        guard let first = next.first, first != Byte.comma, !isBlank(first) else { return false }
        return isURL(text.drop(while: isBlank)) && !isURL(next) && !endsAsFile(text[..<comma])
    }

    /// Whether a name ends as that of a file does, in a point and three or four letters or digits.
    private func endsAsFile(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let point = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
        let ending = name[(point + 1)...]
        return (3...4).contains(ending.count) && ending.allSatisfy(isLetterOrDigit)
    }

    /// Whether a text begins as a URL of the network does.
    private func isURL(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let rest = text.drop(while: isASCIILetter)
        return rest.starts(with: (rest.startIndex == text.startIndex ? "//" : "://").utf8)
    }

    /// Whether a text begins and ends as an array of JSON or PostgreSQL does.
    @inline(__always)
    static func mayBeArray(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = text.first, first <= 0x20 || first == Byte.openingBrace || first == Byte.openingBracket else { return false }
        let text = withoutBlanks(text)
        return text.first == Byte.openingBrace && text.last == Byte.closingBrace
            || text.first == Byte.openingBracket && text.last == Byte.closingBracket
    }

    /// Returns whether the text is an array. If it is not, some names may have been added.
    private mutating func addJSONArray(_ text: UnsafeBufferPointer<UInt8>) throws(Fault) -> Bool {
        guard let base = text.baseAddress else { return false }
        var scanner = JSONScanner(base, from: 0, to: text.count)
        var decoded: [UInt8] = []
        var fault: Fault?
        var element = 0
        do throws(JSONFault) {
            try scanner.readList(depth: 1) { scanner, _ throws(JSONFault) in
                decoded.removeAll(keepingCapacity: true)
                let value = try scanner.readValue(depth: 1, &decoded)
                element += 1
                guard fault == nil, value.kind != .null else { return }
                guard value.kind == .text else {
                    fault = .element(element, value.kind)
                    return
                }
                fault = decoded.withUnsafeBufferPointer { add(TextBytes(document: text, decoded: $0)[value.content]) }
            }
        } catch {
            return false
        }
        guard scanner.offset == text.count else { return false }
        if let fault { throw fault }
        return true
    }

    /// Adds the elements of an array as PostgreSQL writes it (its manual, 8.15.6): between commas, those with special characters
    /// between quotes, and a backslash before each quote and backslash. NULL without quotes is no name.
    private mutating func addPostgreSQLArray(_ text: UnsafeBufferPointer<UInt8>) throws(Fault) -> Bool {
        var index = 1
        var element = 0
        var name: [UInt8] = []
        // The text ends with a brace.
        while true {
            element += 1
            name.removeAll(keepingCapacity: true)
            while text[index] == 0x20 { index += 1 }
            if text[index] == Byte.openingBrace { throw .element(element, .array) }
            let isQuoted = text[index] == Byte.quote
            if isQuoted { index += 1 }
            while index < text.count {
                let byte = text[index]
                if isQuoted ? byte == Byte.quote : byte == Byte.comma || byte == Byte.closingBrace { break }
                if !isQuoted, byte == Byte.quote || byte == Byte.openingBrace { return false }
                index += byte == Byte.backslash ? 2 : 1
                name.append(text[index - 1])
            }
            if isQuoted { index += 1 }
            guard index < text.count, text[index] == Byte.comma || text[index] == Byte.closingBrace else { return false }
            let isNull = !isQuoted && name.count == 4 && name.elementsEqual("NULL".utf8)
            if !isNull, let fault = name.withUnsafeBufferPointer({ add($0) }) { throw fault }
            index += 1
            if text[index - 1] == Byte.closingBrace { return index == text.count }
        }
    }

    /// Adds one name, unless it is empty or is there already.
    private mutating func add(_ text: UnsafeBufferPointer<UInt8>) -> Fault? {
        let name = withoutBlanks(text)
        guard !name.isEmpty else { return nil }
        if let fault = TextFault(in: name) { return .unfit(fault) }
        let start = bytes.count
        if let whole = withUsualScheme(name) { bytes += whole } else { bytes.append(contentsOf: name) }
        // Names of one shop begin alike, so they are compared from their ends.
        let isKnown = bytes.withUnsafeBufferPointer { bytes in
            (0..<count).contains { known in
                let range = range(of: known)
                return range.count == bytes.count - start && bytes[range].reversed().elementsEqual(bytes[start...].reversed())
            }
        }
        guard !isKnown else {
            bytes.removeSubrange(start...)
            return nil
        }
        guard count < RecordLimits.rowPictures else { return .tooMany }
        ends.append(bytes.count)
        return nil
    }

    private mutating func truncate(to count: Int) {
        bytes.removeSubrange((count == 0 ? 0 : ends[count - 1])...)
        ends.removeSubrange(count...)
    }
}

/// Whether a name has a host, but no scheme, as in `//host/a.jpg`.
@inline(__always)
func lacksScheme(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    name.count > 2 && name[0] == UInt8(ascii: "/") && name[1] == UInt8(ascii: "/") && name[2] != UInt8(ascii: "/")
}

/// A name that lacks its scheme, as one of https; nil for other names.
func withUsualScheme(_ name: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    lacksScheme(name) ? RowBatch.usualScheme.withUTF8Buffer { Array($0) } + name : nil
}

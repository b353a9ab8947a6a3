import CWeirExpat
import WeirBase

/// The elements of a property list (PropertyList-1.0.dtd) in the order that the C shim of expat requires:
/// names with the same initial are neighbours.
enum XMLPlistElement: Int32, CaseIterable {
    case array, data, date, dict, `false`, integer, key, plist, real, string, `true`

    var name: StaticString {
        switch self {
        case .array: "array"
        case .data: "data"
        case .date: "date"
        case .dict: "dict"
        case .false: "false"
        case .integer: "integer"
        case .key: "key"
        case .plist: "plist"
        case .real: "real"
        case .string: "string"
        case .true: "true"
        }
    }

    /// The kind of value of the element; nil if the element only contains or names values.
    var kind: ValueKind? {
        switch self {
        case .array: .array
        case .data: .data
        case .date: .date
        case .dict: .dictionary
        case .false, .true: .flag
        case .integer: .number
        case .real: .real
        case .string: .text
        case .key, .plist: nil
        }
    }

    /// Whether white space in the element may be text.
    var holdsText: Bool {
        switch self {
        case .data, .date, .integer, .key, .real, .string: true
        case .array, .dict, .false, .plist, .true: false
        }
    }
}

/// An event that expat reported.
struct XMLPlistEvent {
    enum Kind {
        /// The element is nil if its name is not one of a property list. Then the text is the name.
        case start(XMLPlistElement?)
        case end
        case text
        /// A reference to an undeclared entity. The text is its name.
        case entity
    }

    let kind: Kind
    /// The offset in bytes from the beginning of the document.
    let offset: Int
    let text: UnsafeBufferPointer<UInt8>
}

/// Owns an expat parser for one document. This is a class because of its `deinit`.
final class XMLPlistParser {
    private let expat: OpaquePointer?
    private let names: UnsafeMutablePointer<UnsafePointer<CChar>?>

    /// The memory limit of expat. Without it, an endless tag, comment or nesting would fill the memory.
    /// Rows that are not broken stay far below it (RecordLimits.recordBytes).
    private static let memoryBytes = 8 << 20
    /// The number of bytes that expat gets at once. Only the events of one such block are held in memory.
    private static let blockBytes = 32 << 10
    private var isFinished = false
    private let document: String

    /// With namespaces no element is known, and the text of a start is its name behind the namespace and a space.
    init(withNamespaces: Bool = false) {
        let elements = withNamespaces ? [] : XMLPlistElement.allCases
        document = withNamespaces ? "feed" : "property list"
        names = .allocate(capacity: elements.count)
        var textElements: UInt32 = 0
        for (index, element) in elements.enumerated() {
            names[index] = UnsafeRawPointer(element.name.utf8Start).assumingMemoryBound(to: CChar.self)
            if element.holdsText { textElements |= 1 << UInt32(index) }
        }
        expat = CExpat_create(names, elements.count, textElements, XMLPlistParser.memoryBytes, withNamespaces ? 1 : 0)
    }

    deinit {
        CExpat_destroy(expat)
        names.deallocate()
    }

    /// Reads a window block by block, until the batch is full, and gives each event to `take`. Returns the index to continue at.
    func read(
        _ window: RecordWindow, from start: Int, into batch: inout RecordBatch,
        take: (XMLPlistEvent, inout RecordBatch) throws(DocumentFailure) -> Void
    ) throws(DocumentFailure) -> Int {
        batch.lines.settle(offset)
        var index = start
        while !isFinished, !batch.isFull, index < window.count || window.isEnd {
            let end = min(window.count, index + Self.blockBytes)
            isFinished = window.isEnd && end == window.count
            let fault = push(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(window.text)[index..<end]), isEnd: isFinished)
            index = end
            try forEachEvent { event throws(DocumentFailure) in try take(event, &batch) }
            if let fault { throw batch.failure(fault, at: offset) }
        }
        return index
    }

    /// Parses the next bytes. Returns the error after the last event, if there is one.
    func push(_ bytes: UnsafeRawBufferPointer, isEnd: Bool) -> String? {
        guard let expat else { return "out of memory in expat" }
        let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
        switch CExpat_push(expat, start, bytes.count, isEnd ? 1 : 0) {
        case CEXPAT_OK: return nil
        case CEXPAT_BROKEN: return "the XML is broken: " + String(cString: CExpat_message(expat))
        case CEXPAT_DECLARES: return "the document type has declarations of its own, which no \(document) needs"
        case CEXPAT_TOO_LARGE: return "a tag, a comment or a nesting that is far too large"
        default: return "out of memory in expat"
        }
    }

    /// Whether the last push has failed because the document ends too early.
    var endsEarly: Bool { expat.map { CExpat_ends_early($0) != 0 } ?? false }

    /// The parser's offset: no later event is before this byte. After a failure, the offset of the failure.
    var offset: Int { expat.map { Int(CExpat_offset($0)) } ?? 0 }

    /// The events of the last push.
    func forEachEvent<Failure: Error>(_ body: (XMLPlistEvent) throws(Failure) -> Void) throws(Failure) {
        guard let expat else { return }
        let events = UnsafeBufferPointer(start: CExpat_events(expat), count: CExpat_event_count(expat))
        let texts = CExpat_texts(expat)
        for event in events {
            let kind: XMLPlistEvent.Kind =
                switch event.kind {
                case CEXPAT_START: .start(XMLPlistElement(rawValue: event.element))
                case CEXPAT_END: .end
                case CEXPAT_TEXT: .text
                default: .entity
                }
            let text = UnsafeBufferPointer(start: texts.map { $0 + event.text }, count: event.count)
            try body(XMLPlistEvent(kind: kind, offset: Int(event.offset), text: text))
        }
    }
}

/// Whether a text is a number of a property list: decimal, or an integer in hexadecimal, which Apple's
/// parser accepts too. Infinity and NaN are refused, since they cannot be a price.
func isPlistNumber(_ text: UnsafeBufferPointer<UInt8>, isInteger: Bool) -> Bool {
    var rest = text[...]
    if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    if isInteger, rest.count > 2, rest.starts(with: "0x".utf8) || rest.starts(with: "0X".utf8) {
        return rest.dropFirst(2).allSatisfy(isHexDigit)
    }
    let whole = skipDigits(&rest)
    if isInteger { return whole > 0 && rest.isEmpty }
    var fraction = 0
    if rest.first == UInt8(ascii: ".") {
        rest.removeFirst()
        fraction = skipDigits(&rest)
    }
    guard whole + fraction > 0 else { return false }
    if rest.first.map({ $0 | 0x20 }) == UInt8(ascii: "e") {
        rest.removeFirst()
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        guard skipDigits(&rest) > 0 else { return false }
    }
    return rest.isEmpty
}

private func skipDigits(_ text: inout Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    let before = text.count
    while let first = text.first, isDigit(first) { text.removeFirst() }
    return before - text.count
}

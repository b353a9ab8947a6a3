import CExpat

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

    init() {
        let elements = XMLPlistElement.allCases
        names = .allocate(capacity: elements.count)
        var textElements: UInt32 = 0
        for (index, element) in elements.enumerated() {
            names[index] = UnsafeRawPointer(element.name.utf8Start).assumingMemoryBound(to: CChar.self)
            if element.holdsText { textElements |= 1 << UInt32(index) }
        }
        expat = CExpat_create(names, elements.count, textElements, XMLPlistParser.memoryBytes)
    }

    deinit {
        CExpat_destroy(expat)
        names.deallocate()
    }

    /// Parses the next bytes. Returns the error after the last event, if there is one.
    func push(_ bytes: UnsafeRawBufferPointer, isEnd: Bool) -> String? {
        guard let expat else { return "out of memory in expat" }
        let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
        switch CExpat_push(expat, start, bytes.count, isEnd ? 1 : 0) {
        case CEXPAT_OK: return nil
        case CEXPAT_BROKEN: return "the XML is broken: " + String(cString: CExpat_message(expat))
        case CEXPAT_DECLARES: return "the document type has declarations of its own, which no property list needs"
        case CEXPAT_TOO_LARGE: return "a tag, a comment or a nesting that is far too large"
        default: return "out of memory in expat"
        }
    }

    /// The parser's place: no later event is before this byte. After a failure, the place of the failure.
    var offset: Int { expat.map { Int(CExpat_offset($0)) } ?? 0 }

    /// The events of the last push.
    func forEachEvent<Failure: Error>(_ body: (XMLPlistEvent) throws(Failure) -> Void) throws(Failure) {
        guard let expat else { return }
        let events = UnsafeBufferPointer(start: CExpat_events(expat), count: CExpat_event_count(expat))
        let texts = CExpat_texts(expat)
        for event in events {
            let kind: XMLPlistEvent.Kind = switch event.kind {
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

import Records

/// The entries of an XML property list, as expat finds them.
struct XMLPlistEntries: EntrySource {
    private enum Place {
        case document, plist, array, entry
        /// Behind a key, before its value.
        case behindKey
        case inKey, inValue
        /// What nobody looks into; left where so many elements are open.
        case skipped(until: Int)
        case end
    }

    private struct Broken: Error {
        let message: String
    }

    private let document: UnsafeBufferPointer<UInt8>
    private let parser = XMLPlistParser()
    private var pushed = 0
    private var place = Place.document
    private var openElements = 0
    private var number = 0
    private var hasStrayText = false
    /// Where the key or the value begins, in the file and among the decoded texts.
    private var start = 0
    private var textStart = 0
    private var key = Stretch.empty
    private var keyPlace = Stretch.empty
    private var kind = ValueKind.text

    /// How many elements are open between the entries, and between the values of an entry.
    private static let arrayDepth = 2
    private static let entryDepth = 3
    private static let blockBytes = 32 << 10

    init(_ document: UnsafeBufferPointer<UInt8>) { self.document = document }

    mutating func fill(_ batch: inout EntryBatch) -> Bool {
        let end = min(document.count, pushed + Self.blockBytes)
        let block = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: document[pushed..<end]))
        pushed = end
        let fault = parser.push(block, isEnd: end == document.count)
        do throws(WholeFault) {
            try parser.forEachEvent { event throws(WholeFault) in try take(event, into: &batch) }
            if let fault { throw WholeFault(message: fault, place: parser.offset) }
        } catch {
            // What was begun is no entry.
            if case .array = place {} else { dropEntry(from: &batch) }
            let place = Stretch(min(error.place, document.count), count: 1)
            batch.faults.append(EntryBatch.Fault(place: place, number: nil, message: error.message))
            return false
        }
        return end < document.count
    }

    /// Behind such a fault nothing can be read.
    private struct WholeFault: Error {
        let message: String
        let place: Int
    }

    private mutating func take(_ event: XMLPlistEvent, into batch: inout EntryBatch) throws(WholeFault) {
        switch event.kind {
        case .start: openElements += 1
        case .end: openElements -= 1
        case .text, .entity: break
        }
        do throws(Broken) {
            try step(event, into: &batch)
        } catch {
            switch place {
            case .document, .plist, .end: throw WholeFault(message: error.message, place: event.offset)
            case .array: number += 1
            default: dropEntry(from: &batch)
            }
            batch.faults.append(
                EntryBatch.Fault(place: Stretch(event.offset, count: 1), number: number - 1, message: error.message))
            hasStrayText = false
            place = openElements == Self.arrayDepth ? .array : .skipped(until: Self.arrayDepth)
        }
    }

    private mutating func dropEntry(from batch: inout EntryBatch) {
        switch place {
        case .entry, .behindKey, .inKey, .inValue: batch.dropEntry()
        case .skipped(let depth) where depth == Self.entryDepth: batch.dropEntry()
        default: break
        }
    }

    private mutating func step(_ event: XMLPlistEvent, into batch: inout EntryBatch) throws(Broken) {
        switch place {
        case .skipped(let depth):
            guard case .end = event.kind, openElements == depth else { return }
            place = depth == Self.arrayDepth ? .array : .entry
        case .inKey, .inValue: try takeText(event, into: &batch)
        default:
            switch event.kind {
            case .text, .entity: hasStrayText = true
            case .start(let element):
                try refuseStrayText(before: event, &batch)
                try takeStart(element, event, into: &batch)
            case .end:
                try refuseStrayText(before: event, &batch)
                try takeEnd(event, into: &batch)
            }
        }
    }

    /// Between the entries, text stands for one that is none; elsewhere it breaks what it stands in.
    private mutating func refuseStrayText(before event: XMLPlistEvent, _ batch: inout EntryBatch) throws(Broken) {
        guard hasStrayText else { return }
        hasStrayText = false
        guard case .array = place else { throw Broken(message: "text where a property list has none") }
        let place = Stretch(event.offset, count: 1)
        batch.faults.append(EntryBatch.Fault(place: place, number: number, message: "text between the entries"))
        number += 1
    }
}

// Elements.
extension XMLPlistEntries {
    private mutating func takeStart(
        _ element: XMLPlistElement?, _ event: XMLPlistEvent, into batch: inout EntryBatch
    ) throws(Broken) {
        let name = element?.name.description ?? String(String(decoding: event.text, as: UTF8.self).prefix(40))
        switch place {
        case .document:
            guard element == .plist else {
                throw Broken(message: "a property list begins with <plist>, this XML with <\(name)>")
            }
            place = .plist
        case .plist:
            guard element == .array else { throw Broken(message: "the property list is <\(name)>, and a manifest an array") }
            place = .array
        case .array:
            guard element == .dict else { throw Broken(message: "the entry is <\(name)>, not a dictionary") }
            batch.beginEntry(number, at: event.offset)
            number += 1
            place = .entry
        case .entry:
            guard element == .key else { throw Broken(message: "a value without a key") }
            begin(.inKey, event, batch)
        case .behindKey:
            guard let value = element?.value else {
                throw Broken(message: element == .key ? "a key without a value" : "<\(name)> is not of a property list")
            }
            kind = ValueKind(value)
            begin(.inValue, event, batch)
            if !value.hasText {
                add(Stretch.empty, at: event.offset, to: &batch)
                place = .skipped(until: Self.entryDepth)
            }
        default: throw Broken(message: "a second value behind the array")
        }
    }

    private mutating func takeEnd(_ event: XMLPlistEvent, into batch: inout EntryBatch) throws(Broken) {
        switch place {
        case .behindKey: throw Broken(message: "a key without a value")
        case .entry:
            // Nothing tells where the end tag ends but its own text.
            batch.finishEntry(at: min(document.count, event.offset + "</dict>".utf8.count), of: document)
            place = .array
        case .array: place = .end
        case .plist: throw Broken(message: "the property list is empty")
        default: break
        }
    }

    private mutating func begin(_ next: Place, _ event: XMLPlistEvent, _ batch: EntryBatch) {
        place = next
        start = event.offset
        textStart = batch.decoded.count
    }

    /// In a key or in a value.
    private mutating func takeText(_ event: XMLPlistEvent, into batch: inout EntryBatch) throws(Broken) {
        switch event.kind {
        case .text: batch.decoded.append(contentsOf: event.text)
        case .start, .entity: throw Broken(message: "a key or a value with something else than text in it")
        case .end:
            let text = Stretch(textStart, count: batch.decoded.count - textStart, isDecoded: true)
            if case .inKey = place {
                key = text
                keyPlace = content(from: start, to: event.offset)
                place = .behindKey
            } else {
                if kind == .flag { batch.decoded.append(contentsOf: "true".utf8) }
                add(trimmed(text, batch), at: start, to: &batch, end: event.offset)
                place = .entry
            }
        }
    }

    /// White space is no part of a number (PropertyList-1.0.dtd leaves it to the reader).
    private func trimmed(_ text: Stretch, _ batch: EntryBatch) -> Stretch {
        guard kind != .text else { return text }
        var (first, last) = (text.start, text.end)
        while first < last, batch.decoded[first] <= 0x20 { first += 1 }
        while last > first, batch.decoded[last - 1] <= 0x20 { last -= 1 }
        return Stretch(first, count: last - first, isDecoded: true)
    }

    private func add(_ value: Stretch, at start: Int, to batch: inout EntryBatch, end: Int? = nil) {
        let name = batch.decoded.withUnsafeBufferPointer { EntryKey(UnsafeBufferPointer(rebasing: $0[key.start..<key.end])) }
        let place = end.map { content(from: start, to: $0) } ?? Stretch(start, count: 1)
        batch.add(EntryMember(name: name, kind: kind, key: key, value: value, keyPlace: keyPlace, valuePlace: place))
    }

    /// What stands between the tags; an empty element as a whole.
    private func content(from start: Int, to end: Int) -> Stretch {
        guard end > start, let bracket = document[start..<end].firstIndex(of: UInt8(ascii: ">")), bracket + 1 < end else {
            return Stretch(start, count: max(1, end - start))
        }
        return Stretch(bracket + 1, count: end - bracket - 1)
    }
}

extension ValueKind {
    init(_ value: PlistValue) {
        self = switch value {
        case .text: .text
        case .integer: .number
        case .real: .real
        case .flag: .flag
        case .date: .date
        case .data: .data
        case .array, .set: .array
        case .dictionary: .object
        case .uid: .reference
        case .null: .null
        }
    }
}

/// The items of a product feed: RSS 2.0 or Atom (RFC 4287) with the elements of Google's namespace. A key is the local name of an
/// element, so `g:image_link` is `image_link`; where an item has `g:id` and `id`, the former is meant. Of an element that is
/// repeated, the first one is read, and of further pictures all. expat parses the XML under the bounds that property lists have.
struct FeedRecords: RecordReader {
    private enum Name {
        case google([UInt8])
        case plain([UInt8])
        case foreign

        private static let google = Array("http://base.google.com/ns/1.0 ".utf8)
        private static let atom = Array("http://www.w3.org/2005/Atom ".utf8)

        /// expat writes a name behind its namespace and a space.
        init(_ text: UnsafeBufferPointer<UInt8>) {
            if text.starts(with: Self.google) {
                self = .google(Array(text.dropFirst(Self.google.count)))
            } else if text.starts(with: Self.atom) {
                self = .plain(Array(text.dropFirst(Self.atom.count)))
            } else {
                self = text.contains(0x20) ? .foreign : .plain(Array(text))
            }
        }

        func isPlain(_ name: StaticString) -> Bool {
            guard case .plain(let bytes) = self else { return false }
            return bytes.elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        }
    }

    /// An element of an item that is read.
    private struct Value {
        let column: Int32
        let isGoogle: Bool
        /// The start of its text among the decoded texts of the record.
        let textStart: Int
    }

    private let projection: Projection
    private let parser = XMLPlistParser(withNamespaces: true)
    private var openElements = 0
    /// The number of open elements inside an item: rss, channel and item, or feed and entry. 0 before the first element.
    private var itemDepth = 0
    private var isInItem = false
    private var value: Value?
    /// The columns of which the item has a value, and whether it is one of Google's.
    private var found: [(column: Int32, isGoogle: Bool)] = []
    private var itemOffset = 0

    init(_ projection: Projection) { self.projection = projection }

    mutating func read(_ window: RecordWindow, from start: Int, into batch: inout RecordBatch) throws(DocumentFailure) -> Int {
        do throws(DocumentFailure) {
            return try parser.read(window, from: start, into: &batch) { event, batch throws(DocumentFailure) in
                try take(event, into: &batch)
            }
        } catch {
            guard openElements > 0, parser.endsEarly else { throw error }
            throw batch.failure("the \(batch.nouns.document) ends inside \(isInItem ? "an item" : "the feed")", at: parser.offset)
        }
    }

    private mutating func take(_ event: XMLPlistEvent, into batch: inout RecordBatch) throws(DocumentFailure) {
        if isInItem, event.offset - itemOffset > RecordLimits.recordBytes {
            batch.addBroken("the item is longer than \(RecordLimits.recordBytes) bytes", at: itemOffset)
            (isInItem, value) = (false, nil)
        }
        switch event.kind {
        case .start:
            openElements += 1
            let name = Name(event.text)
            if openElements == 1 {
                try begin(name, event, &batch)
            } else if isInItem {
                if openElements == itemDepth + 1 { beginValue(name, batch) }
            } else if openElements == itemDepth, name.isPlain(itemDepth == 3 ? "item" : "entry") {
                batch.beginRecord(at: event.offset, from: event.offset)
                found.removeAll(keepingCapacity: true)
                (isInItem, itemOffset) = (true, event.offset)
            }
        case .end:
            openElements -= 1
            guard isInItem else { return }
            if openElements == itemDepth { endValue(&batch) }
            guard openElements < itemDepth else { return }
            batch.finishRecord(at: event.offset)
            isInItem = false
        case .text:
            // The text of an element inside a value is no part of it.
            if value != nil, openElements == itemDepth + 1 { batch.decoded.append(contentsOf: event.text) }
        case .entity:
            guard isInItem else { return }
            batch.addBroken("the item has an entity that is not declared", at: event.offset)
            (isInItem, value) = (false, nil)
        }
    }

    private mutating func begin(_ name: Name, _ event: XMLPlistEvent, _ batch: inout RecordBatch) throws(DocumentFailure) {
        if name.isPlain("rss") {
            itemDepth = 3
        } else if name.isPlain("feed") {
            itemDepth = 2
        } else {
            let shown = String(String(decoding: event.text, as: UTF8.self).prefix(80))
            throw batch.failure("a feed begins with <rss> or with <feed> of Atom, this XML with <\(shown)>", at: event.offset)
        }
    }

    private mutating func beginValue(_ name: Name, _ batch: RecordBatch) {
        let (bytes, isGoogle): ([UInt8], Bool)
        switch name {
        case .google(let name): (bytes, isGoogle) = (name, true)
        case .plain(let name): (bytes, isGoogle) = (name, false)
        case .foreign: return
        }
        let column = bytes.withUnsafeBufferPointer { projection.column(of: $0) }
        guard column >= 0 else { return }
        let isFound = found.contains { $0.column == column && ($0.isGoogle || !isGoogle) }
        guard !isFound || column == projection.repeatable else { return }
        value = Value(column: column, isGoogle: isGoogle, textStart: batch.openTextCount)
    }

    /// Adds the value without the white space at its ends, which shop systems indent it with.
    private mutating func endValue(_ batch: inout RecordBatch) {
        guard let value else { return }
        self.value = nil
        found.append((value.column, value.isGoogle))
        let text = batch.openText(from: value.textStart)
        var (first, last) = (text.start, text.end)
        while first < last, isJSONSpace(batch.decoded[first]) { first += 1 }
        while last > first, isJSONSpace(batch.decoded[last - 1]) { last -= 1 }
        batch.add(
            RecordBatch.Field(
                column: value.column, kind: .text, key: .empty, value: TextRange(first, count: last - first, isDecoded: true),
                keyRange: .empty, valueRange: .empty))
    }
}

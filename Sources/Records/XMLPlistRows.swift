/// Makes rows of what expat finds in a property list.
struct XMLPlistRows {
    /// Inside what the next event stands.
    private enum Place {
        case document, plist, array, row, key
        /// The value of a cell.
        case value(Int)
        /// What nobody looks at; left where so many elements are open.
        case skipped(until: Int)
        /// Behind the array.
        case end
    }

    /// The key that waits for its value.
    private enum Key {
        case none, unused
        case used(Int)
    }

    /// Why a row is broken; noticed at the event, or true of the row as a whole.
    private struct Fault: Error {
        let message: String
        var isOfWholeRow = false

        static let tooLong = Fault(message: "the dictionary is longer than \(CatalogueLimits.rowBytes) bytes", isOfWholeRow: true)
    }

    private var place = Place.document
    private var openElements = 0
    /// Text or an entity where only elements belong. Told at the next tag, since where such text
    /// begins depends on the pieces in which it came.
    private var hasStrayText = false
    private var row: PlistRow
    private var rowOffset = 0
    private var rowPosition = CataloguePosition(line: 1, column: 1)
    private var key = Key.none
    private var keyText: [UInt8] = []

    /// How many elements are open between the rows, and between the values of a row.
    private static let arrayDepth = 2
    private static let rowDepth = 3

    init(_ columns: CatalogueColumns) { row = PlistRow(columns) }

    mutating func take(
        _ event: XMLPlistEvent, lines: inout XMLPlistLines, into batch: inout RowBatch
    ) throws(CatalogueFailure) {
        switch event.kind {
        case .start: openElements += 1
        case .end: openElements -= 1
        case .text, .entity: break
        }
        switch place {
        case .skipped(let depth): leaveSkipped(event, at: depth)
        case .array: takeBetweenRows(event, lines: &lines, into: &batch)
        case .document, .plist, .end:
            if let fault = faultOutsideRows(event) { throw CatalogueFailure(fault, at: lines.position(of: event.offset)) }
        case .row, .key, .value:
            do throws(Fault) {
                try takeInRow(event, into: &batch)
            } catch {
                batch.appendBroken(error.message, at: error.isOfWholeRow ? rowPosition : lines.position(of: event.offset))
                hasStrayText = false
                place = openElements == Self.arrayDepth ? .array : .skipped(until: Self.arrayDepth)
            }
        }
    }

    private mutating func leaveSkipped(_ event: XMLPlistEvent, at depth: Int) {
        guard case .end = event.kind, openElements == depth else { return }
        place = depth == Self.arrayDepth ? .array : .row
    }
}

// Around the array, and in it.
extension XMLPlistRows {
    private mutating func faultOutsideRows(_ event: XMLPlistEvent) -> String? {
        switch event.kind {
        case .text, .entity:
            hasStrayText = true
            return nil
        case .start, .end:
            if hasStrayText { return "text where a property list has none" }
        }
        switch (place, event.kind) {
        case (.document, .start(.plist)): place = .plist
        case (.document, .start(let element)):
            return "a property list begins with <plist>, this XML with <\(name(of: element, event))>"
        case (.plist, .start(.array)): place = .array
        case (.plist, .start(let element)):
            guard let value = element?.value else { return "<\(name(of: element, event))> is not of a property list" }
            return "the property list is \(value.name), not an array of dictionaries"
        case (.plist, .end): return "the property list is empty"
        case (.end, .start): return "a second value behind the array"
        default: break
        }
        return nil
    }

    private mutating func takeBetweenRows(_ event: XMLPlistEvent, lines: inout XMLPlistLines, into batch: inout RowBatch) {
        switch event.kind {
        case .text, .entity:
            hasStrayText = true
            return
        case .start, .end:
            if hasStrayText { batch.appendBroken("text between the dictionaries", at: lines.position(of: event.offset)) }
            hasStrayText = false
        }
        guard case .start(let element) = event.kind else {
            place = .end
            return
        }
        let position = lines.position(of: event.offset)
        if element == .dict {
            row.begin()
            key = .none
            rowOffset = event.offset
            rowPosition = position
            place = .row
        } else {
            let name = element?.value?.name ?? "<\(name(of: element, event))>"
            batch.appendBroken("the \(batch.words.row) is \(name), not a dictionary", at: position)
            place = .skipped(until: Self.arrayDepth)
        }
    }

    /// As a message shows it; a name may be of any length.
    private func name(of element: XMLPlistElement?, _ event: XMLPlistEvent) -> String {
        element.map { $0.name.description } ?? String(String(decoding: event.text, as: UTF8.self).prefix(40))
    }
}

// In a row.
extension XMLPlistRows {
    private mutating func takeInRow(_ event: XMLPlistEvent, into batch: inout RowBatch) throws(Fault) {
        guard event.offset - rowOffset <= CatalogueLimits.rowBytes else { throw .tooLong }
        switch place {
        case .key: try takeInKey(event)
        case .value(let cell): try takeInValue(event, of: cell)
        default: try takeBetweenValues(event, into: &batch)
        }
    }

    private mutating func takeBetweenValues(_ event: XMLPlistEvent, into batch: inout RowBatch) throws(Fault) {
        switch event.kind {
        case .text, .entity:
            hasStrayText = true
            return
        case .start, .end:
            if hasStrayText { throw Fault(message: "text between the keys and the values") }
        }
        switch (event.kind, key) {
        case (.start(.key), .none):
            keyText.removeAll(keepingCapacity: true)
            place = .key
        case (.start(.key), _), (.end, .unused), (.end, .used): throw Fault(message: "a key without a value")
        case (.start(let element), _):
            guard let element, let value = element.value else {
                throw Fault(message: "<\(name(of: element, event))> is not of a property list")
            }
            try begin(value, of: element)
        default:
            row.finish(at: rowPosition, into: &batch)
            place = .array
        }
    }

    private mutating func begin(_ value: PlistValue, of element: XMLPlistElement) throws(Fault) {
        place = .skipped(until: Self.rowDepth)
        switch key {
        case .none: throw Fault(message: "a value without a key")
        case .unused: break
        case .used(let cell):
            row.fill(cell, value)
            if value == .flag {
                row.append(element.name.description, to: cell)
            } else if value.hasText {
                place = .value(cell)
            }
        }
        key = .none
    }

    private mutating func takeInKey(_ event: XMLPlistEvent) throws(Fault) {
        switch event.kind {
        case .text:
            guard keyText.count + event.text.count <= CatalogueLimits.rowBytes else { throw .tooLong }
            keyText.append(contentsOf: event.text)
        case .end:
            key = .unused
            if let cell = keyText.withUnsafeBufferPointer({ row.cell(of: $0) }) {
                guard !row.isFilled(cell) else { throw Fault(message: "the key \(row.name(of: cell)) stands twice") }
                key = .used(cell)
            }
            place = .row
        case .start, .entity: throw foreign(event, in: "a key")
        }
    }

    private mutating func takeInValue(_ event: XMLPlistEvent, of cell: Int) throws(Fault) {
        switch event.kind {
        case .text:
            guard row.textBytes + event.text.count <= CatalogueLimits.rowBytes else { throw .tooLong }
            row.append(event.text, to: cell)
        case .end: place = .row
        case .start, .entity: throw foreign(event, in: "a value")
        }
    }

    /// What can stand neither in a key nor in a text.
    private func foreign(_ event: XMLPlistEvent, in place: String) -> Fault {
        guard case .start(let element) = event.kind else {
            return Fault(message: "\(place) with &\(name(of: nil, event));, which is not declared")
        }
        return Fault(message: "\(place) with <\(name(of: element, event))> in it")
    }
}

import CSIMDJSON

/// Has rows read by simdjson: as many at once as stand there, or one whose end is known.
struct JSONRun {
    private let objects: JSONObjects
    private var row: JSONRow
    private var lineEnds: [Int] = []
    /// How many bytes are tried at once. Where a row is broken, what was done for those behind it
    /// is lost, so behind a short run comes a short one.
    private var stretch = JSONRun.longest

    private static let longest = 1 << 16
    private static let shortest = 1 << 10

    init(_ columns: UsedColumns) {
        objects = JSONObjects(columns.names)
        row = JSONRow(columns)
    }

    /// Takes rows, the first of which begins at `start`, and answers the place of the first byte
    /// behind them that is no space; nil if not even the first can be taken.
    mutating func take(
        _ text: UnsafeMutablePointer<UInt8>, from start: Int, to count: Int, isLines: Bool, _ lines: inout JSONLines,
        into batch: inout RowBatch
    ) -> Int? {
        let window = min(count - start, stretch)
        // The last brace may close something inside of a row; then that row is refused.
        guard let brace = lastIndex(of: Byte.closingBrace, in: text, from: start, to: start + window) else {
            if window == stretch { stretch = min(2 * stretch, JSONRun.longest) }
            return nil
        }
        let length = brace + 1 - start
        let found = isLines ? readLines(text + start, length) : objects.read(text + start, length)
        take(found, text, at: start - 1, &lines, into: &batch)
        let end = found.last.map { start - 1 + Int($0.end) }
        stretch = max(JSONRun.shortest, min(2 * ((end ?? start) - start), JSONRun.longest))
        return end
    }

    /// Whether the row that begins there is JSON to its end.
    func isSound(_ text: UnsafeMutablePointer<UInt8>, _ length: Int) -> Bool {
        let found = objects.read(text, length)
        return found.count == 1 && Int(found[0].end) == length + 1
    }

    /// Takes the row that was found sound just now.
    mutating func takeSound(
        _ text: UnsafePointer<UInt8>, from start: Int, _ lines: inout JSONLines, into batch: inout RowBatch
    ) {
        take(objects.found(1), text, at: start - 1, &lines, into: &batch)
    }

    /// Rows of JSON Lines, each on a line of its own: the line ends become commas meanwhile.
    private mutating func readLines(
        _ text: UnsafeMutablePointer<UInt8>, _ count: Int
    ) -> UnsafeBufferPointer<CSIMDJSON_object> {
        lineEnds.removeAll(keepingCapacity: true)
        var place = 0
        while let lineEnd = firstIndex(of: Byte.lineFeed, in: text, from: place, to: count) {
            lineEnds.append(lineEnd)
            text[lineEnd] = Byte.comma
            place = lineEnd + 1
        }
        let found = objects.read(text, count)
        for lineEnd in lineEnds { text[lineEnd] = Byte.lineFeed }
        // In the middle of a row a line end is no comma, and in a text it is a fault.
        let sound = found.indices.prefix { index in
            index <= lineEnds.count
                && Int(found[index].start) - 1 == (index == 0 ? 0 : lineEnds[index - 1] + 1)
                && Int(found[index].end) - 1 <= (index == lineEnds.count ? count : lineEnds[index])
        }
        return objects.found(sound.count)
    }

    private mutating func take(
        _ found: UnsafeBufferPointer<CSIMDJSON_object>, _ text: UnsafePointer<UInt8>, at base: Int,
        _ lines: inout JSONLines, into batch: inout RowBatch
    ) {
        var values = objects.values
        for object in found {
            lines.pass(text, to: base + Int(object.start))
            let position = lines.position
            let fault = row.take(object, values, line: position.line, into: &batch)
            values += objects.keyCount
            guard let fault else { continue }
            let place = fault.offset.map { lines.position(of: base + $0, in: text) }
            batch.appendBroken(fault.message, at: place ?? position)
        }
    }
}

private func lastIndex(of byte: UInt8, in text: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int? {
    var place = end
    while place > start {
        place -= 1
        if text[place] == byte { return place }
    }
    return nil
}

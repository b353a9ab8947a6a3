import WeirBase

/// The members of a row that a stream reads, and those that it writes.
package struct RowLineForm: Sendable {
    /// All names that a member is compared with: first those that are replaced.
    fileprivate let names: Projection
    fileprivate let replacedCount: Int
    fileprivate let replacedIfBroken: Int
    /// The name of the picture's member in messages.
    fileprivate let imgName: String
    fileprivate let imgColumn: Int32
    /// The way from the value of that column to the name of the picture, if a pointer leads there.
    fileprivate let imgTokens: [[UInt8]]
    fileprivate let knownColumn: Int32
    fileprivate let versionColumn: Int32
    fileprivate let knownNames: Projection

    /// `img` is a key, or a pointer into the row. `known` is the key of the object with what is known of the picture, `knownNames` are
    /// the keys that are looked for in it, and `version` is the key of a value that changes when the picture does. Members of the row
    /// with the names `replaced` are dropped, and of a broken row also those of the names `ofBroken`. All these names are different.
    package init(img: String, known: String, knownNames: [String], version: String, replaced: [String], ofBroken: [String]) {
        let tokens = JSONPointer.isPointer(img) ? JSONPointer(img)?.tokens ?? [img] : [img]
        imgName = img.visible
        replacedCount = replaced.count
        replacedIfBroken = replaced.count + ofBroken.count
        var all = replaced + ofBroken + [known, version]
        (knownColumn, versionColumn) = (Int32(all.count - 2), Int32(all.count - 1))
        let index = all.firstIndex(of: tokens[0])
        if index == nil { all.append(tokens[0]) }
        imgColumn = Int32(index ?? all.count - 1)
        imgTokens = tokens.dropFirst().map { Array($0.utf8) }
        names = Projection(allWith: all)
        self.knownNames = Projection(allWith: knownNames)
    }
}

/// Reads JSON Lines that arrive in pieces: a line for each line, also for those that are no rows.
package struct RowLineReader {
    private let form: RowLineForm
    private var splitter = LineSplitter()
    private var number = 0
    private var decoded: [UInt8] = []
    private var members: [Member] = []

    package init(_ form: RowLineForm) { self.form = form }

    private struct Member {
        let whole: Range<Int>
        let valueStart: Int
        /// The index of its name in the form; -1 if the form does not name it.
        let column: Int32

        var value: Range<Int> { valueStart..<whole.upperBound }
    }

    /// The lines that end in the piece.
    package mutating func read(_ piece: [UInt8]) -> RowLines {
        var lines = RowLines()
        var splitter = splitter
        piece.withUnsafeBufferPointer { splitter.split($0) { append($0, to: &lines) } }
        self.splitter = splitter
        return lines
    }

    /// The last line, if no line feed ends it.
    package mutating func finish() -> RowLines {
        var lines = RowLines()
        var splitter = splitter
        splitter.finish { append($0, to: &lines) }
        self.splitter = splitter
        return lines
    }

    private mutating func append(_ line: UnsafeBufferPointer<UInt8>?, to lines: inout RowLines) {
        number += 1
        guard let line, let text = line.baseAddress else {
            return appendBroken(line == nil ? "the line is longer than \(RecordLimits.recordBytes) bytes" : "the line is empty", to: &lines)
        }
        let mark = number == 1 && line.starts(with: byteOrderMark) ? byteOrderMark.count : 0
        let start = endOfSpace(text, from: mark, to: line.count)
        guard start < line.count else { return appendBroken("the line is empty", to: &lines) }
        guard text[start] == Byte.openingBrace else { return appendBroken("no object begins the line", to: &lines) }
        var scanner = JSONScanner(text, from: start, to: line.count)
        do throws(JSONFault) { try readMembers(&scanner) } catch {
            let message = error.kind == .unfinished ? "the line ends inside the row" : error.message
            return appendBroken("\(message), in column \(error.offset + 1)", to: &lines)
        }
        let end = endOfSpace(text, from: scanner.offset, to: line.count)
        guard end == line.count else { return appendBroken("text follows the row, in column \(end + 1)", to: &lines) }
        appendRow(line, from: start + 1, to: &lines)
    }

    private mutating func readMembers(_ scanner: inout JSONScanner) throws(JSONFault) {
        members.removeAll(keepingCapacity: true)
        decoded.removeAll(keepingCapacity: true)
        try scanner.readList(depth: 1) { scanner, _ throws(JSONFault) in
            let start = scanner.offset
            let key = try scanner.readKey(&decoded)
            let column = column(of: key, in: scanner.text, form.names)
            try scanner.readColon()
            let value = scanner.offset
            _ = try scanner.readValue(depth: 1, &decoded)
            if !decoded.isEmpty { decoded.removeAll(keepingCapacity: true) }
            members.append(Member(whole: start..<scanner.offset, valueStart: value, column: column))
        }
    }

    private func column(of key: TextRange, in text: UnsafePointer<UInt8>, _ names: Projection) -> Int32 {
        guard key.isDecoded else { return names.column(of: UnsafeBufferPointer(start: text + key.start, count: key.count)) }
        return decoded.withUnsafeBufferPointer { names.column(of: UnsafeBufferPointer(rebasing: $0[key.start..<key.end])) }
    }

    private mutating func appendBroken(_ message: String, _ members: Range<Int> = 0..<0, to lines: inout RowLines) {
        lines.append(RowLines.Line(number: number, members: members, content: .broken(message)))
    }

    /// `start` is the offset behind the opening brace.
    private mutating func appendRow(_ line: UnsafeBufferPointer<UInt8>, from start: Int, to lines: inout RowLines) {
        switch img(in: line) {
        case .failure(let objection):
            let kept = keep(line, from: start, without: form.replacedIfBroken, in: &lines)
            appendBroken(objection.message, kept.members, to: &lines)
        case .success(let img):
            let kept = keep(line, from: start, without: form.replacedCount, in: &lines)
            let range: Range<Int>
            if let whole = decoded.withUnsafeBufferPointer({ withUsualScheme(TextBytes(document: line, decoded: $0)[img]) }) {
                range = whole.withUnsafeBufferPointer { lines.add($0) }
            } else if !img.isDecoded, let distance = kept.distance {
                // The name stands among the members already.
                range = (img.start..<img.end).moved(by: distance)
            } else {
                range = decoded.withUnsafeBufferPointer { lines.add(TextBytes(document: line, decoded: $0)[img]) }
            }
            let known = known(in: line, &lines)
            lines.append(RowLines.Line(number: number, members: kept.members, content: .row(img: range, known: known)))
        }
    }

    /// Keeps the members but those whose columns are below `replaced`. `distance` leads from an offset in the line to that in the
    /// batch; nil if members are missing.
    private func keep(
        _ line: UnsafeBufferPointer<UInt8>, from start: Int, without replaced: Int, in lines: inout RowLines
    ) -> (members: Range<Int>, distance: Int?) {
        guard let last = members.last else { return (0..<0, nil) }
        func isKept(_ member: Member) -> Bool { !(0..<Int32(replaced)).contains(member.column) }
        let first = lines.byteCount
        guard !members.allSatisfy(isKept) else {
            return (lines.add(UnsafeBufferPointer(rebasing: line[start..<last.whole.upperBound])), first - start)
        }
        for member in members where isKept(member) {
            if lines.byteCount > first { lines.add(Byte.comma) }
            _ = lines.add(UnsafeBufferPointer(rebasing: line[member.whole]))
        }
        return (first..<lines.byteCount, nil)
    }
}

// The name of the picture of a row, and the earlier answer about it.
extension RowLineReader {
    /// The text of the picture's name, in the line or among the decoded texts.
    private mutating func img(in line: UnsafeBufferPointer<UInt8>) -> Result<TextRange, Objection> {
        guard let value = imgValues(in: line) else { return .failure(Objection("the row has no picture (\(form.imgName))")) }
        guard value.count == 1 else { return .failure(Objection("the key of the picture (\(form.imgName)) stands twice")) }
        guard let (kind, text) = read(value[0], in: line), kind != .null else {
            return .failure(Objection("the row has no picture (\(form.imgName))"))
        }
        guard kind == .text else { return .failure(Objection("\(form.imgName) is \(kind.name), not text")) }
        let trimmed = decoded.withUnsafeBufferPointer { text.withoutBlanks(in: TextBytes(document: line, decoded: $0)) }
        guard trimmed.count > 0 else { return .failure(Objection("the row has no picture (\(form.imgName))")) }
        let name = form.imgName
        let fault = decoded.withUnsafeBufferPointer { TextFault(in: TextBytes(document: line, decoded: $0)[trimmed]) }
        return fault.map { .failure(Objection("\(name) \($0.rawValue)")) } ?? .success(trimmed)
    }

    /// The values at the picture's key, which may stand more than once; nil if there is none.
    private mutating func imgValues(in line: UnsafeBufferPointer<UInt8>) -> [Range<Int>]? {
        var found = members.filter { $0.column == form.imgColumn }.map(\.value)
        for token in form.imgTokens {
            guard found.count == 1 else { break }
            found = values(of: token, in: found[0], of: line)
        }
        return found.isEmpty ? nil : found
    }

    /// The values with a key or an index in an object or an array that is known to be sound.
    private mutating func values(of token: [UInt8], in list: Range<Int>, of line: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        guard let text = line.baseAddress, [Byte.openingBrace, Byte.openingBracket].contains(text[list.lowerBound]) else { return [] }
        var scanner = JSONScanner(text, from: list.lowerBound, to: list.upperBound)
        var found: [Range<Int>] = []
        var index = 0
        // The line has been read once without a fault.
        _ = try? scanner.readList(depth: 1) { scanner, isObject throws(JSONFault) in
            var isWanted = !isObject && token.elementsEqual("\(index)".utf8)
            index += 1
            if isObject {
                let key = try scanner.readKey(&decoded)
                isWanted = isKey(key, token, in: line)
                try scanner.readColon()
            }
            let start = scanner.offset
            _ = try scanner.readValue(depth: 1, &decoded)
            if isWanted { found.append(start..<scanner.offset) }
        }
        return found
    }

    private mutating func read(_ value: Range<Int>, in line: UnsafeBufferPointer<UInt8>) -> (ValueKind, TextRange)? {
        guard let text = line.baseAddress else { return nil }
        var scanner = JSONScanner(text, from: value.lowerBound, to: line.count)
        return (try? scanner.readValue(depth: 1, &decoded)).map { ($0.kind, $0.content) }
    }

    private func isKey(_ key: TextRange, _ name: [UInt8], in line: UnsafeBufferPointer<UInt8>) -> Bool {
        decoded.withUnsafeBufferPointer { TextBytes(document: line, decoded: $0)[key].elementsEqual(name) }
    }

    /// The index of the object with what is known of the picture; nil if there is none.
    private mutating func known(in line: UnsafeBufferPointer<UInt8>, _ lines: inout RowLines) -> Int? {
        guard let text = line.baseAddress, let member = members.last(where: { $0.column == form.knownColumn }),
            text[member.value.lowerBound] == Byte.openingBrace
        else { return nil }
        var values = [Range<Int>?](repeating: nil, count: form.knownNames.columns.count)
        var scanner = JSONScanner(text, from: member.value.lowerBound, to: member.value.upperBound)
        _ = try? scanner.readList(depth: 1) { scanner, _ throws(JSONFault) in
            let key = try scanner.readKey(&decoded)
            try scanner.readColon()
            let start = scanner.offset
            _ = try scanner.readValue(depth: 1, &decoded)
            let column = column(of: key, in: text, form.knownNames)
            if column >= 0 { values[Int(column)] = start..<scanner.offset }
        }
        let object = lines.add(UnsafeBufferPointer(rebasing: line[member.value]))
        let distance = object.lowerBound - member.value.lowerBound
        let version = members.last { $0.column == form.versionColumn }.map { lines.add(UnsafeBufferPointer(rebasing: line[$0.value])) }
        return lines.append(RowLines.Known(object: object, values: values.map { $0?.moved(by: distance) }, version: version))
    }
}

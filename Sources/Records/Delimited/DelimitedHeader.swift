import WeirBase

/// The wanted fields of each row of a catalogue, found by the names in the header line. Manifests and dumps are no tables.
struct DelimitedHeader {
    let fieldCount: Int
    /// The wanted columns that exist, each with the index of its field.
    let wanted: [(column: Int32, field: Int)]

    /// `names` are the fields of the header line, at these positions.
    init(_ names: [[UInt8]], at positions: [RecordPosition], _ projection: Projection, delimiter: UInt8) throws(DocumentFailure) {
        let start = positions[0]
        fieldCount = names.count
        var wanted: [(column: Int32, field: Int)] = []
        for column in projection.columns {
            let name = projection.bytes(of: column)
            var indices = names.indices.filter { names[$0] == name }
            if indices.isEmpty { indices = names.indices.filter { underscored(names[$0]) == name } }
            if projection.neededOfParts != nil {
                if indices.isEmpty { indices = names.indices.filter { folded(names[$0]) == folded(name) } }
                indices = Array(indices.prefix(1))
            }
            guard indices.count < 2 || column == projection.repeatable else {
                throw DocumentFailure("the column \(projection.name(column)) stands twice", at: positions[indices[1]])
            }
            if indices.isEmpty, let role = projection.role(of: column) {
                let fault = "there is no column \(shown(projection.name(column)))"
                if let likely = otherFormat(names.first ?? []) ?? otherDelimiter(for: name, in: names, besides: delimiter) {
                    throw DocumentFailure("\(fault); \(likely.message)", likely.advice, at: start)
                }
                let nearest = nearestColumn(to: projection.name(column), among: names, likely: role.likelyWords)
                let near = nearest.map { "the nearest is \(shown($0)); " } ?? ""
                throw DocumentFailure("\(fault); \(near)the columns are \(list(names))", "; \(.column(role)) names another", at: start)
            }
            wanted += indices.map { (column, $0) }
        }
        for columns in projection.neededOfParts ?? [] where !wanted.contains(where: { columns.contains($0.column) }) {
            let nearest = columns.lazy.compactMap { nearestColumn(to: projection.name($0), among: names, likely: []) }.first
            let near = nearest.map { "the nearest is \(shown($0)); " } ?? ""
            throw DocumentFailure(
                "there is no column \(alternatives(columns, projection)); \(near)the columns are \(list(names))",
                "; \(.format) csv reads plain rows",
                at: start)
        }
        self.wanted = wanted
    }
}

/// Names of which one is needed, for a message.
func alternatives(_ columns: [Int32], _ projection: Projection) -> String {
    columns.map { shown(projection.name($0)) }.joined(separator: " or ")
}

/// A name as it is compared with those of exports: programs pad names, and write them in other cases.
private func folded(_ name: [UInt8]) -> [UInt8] {
    name.trimming(while: isBlank).map { $0 &- UInt8(ascii: "A") < 26 ? $0 | 0x20 : $0 }
}

/// Tables of products have spaces where other feeds of the same products have underscores.
private func underscored(_ name: [UInt8]) -> [UInt8] { name.map { $0 == 0x20 ? UInt8(ascii: "_") : $0 } }

/// The names among which the nearest is searched. A file that is not a table may have any number of them.
private func nearestColumn(to name: String, among names: [[UInt8]], likely words: [String]) -> String? {
    nearestColumn(to: name, among: names.prefix(1000).map { String(decoding: $0, as: UTF8.self) }, likely: words)
}

/// A list of names for a message. The list is shortened, since a file that is not a table may have names of
/// any number, length and bytes.
private func list(_ names: [[UInt8]]) -> String {
    let most = 20
    let longest = 64
    var text = ByteBuffer()
    for (index, name) in names.prefix(most).enumerated() {
        if index > 0 { text.append(", ") }
        let name = withoutCredentials(name)
        name.prefix(longest).withUnsafeBufferPointer { text.append(escaping: $0) }
        if name.count > longest { text.append("…") }
    }
    let more = names.count > most ? " and \(names.count - most) more" : ""
    return String(decoding: text.bytes, as: UTF8.self) + more
}

/// The bytes that separate the fields of common tables.
private let usualDelimiters: [UInt8] = [0x3B, 0x09, 0x7C, 0x2C]

/// The separator that a line before the header names, as in Excel's `sep=;`.
func namedDelimiter(_ line: UnsafeBufferPointer<UInt8>) -> UInt8? {
    var text = line.last == Byte.lineFeed ? line.dropLast() : line[...]
    if text.last == Byte.carriageReturn { text = text.dropLast() }
    guard let last = text.popLast(), usualDelimiters.contains(last), text.map({ $0 | 0x20 }) == Array("sep=".utf8) else { return nil }
    return last
}

/// The settings of a catalogue by its header line, and advice on them.
typealias LikelySetting = (message: String, advice: Advice?)

/// The setting for a header line that lacks the wanted column: nil, unless another separator would show that column, or the whole line
/// is one field and holds another separator.
private func otherDelimiter(for name: [UInt8], in fields: [[UInt8]], besides delimiter: UInt8) -> LikelySetting? {
    let evident = usualDelimiters.filter { other in
        guard other != delimiter else { return false }
        let parts = fields.prefix(1000).flatMap { $0.split(separator: other, omittingEmptySubsequences: false) }
        return parts.count > fields.count && (fields.count == 1 || parts.contains { $0.elementsEqual(name) })
    }
    func count(_ other: UInt8) -> Int { fields.reduce(0) { $0 + $1.count { $0 == other } } }
    return evident.max { count($0) < count($1) }.flatMap(otherDelimiter)
}

/// The setting for a header line in which this byte follows a quoted field: nil if it separates the fields of no common table.
func otherDelimiter(_ separator: UInt8) -> LikelySetting? {
    guard usualDelimiters.contains(separator) else { return nil }
    let shown = separator == 0x09 ? "\\t" : String(Unicode.Scalar(separator))
    return ("the header looks separated by \"\(shown)\"", ": give \(.delimiter) \"\(shown)\"")
}

/// The setting for a header line that cannot be read: nil unless it begins as a document of another format does.
func otherFormat(_ start: some Collection<UInt8>) -> LikelySetting? {
    switch start.first {
    case UInt8(ascii: "<") where ["<!doctype html", "<html"].contains { start.lazy.map { $0 | 0x20 }.starts(with: $0.utf8) }:
        ("the catalogue is an HTML page", nil)
    case Byte.openingBracket, Byte.openingBrace: ("the catalogue looks like JSON", ": give \(.format) json")
    case UInt8(ascii: "<"): ("the catalogue looks like a property list", ": give \(.format) plist")
    default: nil
    }
}

/// The advice for a header line with a carriage return that no line feed follows, as old programs end lines; nil if there is
/// none in these bytes.
func loneReturnAdvice(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard zip(bytes, bytes.dropFirst()).contains(where: { $0 == Byte.carriageReturn && $1 != Byte.lineFeed }) else { return nil }
    return "its lines end with a carriage return alone: tr '\\r' '\\n' <FILE >NEW writes line feeds"
}

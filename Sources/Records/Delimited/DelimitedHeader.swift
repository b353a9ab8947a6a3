import Base

/// Which field of a row each wanted column is, as the header line tells.
struct DelimitedHeader {
    struct Name {
        let bytes: [UInt8]
        let place: RecordPlace
    }

    let fieldCount: Int
    /// In the order of the projection's names; nil for a column that need not be there.
    let fields: [Int?]

    /// `names` are the header's fields, in a line that begins at the given place.
    init(_ names: [Name], _ projection: Projection, at start: RecordPlace) throws(RecordFailure) {
        fieldCount = names.count
        var fields: [Int?] = []
        for column in projection.columns {
            let wanted = projection.bytes(of: column)
            let places = names.indices.filter { names[$0].bytes == wanted }
            guard places.count < 2 else {
                throw RecordFailure("the column \(projection.name(column)) stands twice", at: names[places[1]].place)
            }
            if places.isEmpty, let option = projection.option(of: column) {
                let name = projection.name(column)
                throw RecordFailure(
                    "there is no column \(name); the columns are \(list(names)); \(option) names another", at: start)
            }
            fields.append(places.first)
        }
        self.fields = fields
    }
}

/// The names as a sentence can hold them: a file that is no table can have any number, of any
/// length, of any bytes.
private func list(_ names: [DelimitedHeader.Name]) -> String {
    let most = 20
    let longest = 64
    var text = ByteBuffer()
    for (index, name) in names.prefix(most).enumerated() {
        if index > 0 { text.append(", ") }
        name.bytes.prefix(longest).withUnsafeBufferPointer { text.append(escaping: $0) }
        if name.bytes.count > longest { text.append("…") }
    }
    let more = names.count > most ? " and \(names.count - most) more" : ""
    return String(decoding: text.bytes, as: UTF8.self) + more
}

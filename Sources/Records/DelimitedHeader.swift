import Base

/// Which of a row's fields are used for what, as the header line tells.
struct DelimitedHeader {
    let columnCount: Int
    let img: Int
    let price: Int
    let width: Int?
    let height: Int?
    let kept: [Int]

    /// `names` are the header's fields, with the positions that a complaint names.
    init(_ names: [DelimitedName], columns: CatalogueColumns, line: Int) throws(CatalogueFailure) {
        func find(_ name: String) throws(CatalogueFailure) -> Int? {
            let places = names.indices.filter { names[$0].bytes.elementsEqual(name.utf8) }
            guard places.count < 2 else {
                throw CatalogueFailure("the column \(name) stands twice", at: names[places[1]].position)
            }
            return places.first
        }
        func need(_ name: String, _ option: String) throws(CatalogueFailure) -> Int {
            if let place = try find(name) { return place }
            throw CatalogueFailure(
                "there is no column \(name); the columns are \(list(names)); \(option) names another",
                at: CataloguePosition(line: line, column: 1))
        }
        columnCount = names.count
        img = try need(columns.img, "--img-column")
        price = try need(columns.price, "--price-column")
        width = try find("w")
        height = try find("h")
        var kept: [Int] = []
        for name in columns.kept { kept.append(try need(name, "--keep")) }
        self.kept = kept
    }
}

struct DelimitedName {
    let bytes: [UInt8]
    let position: CataloguePosition
}

/// The names as a sentence can hold them: a file that is no table can have any number, of any
/// length, of any bytes.
private func list(_ names: [DelimitedName]) -> String {
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

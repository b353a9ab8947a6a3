/// The columns that a reader looks for, each once: one that is kept can be the picture's too. A
/// column is known by its place among `names`.
struct UsedColumns {
    let names: [[UInt8]]
    let img: Int
    let price: Int
    let width: Int
    let height: Int
    let kept: [Int]

    init(_ columns: CatalogueColumns) {
        var names: [[UInt8]] = []
        func place(_ name: String) -> Int {
            let name = Array(name.utf8)
            if let known = names.firstIndex(of: name) { return known }
            names.append(name)
            return names.count - 1
        }
        img = place(columns.img)
        price = place(columns.price)
        width = place("w")
        height = place("h")
        kept = columns.kept.map { place($0) }
        self.names = names
    }

    func name(_ column: Int) -> String { String(decoding: names[column], as: UTF8.self) }
}

/// A size as a catalogue tells it: the decimal digits of a number that a side of a picture can
/// have, and nothing else.
func positiveInteger(_ digits: UnsafeBufferPointer<UInt8>) -> Int? {
    guard digits.count <= 10 else { return nil }
    var value = 0
    for byte in digits {
        let digit = byte &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        value = value &* 10 &+ Int(digit)
    }
    return value > 0 && value <= Int32.max ? value : nil
}

/// The names of the columns of a catalogue.
public struct RowColumns: Equatable, Sendable {
    public var img: String
    public var price: String
    /// Other columns whose texts are kept with each row.
    public var kept: [String]

    public init(img: String = "img", price: String = "price", kept: [String] = []) {
        self.img = img
        self.price = price
        self.kept = kept
    }
}

/// The columns of a row, each listed once: a kept column can also be the picture's column. A column is
/// known by its index in the projection.
struct UsedColumns {
    let projection: Projection
    let img: Int
    let price: Int
    let width: Int
    let height: Int
    let kept: [Int]

    init(_ columns: RowColumns) {
        var names: [(bytes: [UInt8], option: String?)] = []
        func column(_ name: String, _ option: String? = nil) -> Int {
            let name = Array(name.utf8)
            if let known = names.firstIndex(where: { $0.bytes == name }) {
                names[known].option = names[known].option ?? option
                return known
            }
            names.append((name, option))
            return names.count - 1
        }
        img = column(columns.img, "--img-column")
        price = column(columns.price, "--price-column")
        width = column("w")
        height = column("h")
        kept = columns.kept.map { column($0, "--keep") }
        projection = Projection(names, includesOthers: false)
    }

    var count: Int { projection.columns.count }

    func name(_ column: Int) -> String { projection.name(Int32(column)) }
}

/// The names of a reading's settings where the user makes them, such as options of a command. A fault advises with them.
public struct SettingNames: Equatable, Sendable {
    package let format: String
    let delimiter: String
    let rows: String
    let img: String
    let price: String
    package let kept: String

    /// The defaults are the names in this library.
    public init(
        format: String = "the format", delimiter: String = "the delimiter", rows: String = "the pointer to the rows",
        img: String = "RowColumns.img", price: String = "RowColumns.price", kept: String = "RowColumns.kept"
    ) {
        self.format = format
        self.delimiter = delimiter
        self.rows = rows
        self.img = img
        self.price = price
        self.kept = kept
    }

    func name(_ role: ColumnRole) -> String {
        switch role {
        case .img: img
        case .price: price
        case .kept: kept
        }
    }
}

/// The use of a column that a setting names.
enum ColumnRole {
    case img, price, kept

    /// Words in the names that such columns have in common catalogues.
    var likelyWords: [String] {
        switch self {
        case .img: ["img", "image", "picture", "photo", "url", "src", "file"]
        case .price: ["price", "cost", "amount", "value"]
        case .kept: []
        }
    }
}

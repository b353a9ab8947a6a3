/// The words for messages. Catalogues, manifests and dumps of frames have the same readers, but different words.
package struct DocumentNouns: Equatable, Sendable {
    let element: String
    let document: String
    /// The options that a fault can advise to change; nil if the document's form is fixed.
    let optionNames: OptionNames?

    package static func catalogue(_ optionNames: OptionNames) -> DocumentNouns {
        DocumentNouns(element: "row", document: "catalogue", optionNames: optionNames)
    }
    package static let manifest = DocumentNouns(element: "entry", document: "manifest", optionNames: nil)
    package static let images = DocumentNouns(element: "picture", document: "array", optionNames: nil)
    package static let dump = DocumentNouns(element: "object", document: "dump", optionNames: nil)

    /// The fault of a property list whose rows are not its outermost value.
    func faultOfPropertyList(_ kind: ValueKind) -> String {
        let fault = "the property list is \(kind.name), not an array of dictionaries"
        guard kind == .dictionary, let optionNames else { return fault }
        return fault + "; plutil -convert json -o NEW.json FILE makes JSON of it, in which \(optionNames.rows) names the array"
    }
}

/// The names by which messages call the options of a reading. A library's user sees the defaults.
public struct OptionNames: Equatable, Sendable {
    package let format: String
    let delimiter: String
    let rows: String
    let img: String
    let price: String
    package let kept: String
    package let images: String
    package let separator: String
    package let eachImage: String

    /// The defaults are the names in this library.
    public init(
        format: String = "the format", delimiter: String = "the delimiter", rows: String = "the pointer to the rows",
        img: String = "RowColumns.img", price: String = "RowColumns.price", kept: String = "RowColumns.kept",
        images: String = "RowColumns.images", separator: String = "RowColumns.separator", eachImage: String = "an entry for each picture"
    ) {
        self.format = format
        self.delimiter = delimiter
        self.rows = rows
        self.img = img
        self.price = price
        self.kept = kept
        self.images = images
        self.separator = separator
        self.eachImage = eachImage
    }

    func name(_ role: ColumnRole) -> String {
        switch role {
        case .img: img
        case .price: price
        case .kept: kept
        case .images: images
        }
    }
}

/// The use of a column that a setting names.
enum ColumnRole {
    case img, price, kept, images

    /// Words in the names that such columns have in common catalogues.
    var likelyWords: [String] {
        switch self {
        case .img, .images: ["img", "image", "picture", "photo", "url", "src", "file"]
        case .price: ["price", "cost", "amount", "value"]
        case .kept: []
        }
    }
}

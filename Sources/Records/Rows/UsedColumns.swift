import WeirBase

/// The names of the columns of a catalogue.
public struct RowColumns: Equatable, Sendable {
    /// The column with the picture's name; in JSON a key, or a pointer if it begins with a slash.
    public var img: String
    /// The column with the price, likewise.
    public var price: String
    /// Other columns whose texts are kept with each row.
    public var kept: [String]
    /// Kept columns whose value counts as absent in a row where it cannot be kept, instead of breaking the row.
    public var optional: Set<String>
    /// The column with further pictures, which a table or a feed may have several times; nil if there is none.
    public var images: String?
    /// The byte between the names of several pictures in one text; nil if a text is one name.
    public var separator: UInt8?
    /// The column with a text that changes when the row's pictures do; nil if there is none. It is kept behind the others.
    package var version: String?
    /// Sets of kept columns of which the catalogue needs one each, if its rows are parts of products; else nil. Of a part only the kept
    /// columns are read. It may lack each of them, and their names in a header may have other cases, and blanks at their ends.
    var neededOfParts: [[String]]?
    /// Sets of kept columns of which it is news if no part has one.
    var expectedOfParts: [[String]] = []

    /// The width and the height are read from `w` and `h`.
    public init(
        img: String = "img", price: String = "price", kept: [String] = [], optional: Set<String> = [], images: String? = nil,
        separator: UInt8? = nil
    ) {
        self.img = img
        self.price = price
        self.kept = kept
        self.optional = optional
        self.images = images
        self.separator = separator
    }

    /// The columns of rows that are parts of products.
    package init(ofParts kept: [String], needing needed: [[String]], expecting expected: [[String]] = []) {
        self.init(kept: kept)
        (neededOfParts, expectedOfParts) = (needed, expected)
    }

    /// The number of columns whose texts are kept with each row.
    package var keptCount: Int { kept.count + (version == nil ? 0 : 1) }
}

extension RowColumns {
    /// The columns of a feed: a prefix of Google's namespace is no part of a key, and `image_link` is the picture unless another is named.
    package var ofFeed: RowColumns {
        func key(_ name: String) -> String { name.hasPrefix("g:") ? String(name.dropFirst(2)) : name }
        var columns = RowColumns(
            img: img == RowColumns().img ? "image_link" : key(img), price: key(price), kept: kept.map(key),
            optional: Set(optional.map(key)), images: images.map(key), separator: separator)
        columns.version = version.map(key)
        return columns
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
    /// Whether a row may have a value in the kept column that cannot be kept.
    let isOptional: [Bool]
    /// The column of further pictures; nil if there is none.
    let images: Int?
    /// The bytes between the names of pictures in one text of the column `img`, and in one of the column of further pictures.
    let separators: (img: UInt8?, images: UInt8?)
    /// Whether any row may have several pictures, in other ways than by one value that is an array.
    let haveSeveralPictures: Bool
    /// Whether rows are parts of products, of which only the kept columns are read.
    let areOfParts: Bool
    /// Sets of columns of which it is news if no part has one.
    let expectedOfParts: [[Int32]]

    /// The attribute of Google's merchants whose text in a table is a list: a comma in a name is written %2C.
    private static let merchantImages = ["additional_image_link", "additional image link"]

    /// In JSON, a name that begins with a slash is a pointer. The rows of a catalogue can have several pictures, the entries of a manifest
    /// cannot.
    init(_ columns: RowColumns, _ format: RecordFormat, isCatalogue: Bool) {
        let hasPointers = format.isJSON
        var names: [(bytes: [UInt8], role: ColumnRole?)] = []
        var nested: [Projection.Nested] = []
        func column(_ name: String, _ role: ColumnRole? = nil) -> Int {
            let pointer = hasPointers ? JSONPointer(name) : nil
            // A pointer of one token is a key of the row.
            if let pointer, pointer.tokens.count == 1 { return column(key: pointer.tokens[0], role) }
            let index = column(key: name, role)
            if let pointer, !nested.contains(where: { $0.column == index }) { nested.append(Projection.Nested(pointer, index)) }
            return index
        }
        func column(key: String, _ role: ColumnRole?) -> Int {
            let name = Array(key.utf8)
            if let known = names.firstIndex(where: { $0.bytes == name }) {
                names[known].role = names[known].role ?? role
                return known
            }
            names.append((name, role))
            return names.count - 1
        }
        let areOfParts = columns.neededOfParts != nil
        self.areOfParts = areOfParts
        // Only the kept columns of parts are asked for.
        img = areOfParts ? 0 : column(columns.img, .img)
        price = areOfParts ? 0 : column(columns.price, .price)
        width = areOfParts ? 0 : column("w")
        height = areOfParts ? 0 : column("h")
        let version = columns.version.map { [column($0, .version)] } ?? []
        kept = columns.kept.map { column($0, areOfParts ? nil : .kept) } + version
        isOptional = columns.kept.map(columns.optional.contains) + version.map { _ in false }
        let images = columns.images.map { column($0, .images) }
        self.images = images
        expectedOfParts = columns.expectedOfParts.map { $0.map { Int32(column($0)) } }
        let isMerchants = format.isTable && Self.merchantImages.contains(columns.images ?? "")
        separators = (columns.separator, columns.separator ?? (isMerchants ? UInt8(ascii: ",") : nil))
        let isOfEach = hasPointers && JSONPointer(columns.img)?.isOfEach ?? false
        haveSeveralPictures = images != nil || columns.separator != nil || isOfEach
        projection = Projection(
            names, nested: nested, lists: isCatalogue ? [img, images ?? img].map { Int32($0) } : [],
            repeatable: Int32(images ?? -1), neededOfParts: columns.neededOfParts?.map { $0.map { Int32(column($0)) } },
            includesOthers: false)
    }

    var count: Int { projection.columns.count }

    func name(_ column: Int) -> String { projection.name(Int32(column)) }
}

/// The name that was probably meant: one that is written almost like `name`, or else the only one with a likely word.
func nearestColumn(to name: String, among names: [String], likely words: [String]) -> String? {
    if let nearest = nearestName(to: name, among: names.filter { $0.utf8.count < 64 }) { return nearest }
    return likelyName(among: names, words)
}

/// Words that only at the end of a name say what it has: a `url_key` names no picture.
private let lastWords: Set = ["url", "src", "file"]

/// The only name with the first word that any name has alone.
func likelyName(among names: [String], _ words: [String]) -> String? {
    for word in words {
        let isLast = lastWords.contains(word)
        let found = names.filter { isLast ? $0.lowercased().hasSuffix(word) : $0.lowercased().contains(word) }
        if found.count == 1 { return found[0] }
    }
    return nil
}

/// A name of a catalogue, shortened, with its control characters made visible and without the passwords of a URL.
func shown(_ name: String) -> String {
    let longest = 64
    var text = ByteBuffer()
    let bytes = withoutCredentials(Array(name.utf8))
    bytes.prefix(longest).withUnsafeBufferPointer { text.append(escaping: $0) }
    return String(decoding: text.bytes, as: UTF8.self) + (bytes.count > longest ? "…" : "")
}

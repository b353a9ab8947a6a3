import WeirBase
import WeirRecords

/// The meaning of a catalogue's columns where a row is not simply an entry: the rows of a product make one entry, and a text is taken from
/// the first of several columns that has one. A shape is data. Those of exports that weir knows, and a user's own, have the same form.
package struct CatalogueShape: Equatable, Sendable {
    /// A column, or in JSON a key or a pointer.
    package struct Column: Equatable, Sendable {
        let name: String
        /// Stands before the column's text: other columns name a product by both.
        var prefix = ""
        /// The columns of the first and the last day on which a price counts.
        var from: String?
        var until: String?
    }

    /// A key of the entries, and the columns of which the first that has a text is its value.
    package struct Kept: Equatable, Sendable {
        let key: String
        var columns: [Column]
    }

    /// The texts, in lower case, that products for sale have in a column.
    package struct Condition: Equatable, Sendable {
        let column: String
        let texts: [String]
    }

    /// The word that forces the shape, or that stands for the user's own.
    package private(set) var name = Self.ownName
    private static let ownName = "SHAPE"
    /// The export, for messages.
    package private(set) var title = "rows of a shape"
    package private(set) var form = IngestPlan.CatalogueForm.csv
    /// Sets of columns. A table is recognized by a header that has all of a set.
    private(set) var recognized: [[String]] = []
    /// Texts of which one stands in the first lines of such a document in JSON.
    private(set) var recognizedTexts: [String] = []
    /// The columns with the key of a product. The first that a row has counts: rows with the same key are one product.
    private(set) var key: [Column] = []
    /// The product, or another part of it, to which a row belongs.
    private(set) var parent: [Column] = []
    /// The beginnings of keys of products, which belong to nothing else.
    private(set) var products: [String] = []
    /// A row with a text in one of these is another view of its product, and fills only what the others leave blank.
    private(set) var view: [Column] = []
    private(set) var img: [Column] = []
    private(set) var images: [Column] = []
    private(set) var position: [Column] = []
    private(set) var price: [Column] = []
    /// The columns whose texts change when a picture of the row does.
    private(set) var version: [Column] = []
    private(set) var width: [Column] = []
    private(set) var height: [Column] = []
    /// Columns with the names of pictures that are not shown.
    private(set) var hidden: [Column] = []
    /// Texts that name no picture.
    private(set) var none: [String] = []
    private(set) var separator: UInt8?
    /// The folder or the URL in which relative names of pictures begin.
    private(set) var base = ""
    private(set) var kept: [Kept] = []
    /// A product that has no text in such a column is for sale.
    private(set) var sale: [Condition] = []
    private(set) var variant: [Column] = []
    private(set) var variantImg: [Column] = []
    private(set) var variantKept: [Kept] = []
    /// Whether products that are not for sale are left out.
    private(set) var isOnlyForSale = false
    /// Whether each variant is a row of its own.
    private(set) var areRowsVariants = false

    /// The columns of a table that options name.
    private var named: [String] = []
    /// The members that a user's own shape states, and does not only take from a known one.
    private var stated: Set<String> = []

    /// Sets of columns of which a catalogue has one each, if no name is misspelt: those of the picture and the key, of members that the
    /// user states, and of options. A table needs all of them. Keys of JSON may be rare, so it needs those of the picture, the key and the
    /// price. A table whose rows name their parents needs no key: all other rows are products.
    var expectedColumns: [(columns: [String], isNeeded: Bool)] {
        let isTable = form.isTable
        let always = parent.isEmpty || !isTable ? ["key", "img"] : ["img"]
        let lists = Self.columnLists.filter { always.contains($0.name) || stated.contains($0.name) }
        let kept = Self.keptLists.filter { stated.contains($0.name) }.flatMap { self[keyPath: $0.path] }
        let days = stated.contains("price") ? price.flatMap { [$0.from, $0.until].compactMap { $0 } } : []
        let conditions = stated.contains("for-sale") ? sale.map(\.column) : []
        let sets = kept.map { $0.columns.map(\.name) } + [conditions] + (days + named).map { [$0] }
        let all = lists.map { (self[keyPath: $0.path].map(\.name), isTable || always.contains($0.name) || $0.name == "price") }
        return (all + sets.map { ($0, isTable) }).filter { !$0.0.isEmpty }
    }

    /// The fault of rows that name parents when no row has a key.
    var missingKeys: String {
        func names(_ columns: [Column]) -> String { columns.map(\.name).joined(separator: " or ") }
        return "rows name parents in \(names(parent)), but no row has a text in \(names(key)); choose \(names(key)) when exporting"
    }

    /// The keys that the shape adds to entries.
    package var keys: [String] { keptColumns.map(\.key) }

    /// The kept columns of entries.
    var keptColumns: [Kept] { kept + (areRowsVariants ? variantKept : []) }

    /// The word that forces the shape for a catalogue of this format.
    func word(for form: IngestPlan.CatalogueForm) -> String {
        form == self.form || name == Self.ownName ? name : "'{\"like\": \"\(name)\", \"format\": \"\(form.rawValue)\"}'"
    }

    /// The number of texts that are kept with each row: the version stands behind the columns.
    var keptCount: Int { keptColumns.count + (version.isEmpty ? 0 : 1) }
}

// Shapes that are data.
extension CatalogueShape {
    private static let columnLists: [(name: String, path: WritableKeyPath<CatalogueShape, [Column]> & Sendable)] = [
        ("key", \.key), ("img", \.img), ("parent", \.parent), ("view", \.view), ("images", \.images), ("position", \.position),
        ("price", \.price), ("version", \.version), ("w", \.width), ("h", \.height), ("hidden", \.hidden), ("variant", \.variant),
        ("variant-img", \.variantImg),
    ]
    private static let keptLists: [(name: String, path: WritableKeyPath<CatalogueShape, [Kept]> & Sendable)] = [
        ("keep", \.kept), ("variant-keep", \.variantKept),
    ]
    private static let otherMembers = [
        "$schema", "$comment", "like", "name", "title", "format", "recognized", "recognized-texts", "products", "none", "separator", "base",
        "for-sale", "only-for-sale", "rows",
    ]

    /// Reads a shape, which is the user's own unless it has a name. One that is like a known one has the members of that one, unless it
    /// has its own.
    package init(_ document: JSONValue, named name: String? = nil) throws(Objection) {
        guard case .object(let members) = document else { throw Objection("a shape is an object") }
        if let like = document["like"] {
            guard let known = like.string.flatMap(Self.named) else {
                throw Objection("like: this must be one of \(Self.known.map(\.name).joined(separator: ", "))")
            }
            self = known
        }
        self.name = name ?? Self.ownName
        for member in members { try take(member) }
        if name == nil { stated = Set(members.map(\.name)) }
        guard !img.isEmpty else { throw Objection("img: no column has the picture") }
    }

    private mutating func take(_ member: JSONValue.Member) throws(Objection) {
        let (name, value) = (member.name, member.value)
        if let list = Self.columnLists.first(where: { $0.name == name }) {
            return self[keyPath: list.path] = try Self.columns(value, at: name)
        }
        if let list = Self.keptLists.first(where: { $0.name == name }) {
            self[keyPath: list.path] = try Self.kept(value, at: name)
            return
        }
        switch name {
        case "$schema", "$comment", "like", "name": break
        case "title": title = try Self.text(value, at: name)
        case "format":
            guard let form = value.string.flatMap(IngestPlan.CatalogueForm.init(rawValue:)) else {
                throw Objection("\(name): this must be one of \(IngestPlan.CatalogueForm.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            self.form = form
        case "recognized":
            guard let sets = value.array else { throw Objection("\(name): this must be an array of arrays of columns") }
            recognized = []
            for set in sets { recognized.append(try Self.texts(set, at: name)) }
        case "recognized-texts": recognizedTexts = try Self.texts(value, at: name)
        case "products": products = try Self.texts(value, at: name)
        case "none": none = try Self.texts(value, at: name)
        case "separator":
            let text = Array(try Self.text(value, at: name).utf8)
            guard text.count == 1, text[0] < 0x80 else { throw Objection("\(name): this must be one character such as , or |") }
            separator = text[0]
        case "base": base = try Self.text(value, at: name)
        case "for-sale":
            guard case .object(let conditions) = value else { throw Objection("\(name): this must be an object") }
            sale = []
            for condition in conditions {
                let texts = try Self.texts(condition.value, at: "\(name).\(condition.name)")
                sale.append(Condition(column: condition.name, texts: texts.map { $0.lowercased() }))
            }
        case "only-for-sale":
            guard case .bool(let isOn) = value else { throw Objection("\(name): this must be true or false") }
            isOnlyForSale = isOn
        case "rows":
            guard let word = value.string, ["products", "variants"].contains(word) else {
                throw Objection("\(name): this must be products or variants")
            }
            areRowsVariants = word == "variants"
        default:
            let all = Self.columnLists.map(\.name) + Self.keptLists.map(\.name) + Self.otherMembers
            let nearest = nearestName(to: name, among: all).map { "; the nearest is \($0)" } ?? ""
            throw Objection("a shape has no \(name)\(nearest)")
        }
    }

    private static func text(_ value: JSONValue, at path: String) throws(Objection) -> String {
        guard let text = value.string, !text.isEmpty else { throw Objection("\(path): this must be text") }
        return text
    }

    private static func texts(_ value: JSONValue, at path: String) throws(Objection) -> [String] {
        var texts: [String] = []
        for element in value.array ?? [value] { texts.append(try text(element, at: path)) }
        return texts
    }

    private static func columns(_ value: JSONValue, at path: String) throws(Objection) -> [Column] {
        var columns: [Column] = []
        for element in value.array ?? [value] { columns.append(try column(element, at: path)) }
        return columns
    }

    private static func column(_ value: JSONValue, at path: String) throws(Objection) -> Column {
        guard case .object(let members) = value else { return Column(name: try checked(text(value, at: path), at: path)) }
        guard let name = value["column"] else { throw Objection("\(path): an object names its column") }
        var column = Column(name: try checked(text(name, at: path), at: path))
        for member in members {
            switch member.name {
            case "column": break
            case "prefix": column.prefix = try text(member.value, at: path)
            case "from": column.from = try text(member.value, at: path)
            case "until": column.until = try text(member.value, at: path)
            default: throw Objection("\(path): a column has no \(member.name); it has column, prefix, from and until")
            }
        }
        return column
    }

    private static func checked(_ name: String, at path: String) throws(Objection) -> String {
        guard !(JSONPointer(name)?.isOfEach ?? false) else {
            throw Objection("\(path): \(name) names several values; an array is named without *")
        }
        return name
    }

    private static func kept(_ value: JSONValue, at path: String) throws(Objection) -> [Kept] {
        guard case .object(let members) = value else { throw Objection("\(path): this must be an object") }
        var kept: [Kept] = []
        for member in members { kept.append(Kept(key: member.name, columns: try columns(member.value, at: "\(path).\(member.name)"))) }
        return kept
    }
}

extension CatalogueShape {
    /// Takes the columns that options name.
    package mutating func take(_ columns: RowColumns, _ roles: Set<ColumnRole>) {
        if roles.contains(.img) { img = [Column(name: columns.img)] }
        if roles.contains(.price) { price = [Column(name: columns.price)] }
        if let name = columns.images { images = [Column(name: name)] }
        if form.isTable {
            named = (roles.contains(.price) ? [columns.price] : []) + [columns.images, columns.version].compactMap { $0 } + columns.kept
        }
        if let byte = columns.separator { separator = byte }
        if let name = columns.version { version = [Column(name: name)] }
        for name in columns.kept {
            let key = form.hasPointers ? JSONPointer(name)?.tokens.last ?? name : name
            kept.removeAll { $0.key == key }
            kept.append(Kept(key: key, columns: [Column(name: name)]))
        }
    }
}

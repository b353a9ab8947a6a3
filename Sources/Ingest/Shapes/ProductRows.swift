import Measuring
import WeirBase
import WeirRecords
import WeirSystem

/// The products of a catalogue with a shape, each as a row. The rows of the document are their parts, which are copied first: only the end
/// of the catalogue shows that a product has no more of them.
final class ProductRows: RowSource {
    private let shape: CatalogueShape
    private let missingKeys: MachineFailure
    /// nil in the second reading.
    private var parts: (any RowSource)?
    private var products: StoredProducts
    private(set) var missingLineEnd: String?
    private var isWhole = false
    var notices: [IngestNotice]
    var leftOut: Int { products.leftOut }

    /// `notice` is the news of a shape that was recognized, and `missingKeys` is thrown if rows name parents, and none has a key.
    init(
        _ parts: any RowSource, _ shape: CatalogueShape, _ columns: PartColumns, notice: IngestNotice?, missingKeys: MachineFailure
    ) throws(MachineFailure) {
        (self.parts, self.shape, self.missingKeys) = (parts, shape, missingKeys)
        products = try StoredProducts(shape, columns)
        notices = notice.map { [$0] } ?? []
    }

    private init(again rows: ProductRows) {
        (shape, missingKeys, parts, isWhole) = (rows.shape, rows.missingKeys, nil, rows.isWhole)
        products = rows.products.again(shape)
        notices = []
    }

    /// The same rows once more; none if the first reading has failed before its first row.
    func again() -> ProductRows { ProductRows(again: self) }

    /// The share is that of the parts, after which the products are there.
    var share: Double? { isWhole ? 1 : parts?.share }

    /// Returns rows without any while the parts are read, so that who reads them can stop.
    func next() throws(MachineFailure) -> RowBatch? {
        if !isWhole {
            guard let batch = try parts?.next() else { return parts == nil ? nil : try firstProducts() }
            try products.take(batch)
            return products.noRows
        }
        return try nextProducts()
    }

    private func firstProducts() throws(MachineFailure) -> RowBatch? {
        if products.lacksKeys { throw missingKeys }
        try products.finish()
        missingLineEnd = parts?.missingLineEnd
        isWhole = true
        return try nextProducts()
    }

    private func nextProducts() throws(MachineFailure) -> RowBatch? {
        if let batch = try products.next() { return batch }
        if parts != nil {
            notices += (parts?.notices ?? []) + products.notices
            parts = nil
        }
        return nil
    }
}

/// The products of a catalogue: their parts are taken first, and then read again, some products at a time.
private struct StoredProducts {
    private let columns: PartColumns
    private let keptCount: Int
    private var store: PartStore
    private var builder: ProductBuilder
    /// Whether a row has a key, a row names a parent, and a row has neither.
    private var (hasKeys, hasParents, hasOthers) = (false, false, false)
    /// The keys of a row.
    private var names: [NameHash] = []
    private var nextProduct = 0
    private var nextNumber = 1
    private var bytes: [UInt8] = []
    private var starts: [Int] = []

    private static let productsAtOnce = 1000
    private static let bytesAtOnce = 1 << 20

    init(_ shape: CatalogueShape, _ columns: PartColumns) throws(MachineFailure) {
        self.columns = columns
        keptCount = shape.keptCount
        store = try PartStore()
        builder = ProductBuilder(shape, columns, today: store.today)
    }

    /// The same products once more.
    func again(_ shape: CatalogueShape) -> StoredProducts {
        var again = self
        again.builder = ProductBuilder(shape, columns, today: store.today)
        (again.nextProduct, again.nextNumber) = (0, 1)
        return again
    }

    var leftOut: Int { store.leftOutCount + builder.leftOut }
    var notices: [IngestNotice] { builder.notices(rowsOfNoProduct: store.leftOutCount) }
    var noRows: RowBatch { RowBatch(firstNumber: nextNumber, keptColumns: keptCount) }

    /// Whether rows name parents, and no row has a key by which to find one.
    var lacksKeys: Bool { hasParents && hasOthers && !hasKeys && !columns.key.isEmpty }

    mutating func finish() throws(MachineFailure) { try store.finish() }

    /// The rows of the next products; nil if there are no more.
    mutating func next() throws(MachineFailure) -> RowBatch? {
        while nextProduct < store.productCount {
            var batch = noRows
            let end = min(store.productCount, nextProduct + Self.productsAtOnce)
            var size = 0
            while nextProduct < end, size < Self.bytesAtOnce {
                bytes.removeAll(keepingCapacity: true)
                starts.removeAll(keepingCapacity: true)
                let isRead = try store.read(nextProduct, to: &bytes, &starts)
                let tooMany = isRead ? nil : store.partCount(of: nextProduct)
                // Swift's exclusivity rule forbids reading the bytes while the builder is changed.
                let bytes = bytes
                bytes.withUnsafeBufferPointer { builder.append($0, starts[...], hasTooMany: tooMany, to: &batch) }
                size += bytes.count
                nextProduct += 1
            }
            nextNumber = batch.endNumber
            if !batch.isEmpty { return batch }
        }
        return nil
    }

    mutating func take(_ batch: RowBatch) throws(MachineFailure) {
        try batch.withTexts { texts throws(MachineFailure) in
            var broken = batch.broken[...]
            for row in batch.rows {
                while let next = broken.first, next.number < row.number {
                    try take(next)
                    broken.removeFirst()
                }
                try take(row, texts)
            }
            for row in broken { try take(row) }
        }
    }

    private mutating func take(_ row: RowBatch.Row, _ texts: RowBatch.Texts) throws(MachineFailure) {
        names.removeAll(keepingCapacity: true)
        for key in columns.key { if let name = key.name(of: row, texts) { names.append(name) } }
        var parent: NameHash?
        for key in columns.parent where parent == nil { parent = key.name(of: row, texts) }
        if !names.isEmpty { hasKeys = true } else if parent == nil { hasOthers = true }
        if parent != nil { hasParents = true }
        var isProduct = columns.namesProduct(parent == nil ? columns.key : columns.parent, row, texts)
        if parent != nil, columns.namesProduct(columns.key, row, texts) {
            if !isProduct { store.hasRowsAbove = true }
            (parent, isProduct) = (nil, true)
        }
        let owner = store.owner(names: names, parent: parent, isProduct: isProduct)
        // Lines of facts that nobody asks for are the most of some documents.
        if parent != nil, !columns.content.contains(where: { texts.kept($0, of: row)?.isEmpty == false }) { return }
        let count = columns.names.count
        try store.add(owner) { PartText.append(row, texts, columns: count, isOfOther: parent != nil, to: &$0) }
    }

    private mutating func take(_ row: RowBatch.BrokenRow) throws(MachineFailure) {
        try store.add(-1) { PartText.append(row, to: &$0) }
    }
}

/// The columns of a shape, by their indices among those that are read. An object, since functions would copy so many lists.
final class PartColumns: Sendable {
    /// A column that names products or parts, by its texts behind `prefix`.
    struct Key {
        let index: Int
        let prefix: [UInt8]

        func name(of row: RowBatch.Row, _ texts: RowBatch.Texts) -> NameHash? {
            guard let text = texts.kept(index, of: row), !texts.isKeptJSON(index, of: row) else { return nil }
            let name = UnsafeBufferPointer(rebasing: text.trimming(while: isBlank))
            guard !name.isEmpty else { return nil }
            guard !prefix.isEmpty else { return NameHash(of: UnsafeRawBufferPointer(name)) }
            return (prefix + name).withUnsafeBytes { NameHash(of: $0) }
        }
    }

    /// A column of prices, and those of the first and the last day on which they count.
    struct Price {
        let index: Int
        let from: Int?
        let until: Int?
    }

    let names: [String]
    let key: [Key]
    let parent: [Key]
    let products: [[UInt8]]
    let view: [Int]
    let img: [Int]
    let images: [Int]
    let position: [Int]
    let price: [Price]
    let version: [Int]
    let width: [Int]
    let height: [Int]
    let hidden: [Int]
    let variant: [Int]
    let variantImg: [Int]
    let areRowsVariants: Bool
    let kept: [[Int]]
    /// The number of kept columns of the product; those behind them are of each variant.
    let ownKept: Int
    let sale: [(column: Int, texts: [String])]
    /// The columns without which a part says nothing.
    let content: [Int]

    init(_ shape: CatalogueShape) {
        var names: [String] = []
        func index(_ name: String) -> Int {
            if let known = names.firstIndex(of: name) { return known }
            names.append(name)
            return names.count - 1
        }
        func indices(_ columns: [CatalogueShape.Column]) -> [Int] { columns.map { index($0.name) } }
        func keys(_ columns: [CatalogueShape.Column]) -> [Key] {
            columns.map { Key(index: index($0.name), prefix: Array($0.prefix.utf8)) }
        }
        let key = keys(shape.key)
        (self.key, parent, view) = (key, keys(shape.parent), indices(shape.view))
        products = shape.products.map { Array($0.utf8) }
        (img, images, position) = (indices(shape.img), indices(shape.images), indices(shape.position))
        price = shape.price.map { Price(index: index($0.name), from: $0.from.map(index), until: $0.until.map(index)) }
        (width, height, hidden) = (indices(shape.width), indices(shape.height), indices(shape.hidden))
        version = indices(shape.version)
        variantImg = shape.areRowsVariants ? indices(shape.variantImg) : []
        // The parts of a product with a parent that are variants show their pictures behind those of the product.
        variant = shape.areRowsVariants || !shape.parent.isEmpty ? indices(shape.variant) : []
        kept = shape.keptColumns.map { indices($0.columns) }
        (ownKept, areRowsVariants) = (shape.kept.count, shape.areRowsVariants)
        sale = shape.isOnlyForSale ? shape.sale.map { (index($0.column), $0.texts) } : []
        let plain = kept.joined().filter { column in !key.contains { $0.index == column } }
        // Some compilers give up on one sum of all.
        let pictures = img + images + variantImg
        content = pictures + version + plain + price.map(\.index) + sale.map(\.column)
        self.names = names
    }

    /// Whether one of the keys in a row is that of a product, whatever stands above it.
    func namesProduct(_ keys: [Key], _ row: RowBatch.Row, _ texts: RowBatch.Texts) -> Bool {
        !products.isEmpty
            && keys.contains { key in
                guard let text = texts.kept(key.index, of: row)?.trimming(while: isBlank), !text.isEmpty else { return false }
                return products.contains { key.prefix.isEmpty ? text.starts(with: $0) : (key.prefix + text).starts(with: $0) }
            }
    }

    /// The columns as a document is read with them. Those of variants are read, and needed, only if variants are rows.
    func columns(of shape: CatalogueShape) -> RowColumns {
        let expected = shape.expectedColumns.filter { $0.columns.allSatisfy(names.contains) }
        return RowColumns(
            ofParts: names, needing: expected.filter(\.isNeeded).map(\.columns), expecting: expected.filter { !$0.isNeeded }.map(\.columns))
    }
}

/// The texts of a part as bytes: its line and column, what it is, where each text ends, and the texts.
enum PartText {
    private static let isAbsent: UInt32 = 1 << 30, isJSON: UInt32 = 1 << 31
    private static let isBroken: UInt32 = 1, isOfOther: UInt32 = 2

    /// `isOfOther` says whether the row names the product, or the part, to which it belongs.
    static func append(_ row: RowBatch.Row, _ texts: RowBatch.Texts, columns: Int, isOfOther: Bool, to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: 4 * (3 + columns)))
        bytes.withUnsafeMutableBytes { bytes in
            func store(_ word: UInt32, _ index: Int) { bytes.storeBytes(of: word, toByteOffset: start + 4 * index, as: UInt32.self) }
            store(UInt32(clamping: row.line), 0)
            store(UInt32(clamping: row.position.column), 1)
            store(isOfOther ? Self.isOfOther : 0, 2)
            var end: UInt32 = 0
            for column in 0..<columns {
                let text = texts.kept(column, of: row)
                end += UInt32(text?.count ?? 0)
                store(end | (text == nil ? isAbsent : texts.isKeptJSON(column, of: row) ? isJSON : 0), 3 + column)
            }
        }
        for column in 0..<columns { if let text = texts.kept(column, of: row) { bytes += text } }
    }

    static func append(_ row: RowBatch.BrokenRow, to bytes: inout [UInt8]) {
        append([UInt32(clamping: row.position.line), UInt32(clamping: row.position.column), isBroken], to: &bytes)
        bytes += row.message.utf8
    }

    private static func append(_ words: [UInt32], to bytes: inout [UInt8]) {
        for word in words { withUnsafeBytes(of: word) { bytes += $0 } }
    }

    /// A part that was read again.
    struct Part {
        let position: TextPosition
        let isBroken: Bool
        let isOfOther: Bool
        /// The offset of what follows.
        let content: Int

        init(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
            func word(_ index: Int) -> UInt32 { PartText.word(bytes, at: start + 4 * index) }
            position = TextPosition(line: Int(word(0)), column: Int(word(1)))
            isBroken = word(2) == PartText.isBroken
            isOfOther = word(2) == PartText.isOfOther
            content = start + 4 * 3
        }
    }

    struct Text {
        let bytes: UnsafeBufferPointer<UInt8>
        let isJSON: Bool
    }

    /// The text of a column; nil if the part does not have it.
    static func text(_ part: Part, _ bytes: UnsafeBufferPointer<UInt8>, _ column: Int, of columns: Int) -> Text? {
        let word = word(bytes, at: part.content + 4 * column)
        guard word & isAbsent == 0 else { return nil }
        func end(_ word: UInt32) -> Int { part.content + 4 * columns + Int(word & (isAbsent - 1)) }
        let start = end(column == 0 ? 0 : self.word(bytes, at: part.content + 4 * (column - 1)))
        return Text(bytes: UnsafeBufferPointer(rebasing: bytes[start..<end(word)]), isJSON: word & isJSON != 0)
    }

    private static func word(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> UInt32 {
        UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    }
}

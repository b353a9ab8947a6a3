import Measuring
import WeirBase
import WeirRecords
import WeirSystem

/// The products of a catalogue with a shape, each as a row. The rows of the document are their parts, which are copied first: only the end
/// of the catalogue shows that a product has no more of them.
final class ProductRows: RowSource {
    private let shape: CatalogueShape
    private let columns: PartColumns
    private let withoutKeys: MachineFailure
    /// nil in the second reading.
    private var parts: (any RowSource)?
    private var store: PartStore
    private var builder: ProductBuilder
    private(set) var missingLineEnd: String?
    private var isWhole = false
    /// Whether a row has a key, whether one names a parent, and whether one has neither.
    private var (hasKeys, hasParents, hasOthers) = (false, false, false)
    private var nextProduct = 0
    private var nextNumber = 1
    private var bytes: [UInt8] = []
    private var starts: [Int] = []
    var notices: [IngestNotice]
    var leftOut: Int { store.leftOutCount + builder.leftOut }

    private static let productsAtOnce = 1000
    private static let bytesAtOnce = 1 << 20

    /// `notice` is the news of a shape that was recognized, and `withoutKeys` is thrown if rows name parents, and none has a key.
    init(
        _ parts: any RowSource, _ shape: CatalogueShape, _ columns: PartColumns, notice: IngestNotice?, withoutKeys: MachineFailure
    ) throws(MachineFailure) {
        (self.parts, self.shape, self.columns, self.withoutKeys) = (parts, shape, columns, withoutKeys)
        store = try PartStore()
        builder = ProductBuilder(shape, columns, today: store.today)
        notices = notice.map { [$0] } ?? []
    }

    private init(again rows: ProductRows) {
        (shape, columns, withoutKeys, parts, store, isWhole) = (rows.shape, rows.columns, rows.withoutKeys, nil, rows.store, rows.isWhole)
        builder = ProductBuilder(rows.shape, rows.columns, today: rows.store.today)
        notices = []
    }

    /// The same rows once more; none if the first reading has failed before its first row.
    func again() -> ProductRows { ProductRows(again: self) }

    /// The share is that of the parts, after which the products are there.
    var share: Double? { isWhole ? 1 : parts?.share }

    /// Returns rows without any while the parts are read, so that who reads them can stop.
    func next() throws(MachineFailure) -> RowBatch? {
        if !isWhole {
            guard let parts = try parts?.next() else { return parts == nil ? nil : try firstProducts() }
            try take(parts)
            return RowBatch(firstNumber: nextNumber, keptColumns: shape.keptCount)
        }
        return try products()
    }

    private func firstProducts() throws(MachineFailure) -> RowBatch? {
        // A parent would be one of the others.
        if hasParents, hasOthers, !hasKeys, !columns.key.isEmpty { throw withoutKeys }
        try store.finish()
        missingLineEnd = parts?.missingLineEnd
        isWhole = true
        return try products()
    }

    private func products() throws(MachineFailure) -> RowBatch? {
        while nextProduct < store.productCount {
            var batch = RowBatch(firstNumber: nextNumber, keptColumns: shape.keptCount)
            let end = min(store.productCount, nextProduct + Self.productsAtOnce)
            var size = 0
            while nextProduct < end, size < Self.bytesAtOnce {
                bytes.removeAll(keepingCapacity: true)
                starts.removeAll(keepingCapacity: true)
                let isRead = try store.read(nextProduct, to: &bytes, &starts)
                bytes.withUnsafeBufferPointer { bytes in
                    builder.append(bytes, starts[...], hasTooMany: isRead ? nil : store.partCount(of: nextProduct), to: &batch)
                }
                size += bytes.count
                nextProduct += 1
            }
            nextNumber = batch.endNumber
            if !batch.isEmpty { return batch }
        }
        if parts != nil {
            notices += (parts?.notices ?? []) + builder.notices(rowsOfNoProduct: store.leftOutCount)
            parts = nil
        }
        return nil
    }

    private func take(_ batch: RowBatch) throws(MachineFailure) {
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

    private func take(_ row: RowBatch.Row, _ texts: RowBatch.Texts) throws(MachineFailure) {
        let names = columns.key.compactMap { name(row, texts, $0) }
        var parent = columns.parent.lazy.compactMap { self.name(row, texts, $0) }.first
        if !names.isEmpty { hasKeys = true } else if parent == nil { hasOthers = true }
        if parent != nil { hasParents = true }
        var isProduct = namesProduct(row, texts, parent == nil ? columns.key : columns.parent)
        if parent != nil, namesProduct(row, texts, columns.key) {
            if !isProduct { store.hasRowsAbove = true }
            (parent, isProduct) = (nil, true)
        }
        let owner = store.owner(names: names, parent: parent, isProduct: isProduct)
        // Lines of facts that nobody asks for are the most of some documents.
        if parent != nil, !columns.content.contains(where: { texts.kept($0, of: row)?.isEmpty == false }) { return }
        try store.add(owner) { PartText.append(row, texts, columns: columns.names.count, isOfOther: parent != nil, to: &$0) }
    }

    /// Whether one of the columns has the key of a product, whatever stands above it.
    private func namesProduct(_ row: RowBatch.Row, _ texts: RowBatch.Texts, _ keys: [PartColumns.Column]) -> Bool {
        !columns.products.isEmpty
            && keys.contains { column in
                guard let text = texts.kept(column.index, of: row)?.trimming(while: isBlank), !text.isEmpty else { return false }
                return columns.products.contains { column.prefix.isEmpty ? text.starts(with: $0) : (column.prefix + text).starts(with: $0) }
            }
    }

    private func take(_ row: RowBatch.BrokenRow) throws(MachineFailure) {
        try store.add(-1) { PartText.append(row, to: &$0) }
    }

    private func name(_ row: RowBatch.Row, _ texts: RowBatch.Texts, _ column: PartColumns.Column) -> NameHash? {
        guard let text = texts.kept(column.index, of: row), !texts.isKeptJSON(column.index, of: row) else { return nil }
        let name = UnsafeBufferPointer(rebasing: text.trimming(while: isBlank))
        guard !name.isEmpty else { return nil }
        guard !column.prefix.isEmpty else { return NameHash(of: UnsafeRawBufferPointer(name)) }
        return (column.prefix + name).withUnsafeBytes { NameHash(of: $0) }
    }
}

/// The columns of a shape, by their indices among those that are read.
struct PartColumns {
    struct Column {
        let index: Int
        let prefix: [UInt8]
        let from: Int?
        let until: Int?
    }

    private(set) var names: [String] = []
    private(set) var key: [Column] = []
    private(set) var parent: [Column] = []
    let products: [[UInt8]]
    private(set) var view: [Column] = []
    private(set) var img: [Column] = []
    private(set) var images: [Column] = []
    private(set) var position: [Column] = []
    private(set) var price: [Column] = []
    private(set) var version: [Column] = []
    private(set) var width: [Column] = []
    private(set) var height: [Column] = []
    private(set) var hidden: [Column] = []
    private(set) var variant: [Column] = []
    private(set) var variantImg: [Column] = []
    private(set) var kept: [[Column]] = []
    /// The number of kept columns of the product; those behind them are of each variant.
    let ownKept: Int
    private(set) var sale: [(column: Int, texts: [String])] = []
    /// The columns without which a part says nothing.
    let content: [Int]

    init(_ shape: CatalogueShape) {
        var names: [String] = []
        func index(_ name: String) -> Int {
            if let known = names.firstIndex(of: name) { return known }
            names.append(name)
            return names.count - 1
        }
        func columns(_ columns: [CatalogueShape.Column]) -> [Column] {
            columns.map {
                Column(index: index($0.name), prefix: Array($0.prefix.utf8), from: $0.from.map(index), until: $0.until.map(index))
            }
        }
        let own = columns(shape.key)
        (key, parent, view) = (own, columns(shape.parent), columns(shape.view))
        products = shape.products.map { Array($0.utf8) }
        (img, images, position) = (columns(shape.img), columns(shape.images), columns(shape.position))
        (price, width, height, hidden) = (columns(shape.price), columns(shape.width), columns(shape.height), columns(shape.hidden))
        version = columns(shape.version)
        if shape.areRowsVariants { (variant, variantImg) = (columns(shape.variant), columns(shape.variantImg)) }
        // The parts of a product with a parent that are variants show their pictures behind those of the product.
        if !shape.parent.isEmpty { variant = columns(shape.variant) }
        kept = shape.keptColumns.map { columns($0.columns) }
        ownKept = shape.kept.count
        if shape.isOnlyForSale { sale = shape.sale.map { (index($0.column), $0.texts) } }
        let plain = kept.joined().map(\.index).filter { column in !own.contains { $0.index == column } }
        content = (img + images + price + variantImg + version).map(\.index) + plain + sale.map(\.column)
        self.names = names
    }

    /// The columns as a document is read with them. Those of variants are read, and needed, only if variants are rows.
    func columns(of shape: CatalogueShape) -> RowColumns {
        let expected = shape.expectedColumns.filter { $0.columns.allSatisfy(names.contains) }
        return RowColumns(
            ofParts: names, needing: expected.filter(\.isNeeded).map(\.columns), expecting: expected.filter { !$0.isNeeded }.map(\.columns))
    }
}

/// The texts of a part as bytes: its line and column, what it is, the lengths of all its texts, and the texts.
enum PartText {
    private static let isAbsent = UInt32.max
    private static let isJSON: UInt32 = 1 << 31
    private static let isBroken: UInt32 = 1, isOfOther: UInt32 = 2

    /// `isOfOther` says whether the row names the product, or the part, to which it belongs.
    static func append(_ row: RowBatch.Row, _ texts: RowBatch.Texts, columns: Int, isOfOther: Bool, to bytes: inout [UInt8]) {
        append([UInt32(clamping: row.line), UInt32(clamping: row.position.column), isOfOther ? Self.isOfOther : 0], to: &bytes)
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: 4 * columns))
        bytes.withUnsafeMutableBytes { bytes in
            for column in 0..<columns {
                let text = texts.kept(column, of: row)
                let word = text.map { UInt32($0.count) | (texts.isKeptJSON(column, of: row) ? isJSON : 0) }
                bytes.storeBytes(of: word ?? isAbsent, toByteOffset: start + 4 * column, as: UInt32.self)
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
            content = start + 12
        }
    }

    struct Text {
        let bytes: UnsafeBufferPointer<UInt8>
        let isJSON: Bool
    }

    /// Appends the text of each column; nil if the part does not have it.
    static func read(_ part: Part, _ bytes: UnsafeBufferPointer<UInt8>, columns: Int, to texts: inout [Text?]) {
        var start = part.content + 4 * columns
        for column in 0..<columns {
            let word = word(bytes, at: part.content + 4 * column)
            guard word != isAbsent else {
                texts.append(nil)
                continue
            }
            let end = start + Int(word & ~isJSON)
            texts.append(Text(bytes: UnsafeBufferPointer(rebasing: bytes[start..<end]), isJSON: word & isJSON != 0))
            start = end
        }
    }

    private static func word(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> UInt32 {
        UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    }
}

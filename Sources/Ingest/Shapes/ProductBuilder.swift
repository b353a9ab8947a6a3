import Measuring
import WeirBase
import WeirRecords

/// Makes the row of a product from its parts.
struct ProductBuilder {
    private let columns: PartColumns
    private let separator: UInt8?
    /// Relative names are below it.
    private let base: [UInt8]
    private let hasBase: Bool
    private let isBaseURL: Bool
    private let none: [[UInt8]]
    private let today: Int
    private var texts: PartTexts
    /// The parts, those of the product before those that belong to others, and other views behind all.
    private var order: [Int] = []
    private var names = ImageNames()
    /// The names in one text.
    private var list = ImageNames()
    /// The product's first picture and its part; nil until a variant needs it.
    private var firstPicture: Result<(ImageNames, Int?), Objection>?
    private var hidden = ImageNames()
    private var withoutPicture = 0
    private var variantsWithoutPicture = 0
    private var notForSale = 0
    private var hasRows = false

    init(_ shape: CatalogueShape, _ columns: PartColumns, today: Int) {
        (self.columns, self.today, separator) = (columns, today, shape.separator)
        texts = PartTexts(columns: columns.names.count)
        let base = Array(shape.base.utf8)
        hasBase = !base.isEmpty
        isBaseURL = base.withUnsafeBufferPointer { PictureLocation.isURL($0) }
        self.base = isBaseURL ? withoutEndSlashes(base) + [UInt8(ascii: "/")] : joined(base, [])
        none = shape.none.map { Array($0.utf8) }
    }

    var leftOut: Int { withoutPicture + variantsWithoutPicture + notForSale }

    /// The news of products, variants and rows of no product that are left out. That of all is no usual one.
    func notices(rowsOfNoProduct: Int) -> [IngestNotice] {
        func counted(_ count: Int, _ noun: String, _ one: String, _ more: String) -> [IngestNotice] {
            count == 0
                ? [] : [IngestNotice(count == 1 ? "1 \(noun) \(one) left out" : "\(count) \(noun)s \(more) left out", isUsual: hasRows)]
        }
        return counted(withoutPicture, "product", "has no picture and is", "have no picture and are")
            + counted(variantsWithoutPicture, "variant", "has no picture and is", "have no picture and are")
            + counted(notForSale, "product", "is not for sale and is", "are not for sale and are")
            + counted(rowsOfNoProduct, "row", "belongs to no product and is", "belong to no product and are")
    }

    /// Appends the row of a product, or those of its variants. Its parts begin at `starts`. `tooMany` is their number if not all were read.
    mutating func append(
        _ bytes: UnsafeBufferPointer<UInt8>, _ starts: ArraySlice<Int>, hasTooMany tooMany: Int?, to batch: inout RowBatch
    ) {
        guard let start = starts.first else { return }
        let first = PartText.Part(bytes, at: start)
        if let tooMany {
            return batch.appendBroken(
                "the \(tooMany) rows of the product have more than \(PartStore.mostBytes >> 20) MiB", at: first.position)
        }
        guard !first.isBroken else {
            return batch.appendBroken(String(decoding: bytes[first.content...], as: UTF8.self), at: first.position)
        }
        texts.read(bytes, starts)
        hidden.removeAll()
        sortParts(starts.count)
        guard isForSale else {
            notForSale += 1
            return
        }
        let variants = columns.areRowsVariants ? order.filter { texts.text($0, columns.variant) != nil } : []
        guard !variants.isEmpty else {
            let price = texts.price(order, columns.price, on: today)
            let shared = Shared(price: price, kept: columns.kept.map { texts.value(order, $0) }, version: version)
            return append(first.position, nil, shared, to: &batch)
        }
        // A product may have thousands of variants.
        let shared = Shared(
            price: texts.price(order.filter { texts.text($0, columns.variant) == nil }, columns.price, on: today),
            kept: columns.kept.enumerated().map { $0 < columns.ownKept ? texts.value(order, $1) : nil }, version: version)
        firstPicture = nil
        for variant in variants {
            append(PartText.Part(bytes, at: starts[starts.startIndex + variant]).position, variant, shared, to: &batch)
        }
    }

    /// The texts of a product for all its rows, unless a variant has its own.
    private struct Shared {
        let price: UnsafeBufferPointer<UInt8>?
        let kept: [PartText.Text?]
        let version: [UInt8]
    }

    /// Appends the row of a product, or of one of its variants.
    private mutating func append(_ position: TextPosition, _ variant: Int?, _ shared: Shared, to batch: inout RowBatch) {
        do throws(Objection) { try appendRow(position, variant, shared, to: &batch) } catch {
            batch.appendBroken(error.message, at: position)
        }
    }

    private mutating func appendRow(
        _ position: TextPosition, _ variant: Int?, _ shared: Shared, to batch: inout RowBatch
    ) throws(Objection) {
        var sizes = variant
        names.removeAll()
        if let variant { try addPictures(of: variant, columns.variantImg, all: false) }
        if names.isEmpty { sizes = try variant == nil ? addPictures(onlyFirst: false) : addFirstPicture() }
        guard !names.isEmpty else {
            if variant == nil { withoutPicture += 1 } else { variantsWithoutPicture += 1 }
            return
        }
        let own = variant.map { [$0] } ?? []
        var fields = RowBatch.Fields()
        // A variant without a price has none of another variant.
        fields.price = texts.price(own, columns.price, on: today) ?? shared.price ?? UnsafeBufferPointer(start: nil, count: 0)
        if let sizes {
            fields.width = texts.text(sizes, columns.width).flatMap(positiveInteger)
            fields.height = texts.text(sizes, columns.height).flatMap(positiveInteger)
        }
        fields.kept.reserveCapacity(columns.kept.count + 1)
        for index in columns.kept.indices {
            let found = texts.value(own, columns.kept[index]) ?? shared.kept[index]
            fields.kept.append(found?.bytes)
            if found?.isJSON == true { fields.jsonColumns.append(index) }
        }
        fields.images = names
        names.bytes.withUnsafeBufferPointer { bytes in
            shared.version.withUnsafeBufferPointer { version in
                if !columns.version.isEmpty { fields.kept.append(version) }
                fields.img = UnsafeBufferPointer(rebasing: bytes[names.range(of: 0)])
                batch.append(fields, at: position)
            }
        }
        hasRows = true
    }

    private mutating func addFirstPicture() throws(Objection) -> Int? {
        if firstPicture == nil {
            do throws(Objection) {
                let part = try addPictures(onlyFirst: true)
                firstPicture = .success((names, part))
            } catch { firstPicture = .failure(error) }
        }
        guard let (found, part) = try firstPicture?.get() else { return nil }
        names = found
        return part
    }

    /// Adds the names of the product's pictures. Returns the part that has the first.
    private mutating func addPictures(onlyFirst: Bool) throws(Objection) -> Int? {
        guard order.count > 1, !columns.view.isEmpty else { return try addPictures(of: order, onlyFirst: onlyFirst) }
        let views = order.drop { $0 == order.first || texts.text($0, columns.view) == nil }
        let first = try addPictures(of: Array(order[..<views.startIndex]), onlyFirst: onlyFirst)
        return names.isEmpty ? try addPictures(of: Array(views), onlyFirst: onlyFirst) : first
    }

    private mutating func addPictures(of parts: [Int], onlyFirst: Bool) throws(Objection) -> Int? {
        let parts = parts.count > 1 && !(columns.position.isEmpty && columns.variant.isEmpty) ? sortedByPosition(parts) : parts
        var first: Int?
        hidden.removeAll()
        for part in parts where !onlyFirst || names.isEmpty {
            try addPictures(of: part, columns.img, all: false)
            if first == nil, !names.isEmpty { first = part }
        }
        // The product's own picture is shown elsewhere, too.
        for part in parts {
            for column in columns.hidden {
                if let text = texts.text(part, column) { _ = hidden.add(text, separator: separator, mayBeArray: true) }
            }
        }
        for part in parts where !onlyFirst || names.isEmpty {
            try addPictures(of: part, columns.images, all: true)
            if first == nil, !names.isEmpty { first = part }
        }
        return first
    }

    /// The parts in the order of their pictures: variants behind the product that they belong to, and each by the number of its position.
    private func sortedByPosition(_ parts: [Int]) -> [Int] {
        let keys = parts.map { part in
            (texts.isOfOther(part) && texts.text(part, columns.variant) != nil ? 1 : 0, texts.number(part, columns.position) ?? .max)
        }
        guard keys.indices.dropFirst().contains(where: { keys[$0] < keys[$0 - 1] }) else { return parts }
        return parts.indices.sorted { (keys[$0].0, keys[$0].1, $0) < (keys[$1].0, keys[$1].1, $1) }.map { parts[$0] }
    }

    /// Adds the names in the first of the columns that has some, or in all of them.
    private mutating func addPictures(of part: Int, _ columns: [Int], all: Bool) throws(Objection) {
        for column in columns {
            guard let text = texts[part, column] else { continue }
            if text.isJSON, text.bytes.first == UInt8(ascii: "{") {
                throw Objection("\(self.columns.names[column]) is an object, not text")
            }
            // Swift's exclusivity rule forbids reading the list while other members are changed.
            var list = ImageNames()
            swap(&list, &self.list)
            defer { swap(&list, &self.list) }
            list.removeAll()
            if let fault = list.add(text.bytes, separator: separator, mayBeArray: true) {
                throw Objection(fault.message(self.columns.names[column]))
            }
            let known = names.count
            var namesNone = true
            let fault = list.bytes.withUnsafeBufferPointer { bytes -> ImageNames.Fault? in
                for index in 0..<list.count {
                    let name = UnsafeBufferPointer(rebasing: bytes[list.range(of: index)])
                    if none.contains(where: { $0.elementsEqual(name) }) { continue }
                    namesNone = false
                    if let fault = addPicture(name) { return fault }
                }
                return nil
            }
            if let fault { throw Objection(fault.message("the pictures")) }
            if !all, names.count > known || !namesNone { return }
        }
    }

    private mutating func addPicture(_ name: UnsafeBufferPointer<UInt8>) -> ImageNames.Fault? {
        guard !isHidden(name) else { return nil }
        guard hasBase, !PictureLocation.isURL(name), !isDataURL(name) else { return names.add(name, separator: nil, mayBeArray: false) }
        return below(base: name).withUnsafeBufferPointer { names.add($0, separator: nil, mayBeArray: false) }
    }

    private func isHidden(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        (0..<hidden.count).contains { hidden.bytes[hidden.range(of: $0)].elementsEqual(name) }
    }

    /// A relative name below the base.
    private func below(base name: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let path = UnsafeBufferPointer(rebasing: name.drop { $0 == UInt8(ascii: "/") })
        guard isBaseURL else { return base + path }
        var url = ByteBuffer()
        url.append(base)
        url.append(percentEncodedPath: path)
        return url.bytes
    }

    /// A hash of the versions of all parts, since each row of a product changes with each of its pictures.
    private var version: [UInt8] {
        let texts = columns.version.isEmpty ? [] : order.indices.compactMap { self.texts.text($0, columns.version) }
        guard !texts.isEmpty else { return [] }
        return Array(texts.joined(separator: [0x20])).withUnsafeBytes { Array(SHA256.hexDigest(of: $0).utf8) }
    }

    /// Whether the product has a text for sale in each column that has one. A picture that belongs to it may have a status of its own.
    private var isForSale: Bool {
        guard !columns.sale.isEmpty else { return true }
        let own = order.filter { !texts.isOfOther($0) }
        return columns.sale.allSatisfy { column, allowed in
            guard let text = (own.isEmpty ? order : own).lazy.compactMap({ texts.text($0, column) }).first else { return true }
            return allowed.contains(String(decoding: text, as: UTF8.self).lowercased())
        }
    }

    private mutating func sortParts(_ count: Int) {
        order.removeAll(keepingCapacity: true)
        order += 0..<count
        guard count > 1, !columns.parent.isEmpty || !columns.view.isEmpty else { return }
        let ranks = order.map { (texts.text($0, columns.view) != nil ? 2 : 0) + (texts.isOfOther($0) ? 1 : 0) }
        order.sort { (ranks[$0], $0) < (ranks[$1], $1) }
    }
}

/// The texts of the parts of a product. Valid only while its bytes are.
private struct PartTexts {
    private let columns: Int
    private var bytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private var parts: [PartText.Part] = []

    init(columns: Int) { self.columns = columns }

    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ starts: ArraySlice<Int>) {
        self.bytes = bytes
        parts.removeAll(keepingCapacity: true)
        for start in starts { parts.append(PartText.Part(bytes, at: start)) }
    }

    /// Whether a part names the product, or the part, to which it belongs.
    func isOfOther(_ part: Int) -> Bool { parts[part].isOfOther }

    subscript(part: Int, column: Int) -> PartText.Text? { PartText.text(parts[part], bytes, column, of: columns) }

    /// The text of a part in a column, without blanks at its ends; nil if it is blank.
    func text(_ part: Int, _ column: Int) -> UnsafeBufferPointer<UInt8>? {
        guard let text = self[part, column], !text.isJSON else { return nil }
        let trimmed = text.bytes.trimming(while: isBlank)
        return trimmed.isEmpty ? nil : UnsafeBufferPointer(rebasing: trimmed)
    }

    /// The first such text in these columns.
    func text(_ part: Int, _ columns: [Int]) -> UnsafeBufferPointer<UInt8>? {
        for column in columns { if let text = text(part, column) { return text } }
        return nil
    }

    /// The first value of the parts that is not blank, as it is written.
    func value(_ parts: [Int], _ columns: [Int]) -> PartText.Text? {
        for part in parts {
            for column in columns { if let text = self[part, column], !text.bytes.allSatisfy(isBlank) { return text } }
        }
        return nil
    }

    func number(_ part: Int, _ columns: [Int]) -> Int? {
        text(part, columns).flatMap { $0.count < 10 && $0.allSatisfy { isDigit($0) } ? $0.reduce(0) { $0 * 10 + Int($1 - 0x30) } : nil }
    }

    /// The price that is first in the order of the columns, of the first part that has one.
    func price(_ parts: [Int], _ columns: [PartColumns.Price], on today: Int) -> UnsafeBufferPointer<UInt8>? {
        for part in parts {
            for column in columns { if let text = text(part, column.index), counts(column, of: part, on: today) { return text } }
        }
        return nil
    }

    /// Whether the day is none before the first on which a price counts, and none behind the last.
    private func counts(_ price: PartColumns.Price, of part: Int, on today: Int) -> Bool {
        func day(_ column: Int?) -> (isGiven: Bool, day: Int?) {
            guard let text = column.flatMap({ self[part, $0] })?.bytes, !text.allSatisfy(isBlank) else { return (false, nil) }
            return (true, dayNumber(text))
        }
        let (from, until) = (day(price.from), day(price.until))
        if from.isGiven, !(from.day.map { $0 <= today } ?? false) { return false }
        return !until.isGiven || until.day.map { today <= $0 } ?? false
    }
}

/// The number, such as 20261128, of a day as exports write it: 2026-11-28, 11/28/26 or 28.11.2026, perhaps with a time behind it.
private func dayNumber(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    let parts = text.split { !isDigit($0) }.prefix(3).map { $0.prefix(5).reduce(0) { $0 * 10 + Int($1 - 0x30) } }
    guard parts.count == 3 else { return nil }
    var (year, month, day) = (parts[0], parts[1], parts[2])
    if year < 1000 {
        (month, day, year) =
            text.contains(UInt8(ascii: ".")) || parts[0] > 12 ? (parts[1], parts[0], parts[2]) : (parts[0], parts[1], parts[2])
        if year < 100 { year += 2000 }
    }
    guard (1000...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    return year * 10_000 + month * 100 + day
}

import Measuring
import WeirBase
import WeirRecords

/// Makes the row of a product from its parts.
struct ProductBuilder {
    private let shape: CatalogueShape
    private let columns: PartColumns
    private let base: [UInt8]
    private let isBaseURL: Bool
    private let none: [[UInt8]]
    private let today: Int
    /// The texts of the parts, one behind the other.
    private var texts: [PartText.Text?] = []
    /// Whether each part names the product, or the part, to which it belongs.
    private var isOfOther: [Bool] = []
    /// The parts, those of the product before those that belong to others, and other views behind all.
    private var order: [Int] = []
    private var names = ImageNames()
    /// The names in one text.
    private var list = ImageNames()
    /// The product's first picture and its part; nil until a variant needs it.
    private var firstPicture: Result<(ImageNames, Int?), RowRefusal>?
    private var hidden = ImageNames()
    private var withoutPicture = 0
    private var variantsWithoutPicture = 0
    private var notForSale = 0
    private var hasRows = false

    init(_ shape: CatalogueShape, _ columns: PartColumns, today: Int) {
        (self.shape, self.columns, self.today) = (shape, columns, today)
        base = Array(shape.base.utf8)
        none = shape.none.map { Array($0.utf8) }
        isBaseURL = base.withUnsafeBufferPointer { PictureLocation.isURL($0) }
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
        texts.removeAll(keepingCapacity: true)
        isOfOther.removeAll(keepingCapacity: true)
        for start in starts {
            let part = PartText.Part(bytes, at: start)
            isOfOther.append(part.isOfOther)
            PartText.read(part, bytes, columns: columns.names.count, to: &texts)
        }
        sortParts(starts.count)
        guard isForSale else {
            notForSale += 1
            return
        }
        let variants = shape.areRowsVariants ? order.filter { text($0, columns.variant) != nil } : []
        // A product may have thousands of variants.
        let shared = Shared(
            price: price(variants.isEmpty ? order : order.filter { text($0, columns.variant) == nil }),
            kept: columns.kept.enumerated().map { variants.isEmpty || $0 < columns.ownKept ? value(order, $1) : nil }, version: version)
        firstPicture = nil
        for variant in variants.isEmpty ? [nil] : variants.map(Optional.some) {
            let position = variant.map { PartText.Part(bytes, at: starts[starts.startIndex + $0]).position } ?? first.position
            do throws(RowRefusal) { try append(position, variant, shared, to: &batch) } catch {
                batch.appendBroken(error.message, at: position)
            }
        }
    }

    private struct RowRefusal: Error {
        let message: String
    }

    /// The texts of a product for all its rows, unless a variant has its own.
    private struct Shared {
        let price: UnsafeBufferPointer<UInt8>?
        let kept: [PartText.Text?]
        let version: [UInt8]
    }

    /// Appends the row of a product, or of one of its variants.
    private mutating func append(
        _ position: TextPosition, _ variant: Int?, _ shared: Shared, to batch: inout RowBatch
    ) throws(RowRefusal) {
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
        fields.price = price(own) ?? shared.price ?? UnsafeBufferPointer(start: nil, count: 0)
        if let sizes {
            fields.width = text(sizes, columns.width).flatMap(positiveInteger)
            fields.height = text(sizes, columns.height).flatMap(positiveInteger)
        }
        for (index, kept) in columns.kept.enumerated() {
            let found = value(own, kept) ?? shared.kept[index]
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

    private mutating func addFirstPicture() throws(RowRefusal) -> Int? {
        if firstPicture == nil {
            do throws(RowRefusal) {
                let part = try addPictures(onlyFirst: true)
                firstPicture = .success((names, part))
            } catch { firstPicture = .failure(error) }
        }
        guard let (found, part) = try firstPicture?.get() else { return nil }
        names = found
        return part
    }

    /// Adds the names of the product's pictures. Returns the part that has the first.
    private mutating func addPictures(onlyFirst: Bool) throws(RowRefusal) -> Int? {
        guard !columns.view.isEmpty else { return try addPictures(of: order, onlyFirst: onlyFirst) }
        let views = order.drop { $0 == order.first || text($0, columns.view) == nil }
        let first = try addPictures(of: Array(order[..<views.startIndex]), onlyFirst: onlyFirst)
        return names.isEmpty ? try addPictures(of: Array(views), onlyFirst: onlyFirst) : first
    }

    private mutating func addPictures(of parts: [Int], onlyFirst: Bool) throws(RowRefusal) -> Int? {
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
                if let text = text(part, [column]) { _ = hidden.add(text, separator: shape.separator, mayBeArray: true) }
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
            (isOfOther[part] && text(part, columns.variant) != nil ? 1 : 0, number(part, columns.position) ?? .max)
        }
        guard keys.indices.dropFirst().contains(where: { keys[$0] < keys[$0 - 1] }) else { return parts }
        return parts.indices.sorted { (keys[$0].0, keys[$0].1, $0) < (keys[$1].0, keys[$1].1, $1) }.map { parts[$0] }
    }

    /// Adds the names in the first of the columns that has some, or in all of them.
    private mutating func addPictures(of part: Int, _ columns: [PartColumns.Column], all: Bool) throws(RowRefusal) {
        for column in columns {
            guard let text = texts[part * self.columns.names.count + column.index] else { continue }
            if text.isJSON, text.bytes.first == UInt8(ascii: "{") {
                throw RowRefusal(message: "\(self.columns.names[column.index]) is an object, not text")
            }
            list.removeAll()
            if let fault = list.add(text.bytes, separator: shape.separator, mayBeArray: true) {
                throw RowRefusal(message: fault.message(self.columns.names[column.index]))
            }
            let known = names.count
            for index in 0..<list.count { try addPicture(Array(list.bytes[list.range(of: index)])) }
            let namesNone = (0..<list.count).allSatisfy { isNone(list.bytes[list.range(of: $0)]) }
            if !all, names.count > known || !namesNone { return }
        }
    }

    private func isNone(_ name: some Sequence<UInt8>) -> Bool { none.contains { $0.elementsEqual(name) } }

    private mutating func addPicture(_ name: [UInt8]) throws(RowRefusal) {
        guard !isNone(name), !isHidden(name) else { return }
        let fault = below(base: name).withUnsafeBufferPointer { names.add($0, separator: nil, mayBeArray: false) }
        if let fault { throw RowRefusal(message: fault.message("the pictures")) }
    }

    private func isHidden(_ name: [UInt8]) -> Bool {
        (0..<hidden.count).contains { hidden.bytes[hidden.range(of: $0)].elementsEqual(name) }
    }

    /// A relative name below the base; others as they are.
    private func below(base name: [UInt8]) -> [UInt8] {
        guard !base.isEmpty, !name.withUnsafeBufferPointer({ PictureLocation.isURL($0) || isDataURL($0) }) else { return name }
        let path = Array(name.drop { $0 == UInt8(ascii: "/") })
        guard isBaseURL else { return joined(base, path) }
        var url = ByteBuffer()
        url.append(withoutEndSlashes(base))
        url.append("/")
        path.withUnsafeBufferPointer { url.append(percentEncodedPath: $0) }
        return url.bytes
    }

    /// The price that is first in the order of the columns, of the first part that has one.
    private func price(_ parts: [Int]) -> UnsafeBufferPointer<UInt8>? {
        for part in parts {
            for column in columns.price {
                if let text = text(part, [column]), isInTime(part, column) { return text }
            }
        }
        return nil
    }

    /// A hash of the versions of all parts, since each row of a product changes with each of its pictures.
    private var version: [UInt8] {
        let texts = columns.version.isEmpty ? [] : order.indices.compactMap { text($0, columns.version) }
        guard !texts.isEmpty else { return [] }
        return Array(texts.joined(separator: [0x20])).withUnsafeBytes { Array(SHA256.hexDigest(of: $0).utf8) }
    }

    /// Whether the run's day is none before the first on which a price counts, and none behind the last.
    private func isInTime(_ part: Int, _ column: PartColumns.Column) -> Bool {
        func day(_ index: Int?) -> (isGiven: Bool, day: Int?) {
            guard let index, let text = texts[part * columns.names.count + index]?.bytes, !text.allSatisfy(isBlank) else {
                return (false, nil)
            }
            return (true, ShapeDay(text)?.number)
        }
        let (from, until) = (day(column.from), day(column.until))
        if from.isGiven, !(from.day.map { $0 <= today } ?? false) { return false }
        return !until.isGiven || until.day.map { today <= $0 } ?? false
    }

    /// Whether the product has a text for sale in each column that has one. A picture that belongs to it may have a status of its own.
    private var isForSale: Bool {
        guard !columns.sale.isEmpty else { return true }
        let own = order.filter { !isOfOther[$0] }
        return columns.sale.allSatisfy { column, allowed in
            let index = [PartColumns.Column(index: column, prefix: [], from: nil, until: nil)]
            guard let part = (own.isEmpty ? order : own).first(where: { text($0, index) != nil }), let text = text(part, index) else {
                return true
            }
            return allowed.contains(String(decoding: text, as: UTF8.self).lowercased())
        }
    }

    private mutating func sortParts(_ count: Int) {
        order.removeAll(keepingCapacity: true)
        order += 0..<count
        guard count > 1, !columns.parent.isEmpty || !columns.view.isEmpty else { return }
        let ranks = order.map { (text($0, columns.view) != nil ? 2 : 0) + (isOfOther[$0] ? 1 : 0) }
        order.sort { (ranks[$0], $0) < (ranks[$1], $1) }
    }

    /// The first text of a part in these columns that is not blank, without blanks at its ends.
    private func text(_ part: Int, _ columns: [PartColumns.Column]) -> UnsafeBufferPointer<UInt8>? {
        for column in columns {
            guard let text = texts[part * self.columns.names.count + column.index], !text.isJSON else { continue }
            let trimmed = text.bytes.trimming(while: isBlank)
            if !trimmed.isEmpty { return UnsafeBufferPointer(rebasing: trimmed) }
        }
        return nil
    }

    /// The first value of the parts that is not blank, as it is written.
    private func value(_ parts: [Int], _ columns: [PartColumns.Column]) -> PartText.Text? {
        for part in parts {
            for column in columns {
                if let text = texts[part * self.columns.names.count + column.index], !text.bytes.allSatisfy(isBlank) { return text }
            }
        }
        return nil
    }

    private func number(_ part: Int, _ columns: [PartColumns.Column]) -> Int? {
        text(part, columns).flatMap { $0.count < 10 && $0.allSatisfy { isDigit($0) } ? $0.reduce(0) { $0 * 10 + Int($1 - 0x30) } : nil }
    }
}

/// A day as exports write it: 2026-11-28, 11/28/26 or 28.11.2026, perhaps with a time behind it.
private struct ShapeDay {
    /// Such as 20261128.
    let number: Int

    init?(_ text: UnsafeBufferPointer<UInt8>) {
        let parts = text.split { !isDigit($0) }.prefix(3).map { $0.prefix(5).reduce(0) { $0 * 10 + Int($1 - 0x30) } }
        guard parts.count == 3 else { return nil }
        var (year, month, day) = (parts[0], parts[1], parts[2])
        if year < 1000 {
            (month, day, year) =
                text.contains(UInt8(ascii: ".")) || parts[0] > 12 ? (parts[1], parts[0], parts[2]) : (parts[0], parts[1], parts[2])
            if year < 100 { year += 2000 }
        }
        guard (1000...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        number = year * 10_000 + month * 100 + day
    }
}

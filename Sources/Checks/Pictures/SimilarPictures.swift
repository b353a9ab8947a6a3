import ImageHeaders
import Pixels
import WeirBase

/// Finds the first of the hashes before that differs in few bits. Two hashes that differ in at most 4 bits have one of five parts in
/// common, so only those with an equal part are compared.
struct HashIndex {
    /// The result of each hash that was looked for.
    private var known: [PerceptualHash: Int32] = [:]
    /// For each part and each of its values, the bits of the hashes that have it, in order.
    private var buckets = [[UInt64]](repeating: [], count: parts << partBits)
    private var count: Int32 = 0

    private static let parts = 5
    private static let partBits = 13

    /// The index of the first hash that is near, or of this one, which is added then.
    mutating func firstNear(_ hash: PerceptualHash) -> Int {
        if let index = known[hash] { return Int(index) }
        var nearest = count
        for part in 0..<Self.parts {
            let first = buckets[Self.slot(hash, part)].first { ($0 ^ hash.bits).nonzeroBitCount <= PerceptualHash.mostDistance }
            if let first, let index = known[PerceptualHash(bits: first)] { nearest = min(nearest, index) }
        }
        if nearest == count {
            for part in 0..<Self.parts { buckets[Self.slot(hash, part)].append(hash.bits) }
            count += 1
        }
        known[hash] = nearest
        return Int(nearest)
    }

    private static func slot(_ hash: PerceptualHash, _ part: Int) -> Int {
        part << partBits | Int(truncatingIfNeeded: hash.bits >> UInt64(partBits * part) & (1 << UInt64(partBits) - 1))
    }
}

extension ManifestFiles {
    /// The content of an entry's picture: as it was measured, or else as the entry states it. Nil if nothing is known.
    func content(of entry: Int) -> PictureContent? {
        if measured != nil { return found(entry)?.content }
        var texts: [Placeholders.Key: String] = [:]
        for key in [Placeholders.Key.thumbhash, .phash, .content] {
            texts[key] = document.string(document.placeholder(key, of: entry), in: entry)
        }
        return texts.isEmpty ? nil : PictureContent(texts)
    }

    /// Whether anything is known of the pixels of any picture.
    var knowsContent: Bool { measured != nil || document.placeholderKeys.contains { [.phash, .content].contains($0) } }

    /// The entries of pictures that look the same. A copy has the same size, bytes and ThumbHash as an entry before. The picture stands for
    /// none if so many entries with different prices have it that it is hardly that of a product.
    typealias SimilarEntries = (members: [(entry: Int, isCopy: Bool)], standsForNone: Bool)

    /// Groups the pictures that show something, at least two in a group, in the order of the first ones.
    func groupedPictures() -> [SimilarEntries] {
        guard knowsContent else { return [] }
        struct Copy: Hashable {
            let size: PixelSize
            let bytes: Int
            let thumbhash: String
        }
        var index = HashIndex()
        var copies: [Copy: Int32] = [:]
        /// The group of each near hash, and for each group its first entry until there is a second one.
        var numbers: [Int32] = []
        var firsts: [(entry: Int32, group: Int32)] = []
        var similar: [SimilarEntries] = []
        for entry in 0..<document.count {
            guard let content = content(of: entry), content.emptiness == nil else { continue }
            var copy: Copy?
            if let picture = found(entry), let bytes = picture.bytes, let thumbhash = content.thumbhash {
                copy = Copy(size: picture.size, bytes: bytes, thumbhash: thumbhash)
            }
            let known = copy.flatMap { copies[$0] }
            var number = known
            if let hash = content.hash {
                let near = index.firstNear(hash)
                if near == numbers.count { numbers.append(number ?? Int32(firsts.count)) }
                number = number ?? numbers[near]
            } else if number == nil, copy != nil {
                number = Int32(firsts.count)
            }
            guard let number else { continue }
            if let copy, known == nil { copies[copy] = number }
            guard number < firsts.count else {
                firsts.append((Int32(entry), -1))
                continue
            }
            if firsts[Int(number)].group < 0 {
                firsts[Int(number)].group = Int32(similar.count)
                similar.append(([(Int(firsts[Int(number)].entry), false)], false))
            }
            similar[Int(firsts[Int(number)].group)].members.append((entry, known != nil))
        }
        for number in similar.indices { similar[number].standsForNone = isOfManyPrices(similar[number].members.map(\.entry)) }
        return similar
    }

    /// Gift cards have several prices, and the sizes of a product a few.
    private func isOfManyPrices(_ members: [Int]) -> Bool {
        guard members.count >= 10, let first = object(of: members[0]) else { return false }
        var prices: Set<String> = []
        var count = 1
        for member in members.dropFirst().prefix(1000) {
            guard let entry = object(of: member), !areOneProduct(first, entry) else { continue }
            count += 1
            if let price = entry["price"]?.string { prices.insert(price) }
            if count >= 10, prices.count >= 5 { return true }
        }
        return false
    }

    /// Whether it is known that two entries are not one product in several colors.
    func areOfDifferentProducts(_ one: Int, _ other: Int) -> Bool {
        guard let one = object(of: one), let other = object(of: other) else { return false }
        return one["price"] != other["price"] && !areOneProduct(one, other)
    }

    func areVariants(_ one: Int, _ other: Int) -> Bool {
        guard let one = object(of: one), let other = object(of: other) else { return false }
        return areOneProduct(one, other)
    }

    /// Whether a column that groups the variants of a product has the same text in both.
    private func areOneProduct(_ one: JSONValue, _ other: JSONValue) -> Bool {
        ["item_group_id", "product", "product_id", "parent_id", "handle"].contains { key in
            one[key] != nil && one[key]?.string != "" && one[key] == other[key]
        }
    }

    /// The entry in a file of JSON. Property lists are not read for it.
    private func object(of entry: Int) -> JSONValue? {
        guard document.files[document.file(of: entry)].format.isJSON else { return nil }
        return document.withText(document.ranges[entry], of: entry) { try? JSONValue(UnsafeRawBufferPointer($0)) }
    }
}

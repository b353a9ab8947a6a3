import Pixels
import WeirRecords

/// The data of a file's entries that is kept after the check, for layouts and findings. The arrays are flat, because a
/// file may have millions of entries.
struct EntryTable: Sendable {
    private(set) var widths: [Int32] = []
    private(set) var heights: [Int32] = []
    /// The ranges of the entries in the file.
    private(set) var ranges: [TextRange] = []
    private(set) var imgs: [TextRange] = []
    /// The indices of the entries in the file. Broken entries count too.
    private(set) var numbers: [Int32] = []
    private(set) var states: [EntryState] = []

    /// The facts about pictures that `--images` compares.
    private var facts: [EntryKey: FactColumn] = [:]
    private var placeholders: [Placeholders.Key: FactColumn] = [:]
    /// The values of each other key that was asked for, entry by entry; nil where an entry has none.
    private var kept: [(name: String, values: [String?])]

    /// The prices, only if the table was made for a comparison of two manifests.
    private var prices: [PriceText] = []
    private let keepsPrices: Bool

    init(keeping keys: [String] = [], keepsPrices: Bool = false) {
        kept = keys.map { ($0, []) }
        self.keepsPrices = keepsPrices
    }

    var count: Int { widths.count }

    func values(of key: String) -> [String?] { kept.first { $0.name == key }?.values ?? [] }

    /// Empty if the table keeps no prices.
    func price(of entry: Int) -> PriceText { entry < prices.count ? prices[entry] : PriceText(nil) }

    /// Nil if the entry has no such fact, or one of a wrong kind.
    func fact(_ key: EntryKey, of entry: Int) -> TextRange? { facts[key]?[entry] }

    /// Whether any entry has such a fact.
    func has(_ key: EntryKey) -> Bool { facts[key] != nil }

    /// The placeholders that any entry has.
    var placeholderKeys: [Placeholders.Key] { Array(placeholders.keys) }

    /// Nil if the entry has none, or one that is no text.
    func placeholder(_ key: Placeholders.Key, of entry: Int) -> TextRange? { placeholders[key]?[entry] }

    /// The number of pictures that entries have besides their first ones.
    var furtherPictures = 0
    /// Whether each entry has a size.
    private(set) var areAllSized = true

    mutating func append(_ batch: EntryBatch) {
        let first = count
        let entries = batch.entries
        widths.append(contentsOf: entries.lazy.map(\.width))
        heights.append(contentsOf: entries.lazy.map(\.height))
        ranges.append(contentsOf: entries.lazy.map(\.range))
        imgs.append(contentsOf: entries.lazy.map { batch.img(of: $0) })
        numbers.append(contentsOf: entries.lazy.map { Int32(truncatingIfNeeded: $0.number) })
        states.append(contentsOf: entries.lazy.map { batch.state(of: $0) })
        for index in kept.indices { kept[index].values += entries.map { batch.text(of: kept[index].name, in: $0) } }
        if keepsPrices { prices.append(contentsOf: entries.lazy.map { PriceText(batch.member(.price, of: $0)) }) }
        for (index, entry) in entries.enumerated() where entry.hasFacts {
            for (key, kind) in EntryKey.comparedFacts {
                guard let fact = batch.member(key, of: entry), fact.kind == kind else { continue }
                facts[key, default: FactColumn()].set(kind == .array ? fact.valueRange : fact.value, of: first + index)
            }
        }
        for (index, entry) in entries.enumerated() where entry.hasOtherKeys {
            for member in batch.members[entry.members] where member.kind == .text {
                guard let key = batch.placeholder(member) else { continue }
                placeholders[key, default: FactColumn()].set(member.value, of: first + index)
            }
        }
        if entries.contains(where: { $0.width == 0 || $0.height == 0 }) { areAllSized = false }
    }
}

/// The values of a key up to the last entry that has one.
private struct FactColumn {
    private var values: [TextRange] = []

    subscript(entry: Int) -> TextRange? { entry < values.count && values[entry].count > 0 ? values[entry] : nil }

    /// If a key occurs twice in an entry, the last value counts.
    mutating func set(_ value: TextRange, of entry: Int) {
        if entry < values.count { values.removeLast(values.count - entry) }
        values += repeatElement(.empty, count: entry - values.count)
        values.append(value)
    }
}

extension EntryKey {
    fileprivate static let comparedFacts: [(EntryKey, ValueKind)] = [
        (.format, .text), (.bytes, .number), (.orientation, .number), (.sha256, .text), (.images, .array),
    ]
}

/// The price of an entry: its text, and the value in the file. Both are empty if the price is not a text.
struct PriceText: Sendable {
    let text: TextRange
    let value: TextRange

    init(_ member: RecordBatch.Field?) {
        guard let member, member.kind == .text else {
            (text, value) = (.empty, .empty)
            return
        }
        (text, value) = (member.value, member.valueRange)
    }
}

/// The state of an entry's size, according to `status`.
enum EntryState: UInt8, Sendable {
    case sound, stale, placeholder
}

extension EntryBatch {
    /// The value of any key; nil if there is none. If a key occurs twice, the last value counts.
    fileprivate func text(of key: String, in entry: Entry) -> String? {
        let found = members[entry.members].last { member in
            member.name == .other ? texts[member.key].elementsEqual(key.utf8) : member.name.text.description == key
        }
        guard let found, [.text, .number, .real, .flag, .date].contains(found.kind) else { return nil }
        return String(decoding: texts[found.value], as: UTF8.self)
    }

    fileprivate func state(of entry: Entry) -> EntryState {
        guard let status = member(.status, of: entry), status.kind == .text else { return .sound }
        let text = text(status.value)
        return text.isEqual(to: "placeholder") ? .placeholder : text.isEqual(to: "stale") ? .stale : .sound
    }
}

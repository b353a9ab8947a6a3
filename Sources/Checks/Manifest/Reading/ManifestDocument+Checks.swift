import Manifests
import Pixels
import WeirBase
import WeirRecords

extension ManifestDocument {
    /// A document for a check. `keys` are other keys of entries whose values are kept.
    init(checking keys: [String]) {
        self.init(keeping: keys, facts: EntryKey.facts.map(\.key.text.description) + Placeholders.Key.allCases.map(\.rawValue))
    }

    /// Adds the entries of a batch, also those without a size.
    mutating func append(_ batch: EntryBatch, keepsPrices: Bool) {
        let first = count
        let entries = batch.entries
        for (index, entry) in entries.enumerated() where entry.hasFacts {
            for (column, fact) in EntryKey.facts.enumerated() {
                guard let member = batch.member(fact.key, of: entry), member.kind == fact.kind else { continue }
                facts[column].set(fact.kind == .array ? member.valueRange : member.value, of: first + index)
            }
        }
        for (index, entry) in entries.enumerated() where entry.hasOtherKeys {
            for member in batch.members[entry.members] where member.kind == .text {
                guard let key = batch.placeholder(member) else { continue }
                facts[Self.column(key)].set(member.value, of: first + index)
            }
        }
        for column in keys.indices {
            for (index, entry) in entries.enumerated() {
                if let value = batch.value(of: keys[column].name, in: entry) { keys[column].set(value, of: first + index) }
            }
        }
        widths.append(contentsOf: entries.lazy.map(\.width))
        heights.append(contentsOf: entries.lazy.map(\.height))
        lines.append(contentsOf: entries.lazy.map(\.line))
        indexes.append(contentsOf: entries.lazy.map { Int32(truncatingIfNeeded: $0.number) })
        ranges.append(contentsOf: entries.lazy.map(\.range))
        imgs.append(contentsOf: entries.lazy.map { batch.img(of: $0) })
        if keepsPrices { prices.append(contentsOf: entries.lazy.map { batch.price(of: $0)?.value ?? .empty }) }
    }

    /// Whether any entry has such a fact.
    func has(_ key: EntryKey) -> Bool { !facts[Self.column(key)].ranges.isEmpty }

    /// Nil if the entry has no such fact, an empty one, or one of a wrong kind.
    func fact(_ key: EntryKey, of entry: Int) -> TextRange? { fact(Self.column(key), entry) }

    /// Nil if the entry has none, or one that is no text.
    func placeholder(_ key: Placeholders.Key, of entry: Int) -> TextRange? { fact(Self.column(key), entry) }

    private func fact(_ column: Int, _ entry: Int) -> TextRange? { facts[column][entry].flatMap { $0.count > 0 ? $0 : nil } }

    private static func column(_ key: EntryKey) -> Int { Int(key.rawValue - EntryKey.status.rawValue) }

    private static func column(_ key: Placeholders.Key) -> Int {
        EntryKey.facts.count + (Placeholders.Key.allCases.firstIndex(of: key) ?? 0)
    }

    /// How many entries have this status.
    func count(ofStatus status: StaticString) -> Int {
        facts[0].ranges.isEmpty
            ? 0
            : (0..<count).count { entry in fact(.status, of: entry).map { withText($0, of: entry) { $0.isEqual(to: status) } } ?? false }
    }

    /// The placeholders that any entry has.
    var placeholderKeys: [Placeholders.Key] { Placeholders.Key.allCases.filter { !facts[Self.column($0)].ranges.isEmpty } }

    /// An img for findings, without its password; nil if the entry has none.
    func printableImg(of entry: Int) -> String? { withImg(of: entry, Checks.printableImg) }

    /// The entry as messages name it: `entry 3, line 4`.
    func location(of entry: Int) -> String {
        "entry \(indexes[entry])" + (files[file(of: entry)].hasLines ? ", line \(lines[entry])" : "")
    }
}

extension EntryKey {
    /// The keys from `status` on, and the kind of their values. A check keeps them, and `--images` compares them.
    fileprivate static let facts: [(key: EntryKey, kind: ValueKind)] = [
        (.status, .text), (.format, .text), (.bytes, .number), (.orientation, .number), (.sha256, .text), (.images, .array),
    ]
}

extension EntryBatch {
    /// The price of an entry; nil if it is not a text.
    func price(of entry: Entry) -> RecordBatch.Field? { member(.price, of: entry).flatMap { $0.kind == .text ? $0 : nil } }

    /// The value of any key; nil if there is none. If a key occurs twice, the last value counts.
    fileprivate func value(of key: String, in entry: Entry) -> TextRange? {
        let found = members[entry.members].last { member in
            member.name == .other ? texts[member.key].elementsEqual(key.utf8) : member.name.text.description == key
        }
        guard let found, [.text, .number, .real, .flag, .date].contains(found.kind) else { return nil }
        return found.value
    }
}

extension ManifestDocument.File {
    /// Decompresses a file, and recognizes its format. `faults` gets the faults of the file as a whole. Entries can be read if the
    /// content is known.
    init(opening bytes: [UInt8], named name: String, _ faults: inout [ManifestFault]) {
        let isGzip = bytes.withUnsafeBytes { GzipReader.recognizes($0) }
        var text: [UInt8]? = bytes
        do throws(GzipFailure) {
            if isGzip {
                text = try bytes.withBytes { bytes throws(GzipFailure) in try decompressed(UnsafeRawBufferPointer(bytes)) }
            }
        } catch {
            self.init(name, .json, [])
            faults = [ManifestFault(error.message)]
            return
        }
        guard let text, text.count < TextRange.limit else {
            self.init(name, .json, [])
            faults = [ManifestFault("the file has more than \(TextRange.limit) bytes")]
            return
        }
        let named = ManifestKind(path: name)
        do throws(DocumentFailure) {
            let format = try text.withBytes { text throws(DocumentFailure) in try recognize(text, isEnd: true) }
            self.init(name, format ?? (named?.format == .jsonl ? .jsonl : .json), text)
            if let fault = wholeObjectFault(in: text, named: named) {
                faults.append(fault)
            } else if let format {
                content = ManifestKind(format, isGzip: isGzip)
                if textStart > 0, format != .plist { faults.append(.byteOrderMark) }
            } else if named?.format != .jsonl {
                faults.append(ManifestFault(emptyFileFault))
            }
        } catch {
            self.init(name, .json, text)
            faults = [ManifestFault(error, in: text)]
        }
    }

    /// The start of the text, behind a byte order mark.
    var textStart: Int { bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0 }

    /// Whether findings can have lines and columns. XML in UTF-16 is too rare to support.
    var hasLines: Bool {
        let isUTF16 = format == .plist && bytes.prefix(2).contains { $0 == 0 || $0 >= 0xFE }
        return format != .binaryPlist && !isUTF16
    }
}

/// The fault of a file that is one JSON object, such as `{"items": [...]}`; nil for anything else. An object on a single line
/// may be JSON Lines, unless the file's name says that it is JSON.
private func wholeObjectFault(in text: [UInt8], named kind: ManifestKind?) -> ManifestFault? {
    text.withUnsafeBufferPointer { text in
        let start = firstSign(of: text)
        guard start < text.count, text[start] == UInt8(ascii: "{") else { return nil }
        let keys = JSONKeys(of: text, from: start)
        guard let end = keys.end, text[end...].allSatisfy(isBlank), kind?.format == .json || text[start..<end].contains(0x0A)
        else { return nil }
        let array = keys.arrays.first.map { "; write the array of `\($0.visible)` alone" } ?? ""
        return ManifestFault("the file is one JSON object, and a manifest is an array of entries\(array)", at: start)
    }
}

import WeirBase
import WeirRecords

/// A few hundred entries with all their members, for the rules.
struct EntryBatch {
    struct Entry {
        /// Index in the file, from 0. Broken entries count too.
        let number: Int
        /// The range from the opening to the closing bracket.
        let range: TextRange
        /// The line on which it begins, from 1.
        let line: Int32
        let members: Range<Int>
        /// The sides of the picture; 0 if the value is missing or no layout can use it.
        fileprivate(set) var width: Int32 = 0
        fileprivate(set) var height: Int32 = 0
        /// The length of the URL up to the slash of its path, if the entry before begins alike; otherwise 0. Most pictures of a
        /// manifest are on one host, so rules judge it once.
        var repeatedStart: Int { Int(startLength) }
        fileprivate var startLength: Int32 = 0
        fileprivate(set) var hasOtherKeys = false
        fileprivate(set) var hasRepeatedKey = false
        /// Those of the members that rules look for.
        fileprivate var indices = MemberIndices()
        fileprivate var knownKeys: UInt16 = 0

        /// Whether the entry has any of the known keys that it may lack, of which `status` is the first.
        @inline(__always)
        var hasFacts: Bool { knownKeys >= 1 << UInt16(EntryKey.status.rawValue) }
    }

    /// The indices of the members that rules look for; -1 if the entry has none. Small numbers, since entries are copied.
    struct MemberIndices {
        private typealias Index = Int32
        private var w: Index = -1, h: Index = -1, img: Index = -1, price: Index = -1, status: Index = -1
        private var format: Index = -1, bytes: Index = -1, orientation: Index = -1, sha256: Index = -1, images: Index = -1

        fileprivate init() {}

        fileprivate subscript(key: EntryKey) -> Int {
            @inline(__always)
            get { Int(index(of: key)) }
            @inline(__always)
            set { setIndex(of: key, to: Index(truncatingIfNeeded: newValue)) }
        }

        @inline(__always)
        private func index(of key: EntryKey) -> Index {
            switch key {
            case .w: w
            case .h: h
            case .img: img
            case .price: price
            case .status: status
            case .format: format
            case .bytes: bytes
            case .orientation: orientation
            case .sha256: sha256
            case .images: images
            case .other: -1
            }
        }

        @inline(__always)
        private mutating func setIndex(of key: EntryKey, to index: Index) {
            switch key {
            case .w: w = index
            case .h: h = index
            case .img: img = index
            case .price: price = index
            case .status: status = index
            case .format: format = index
            case .bytes: bytes = index
            case .orientation: orientation = index
            case .sha256: sha256 = index
            case .images: images = index
            case .other: break
            }
        }
    }

    /// The entry whose further pictures the entries of a batch are.
    struct Owner {
        let number: Int
        let range: TextRange
        let img: UnsafeBufferPointer<UInt8>
        /// Whether the batch has the first of the pictures.
        var isAtFirst = true
    }

    private(set) var entries: [Entry] = []
    let members: [RecordBatch.Field]
    let texts: TextBytes
    /// The number of the file.
    let file: Int
    /// nil for the entries of a manifest.
    let owner: Owner?
    /// The elements that are no objects.
    let broken: [RecordBatch.BrokenRecord]
    /// Whether any of the entries has further pictures.
    private(set) var hasImages = false

    init(_ records: RecordBatch, _ texts: TextBytes, in file: Int, of owner: Owner? = nil) {
        self.texts = texts
        self.file = file
        self.owner = owner
        broken = records.broken
        members = records.fields
        entries.reserveCapacity(records.records.count)
        var start = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        for record in records.records {
            var entry = entry(of: record)
            let img = texts[img(of: entry)]
            if !start.isEmpty, img.hasStart(start) {
                entry.startLength = Int32(truncatingIfNeeded: start.count)
            } else {
                start = AddressForm.start(of: img)
            }
            if entry.knownKeys & 1 << UInt16(EntryKey.images.rawValue) != 0 { hasImages = true }
            entries.append(entry)
        }
    }

    @inline(__always)
    private func entry(of record: RecordBatch.Record) -> Entry {
        var entry = Entry(
            number: record.number, range: record.range, line: Int32(clamping: record.position.line), members: record.fields)
        var others = 0
        for index in record.fields {
            let name = members[index].name
            if name == .other {
                others += 1
                continue
            }
            let bit = UInt16(1) << UInt16(truncatingIfNeeded: name.rawValue)
            if entry.knownKeys & bit != 0 { entry.hasRepeatedKey = true }
            entry.knownKeys |= bit
            // If a key occurs twice, most programs take the last value.
            entry.indices[name] = index
        }
        entry.hasOtherKeys = others > 0
        entry.width = side(entry.indices[.w])
        entry.height = side(entry.indices[.h])
        if others > 1, hasRepetition(among: record.fields) { entry.hasRepeatedKey = true }
        return entry
    }

    @inline(__always)
    private func side(_ index: Int) -> Int32 {
        guard index >= 0 else { return 0 }
        let member = members[index]
        guard member.kind == .number || member.kind == .text else { return 0 }
        return wholeSide(texts[member.value])
    }

    /// A few keys are compared in pairs. For thousands of keys this would take too long.
    private func hasRepetition(among range: Range<Int>) -> Bool {
        let others = members[range].filter { $0.name == .other }
        if others.count > 16 { return Set(others.map { Array(texts[$0.key]) }).count < others.count }
        return others.indices.contains { index in
            others[..<index].contains { texts[$0.key].isEqual(to: texts[others[index].key]) }
        }
    }
}

// Access for the rules.
extension EntryBatch {
    @inline(__always)
    func member(_ key: EntryKey, of entry: Entry) -> RecordBatch.Field? {
        let index = entry.indices[key]
        return index < 0 ? nil : members[index]
    }

    @inline(__always)
    func has(_ key: EntryKey, _ entry: Entry) -> Bool {
        entry.knownKeys & 1 << UInt16(truncatingIfNeeded: key.rawValue) != 0
    }

    func text(_ range: TextRange) -> UnsafeBufferPointer<UInt8> { texts[range] }

    /// The range of the entry's `img` if its value is a text; otherwise an empty range.
    @inline(__always)
    func img(of entry: Entry) -> TextRange {
        guard let member = member(.img, of: entry), member.kind == .text else { return .empty }
        return member.value
    }
}

/// A side of a picture: an integer from 1 to 2^31 - 1, only digits; 0 for anything else.
@inline(__always)
private func wholeSide(_ digits: UnsafeBufferPointer<UInt8>) -> Int32 {
    guard digits.count <= 10 else { return 0 }
    var value = 0
    for byte in digits {
        let digit = byte &- UInt8(ascii: "0")
        guard digit < 10 else { return 0 }
        value = value &* 10 &+ Int(digit)
    }
    return Int32(exactly: value) ?? 0
}

extension EntryBatch {
    /// The subject of a finding about a whole entry, or about a key that it lacks.
    func subject(_ entry: Entry, lacking key: EntryKey? = nil) -> FindingSubject {
        let range = TextRange(entry.range.start, count: min(entry.range.count, 1))
        return FindingSubject(
            range: range, quotation: owner?.range ?? entry.range, pointer: pointer(to: entry.number), entry: owner?.number ?? entry.number,
            img: printableImg(text(img(of: entry))),
            field: key.map { $0.text.description })
    }

    /// The subject of a finding about the value of a member.
    func subject(_ entry: Entry, valueOf member: RecordBatch.Field) -> FindingSubject {
        subject(entry, member, at: member.valueRange)
    }

    /// The subject of a finding about the key of a member.
    func subject(_ entry: Entry, keyOf member: RecordBatch.Field) -> FindingSubject {
        subject(entry, member, at: member.keyRange)
    }

    /// The pointer to the entry, or further picture, with this number.
    func pointer(to number: Int) -> String { owner.map { "/\($0.number)/\(EntryKey.images.text)/\(number)" } ?? "/\(number)" }

    private func subject(_ entry: Entry, _ member: RecordBatch.Field, at range: TextRange) -> FindingSubject {
        let key = texts.string(member.key)
        return FindingSubject(
            range: range, pointer: "\(pointer(to: entry.number))/\(pointerToken(key))", entry: owner?.number ?? entry.number,
            img: printableImg(text(img(of: entry))), field: key)
    }
}

/// A key in a JSON pointer (RFC 6901, 3). It is hidden first, since no URL is found behind `~1`.
private func pointerToken(_ key: String) -> String {
    let key = key.withoutCredentials
    guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return key }
    return key.reduce(into: "") { $0 += $1 == "~" ? "~0" : $1 == "/" ? "~1" : String($1) }
}

/// An img for findings, without its password.
func printableImg(_ img: UnsafeBufferPointer<UInt8>) -> String? {
    guard !img.isEmpty else { return nil }
    guard img.contains(UInt8(ascii: "@")) else { return String(decoding: img, as: UTF8.self) }
    return String(decoding: withoutCredentials(Array(img)), as: UTF8.self)
}

/// A text for messages, on one line and at most 60 characters long.
func quoted(_ text: UnsafeBufferPointer<UInt8>) -> String {
    let longest = 60
    var shown = ""
    var count = 0
    for character in String(decoding: withoutCredentials(Array(text)).prefix(longest * 4), as: UTF8.self).unicodeScalars {
        guard count < longest else { return "`\(shown)…`" }
        shown += String(character).visible
        count += 1
    }
    return text.count > longest * 4 ? "`\(shown)…`" : "`\(shown)`"
}

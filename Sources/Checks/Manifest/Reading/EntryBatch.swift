/// The entries that were read last, some hundred of them with all their members: enough that a
/// rule is asked seldom, and few enough to stay in the processor's cache.
struct EntryBatch {
    struct Entry {
        /// Its place in the file, from 0; what stands there and is no entry is counted too.
        let number: Int
        /// From its bracket to its bracket.
        fileprivate(set) var place: Stretch
        fileprivate(set) var members: Range<Int>
        /// 0 where it has no such side that a layout can use.
        fileprivate(set) var width: Int32 = 0
        fileprivate(set) var height: Int32 = 0
        fileprivate(set) var hasOtherKeys = false
        fileprivate(set) var hasRepeatedKey = false
        /// The members behind the keys that are placed.
        fileprivate var places = Places()
        fileprivate var knownKeys: UInt16 = 0
    }

    /// Where among the members those are that rules look for; -1 where there is none.
    struct Places {
        fileprivate var w = -1, h = -1, img = -1, price = -1, status = -1, format = -1

        fileprivate subscript(key: EntryKey) -> Int {
            @inline(__always)
            get {
                switch key {
                case .w: w
                case .h: h
                case .img: img
                case .price: price
                case .status: status
                case .format: format
                case .bytes, .orientation, .other: -1
                }
            }
            @inline(__always)
            set {
                switch key {
                case .w: w = newValue
                case .h: h = newValue
                case .img: img = newValue
                case .price: price = newValue
                case .status: status = newValue
                case .format: format = newValue
                case .bytes, .orientation, .other: break
                }
            }
        }
    }

    /// What cannot be read, or not as an entry.
    struct Fault {
        let place: Stretch?
        /// The entry's number, where it is one entry that is broken.
        let number: Int?
        let message: String
    }

    private(set) var entries: [Entry] = []
    /// The entry that has been begun and not been finished; the last members are its own.
    private var open: Entry?
    private(set) var members: [EntryMember] = []
    var faults: [Fault] = []
    /// The texts of all batches that do not stand in the file as they are meant.
    var decoded: [UInt8] = []
    /// Set while rules look at the batch.
    var texts = StretchTexts(document: .init(start: nil, count: 0), decoded: .init(start: nil, count: 0))

    /// A batch has about so many entries.
    static let usualCount = 256

    /// Forgets what has been looked at; an entry that is not finished goes on in the next batch.
    mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
        faults.removeAll(keepingCapacity: true)
        members.removeSubrange(..<(open?.members.lowerBound ?? members.count))
        open?.members = 0..<0
    }
}

// While an entry is read.
extension EntryBatch {
    @inline(__always)
    mutating func beginEntry(_ number: Int, at start: Int) {
        open = Entry(number: number, place: Stretch(start, count: 0), members: members.count..<members.count)
    }

    @inline(__always)
    mutating func add(_ member: EntryMember) { members.append(member) }

    /// Forgets the entry that was begun.
    mutating func dropEntry() {
        if let open { members.removeSubrange(open.members.lowerBound...) }
        open = nil
    }

    /// Finishes the entry, whose last byte stands before `end`. The bytes are those of the file;
    /// nothing is decoded until the next entry.
    @inline(__always)
    mutating func finishEntry(at end: Int, of document: UnsafeBufferPointer<UInt8>) {
        guard var entry = open else { return }
        open = nil
        entry.place = Stretch(entry.place.start, count: end - entry.place.start)
        entry.members = entry.members.lowerBound..<members.count
        var others = 0
        for index in entry.members {
            let name = members[index].name
            if name == .other {
                others += 1
                continue
            }
            let bit = UInt16(1) << UInt16(truncatingIfNeeded: name.rawValue)
            if entry.knownKeys & bit != 0 { entry.hasRepeatedKey = true }
            entry.knownKeys |= bit
            // Of a key that stands twice, most programs take the last.
            entry.places[name] = index
        }
        entry.hasOtherKeys = others > 0
        entry.width = side(entry.places.w, document)
        entry.height = side(entry.places.h, document)
        if others > 1, hasRepetition(among: entry.members, document) { entry.hasRepeatedKey = true }
        entries.append(entry)
    }

    @inline(__always)
    private func side(_ index: Int, _ document: UnsafeBufferPointer<UInt8>) -> Int32 {
        guard index >= 0 else { return 0 }
        let member = members[index]
        guard member.kind == .number || member.kind == .text else { return 0 }
        let range = member.value.start..<member.value.end
        return member.value.isDecoded ? wholeSide(decoded[range]) : wholeSide(document[range])
    }

    /// Entries of a few keys are compared key by key; an entry of thousands would take for ever.
    private func hasRepetition(among range: Range<Int>, _ document: UnsafeBufferPointer<UInt8>) -> Bool {
        let others = members[range].filter { $0.name == .other }
        return decoded.withUnsafeBufferPointer { decoded in
            let texts = StretchTexts(document: document, decoded: decoded)
            if others.count > 16 { return Set(others.map { Array(texts[$0.key]) }).count < others.count }
            return others.indices.contains { index in
                others[..<index].contains { texts[$0.key].isEqual(to: texts[others[index].key]) }
            }
        }
    }
}

// While rules look at it.
extension EntryBatch {
    @inline(__always)
    func member(_ key: EntryKey, of entry: Entry) -> EntryMember? {
        let index = entry.places[key]
        return index < 0 ? nil : members[index]
    }

    @inline(__always)
    func has(_ key: EntryKey, _ entry: Entry) -> Bool {
        entry.knownKeys & 1 << UInt16(truncatingIfNeeded: key.rawValue) != 0
    }

    func text(_ stretch: Stretch) -> UnsafeBufferPointer<UInt8> { texts[stretch] }

    /// The entry's picture, if it is told as a text.
    @inline(__always)
    func img(of entry: Entry) -> Stretch {
        guard let member = member(.img, of: entry), member.kind == .text else { return .empty }
        return member.value
    }
}

/// A side of a picture: an integer from 1 to 2^31 - 1 in digits and nothing else; else 0.
@inline(__always)
private func wholeSide(_ digits: some Collection<UInt8>) -> Int32 {
    guard digits.count <= 10 else { return 0 }
    var value = 0
    for byte in digits {
        let digit = byte &- UInt8(ascii: "0")
        guard digit < 10 else { return 0 }
        value = value &* 10 &+ Int(digit)
    }
    return Int32(exactly: value) ?? 0
}

import Layouts
import WeirBase
import WeirRecords

/// A line of a dump while it is read. Valid as long as its batch.
struct DumpLine {
    private let record: RecordBatch.Record
    private let batch: RecordBatch
    private let texts: TextBytes
    /// The index of each key's field; -1 if the line does not have the key.
    private var fieldIndices: [Int]

    init(_ record: RecordBatch.Record, of batch: RecordBatch, _ texts: TextBytes) throws(DocumentFailure) {
        self.record = record
        self.batch = batch
        self.texts = texts
        fieldIndices = Array(repeating: -1, count: DumpKey.allCases.count)
        for index in record.fields {
            let field = batch.fields[index]
            guard field.column >= 0 else {
                throw failure(unknownName("key", texts.string(field.key), among: DumpKey.names), at: field.keyRange)
            }
            guard fieldIndices[Int(field.column)] < 0 else {
                throw failure("the key \(texts.string(field.key)) stands twice", at: field.keyRange)
            }
            fieldIndices[Int(field.column)] = index
        }
    }

    var isFrame: Bool { DumpKey.frame.contains(where: has) }

    /// A failure at the line's object.
    func failure(_ message: String) -> DocumentFailure { DocumentFailure(message, at: record.position) }

    func frame() throws(DocumentFailure) -> DumpedFrame {
        guard !has(.rect) else { throw wrong(.rect, "belongs to the line that opens a screen, not to a frame") }
        return DumpedFrame(
            section: has(.section) ? try count(.section) : 0, index: try count(.index),
            line: Int32(clamping: record.position.line),
            rect: Rect(x: try number(.x), y: try number(.y), width: try number(.w), height: try number(.h)))
    }

    func screenName() throws(DocumentFailure) -> DumpedScreenName {
        var name = DumpedScreenName()
        name.device = try text(.device)
        name.width = try side(.width)
        name.height = try side(.height)
        name.scale = try side(.scale)
        name.layout = try text(.layout)
        guard let word = try text(.orientation) else { return name }
        name.orientation = ScreenOrientation(rawValue: word)
        guard name.orientation != nil else { throw wrong(.orientation, "must be portrait or landscape") }
        return name
    }

    func rect() throws(DocumentFailure) -> Rect? {
        guard let field = field(.rect) else { return nil }
        let value = try? JSONValue(UnsafeRawBufferPointer(texts[field.valueRange]))
        let numbers = (value?.array ?? []).compactMap(\.number)
        // No item meets a rect without area, so none would be missing.
        guard numbers.count == 4, value?.array?.count == 4, numbers[2] > 0, numbers[3] > 0 else {
            throw wrong(.rect, "must be [x, y, width, height], finite numbers with sides above 0")
        }
        return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}

// The values of keys.
extension DumpLine {
    private func has(_ key: DumpKey) -> Bool { fieldIndices[Int(key.rawValue)] >= 0 }

    private func field(_ key: DumpKey) -> RecordBatch.Field? { has(key) ? batch.fields[fieldIndices[Int(key.rawValue)]] : nil }

    private func needed(_ key: DumpKey) throws(DocumentFailure) -> RecordBatch.Field {
        guard let field = field(key) else { throw failure("the frame has no \(key); it needs index, x, y, w and h") }
        return field
    }

    /// An app cannot write a number that is not finite as a number of JSON, so it writes null or a word.
    private func number(_ key: DumpKey) throws(DocumentFailure) -> Double {
        let field = try needed(key)
        if field.kind == .null { return .nan }
        let number = Double(texts.string(field.value))
        switch field.kind {
        case .number: if let number { return number }
        case .text: if let number, !number.isFinite { return number }
        default: break
        }
        throw wrong(key, "must be a number, or null where the app has none that is finite")
    }

    private func count(_ key: DumpKey) throws(DocumentFailure) -> Int32 {
        let field = try needed(key)
        guard field.kind == .number, let count = Int32(texts.string(field.value)), count >= 0 else {
            throw wrong(key, "must be a whole number from 0 to \(Int32.max)")
        }
        return count
    }

    private func side(_ key: DumpKey) throws(DocumentFailure) -> Double? {
        guard let field = field(key) else { return nil }
        guard field.kind == .number, let side = Double(texts.string(field.value)), side > 0, side.isFinite else {
            throw wrong(key, "must be a number of points above 0")
        }
        return side
    }

    private func text(_ key: DumpKey) throws(DocumentFailure) -> String? {
        guard let field = field(key) else { return nil }
        guard field.kind == .text, field.value.count > 0 else { throw wrong(key, "must be text that is not empty") }
        return texts.string(field.value)
    }

    private func wrong(_ key: DumpKey, _ requirement: String) -> DocumentFailure {
        failure("\(key) \(requirement)", at: field(key)?.valueRange ?? record.range)
    }

    private func failure(_ message: String, at range: TextRange) -> DocumentFailure {
        let column = record.position.column + range.start - record.range.start
        return DocumentFailure(message, at: TextPosition(line: record.position.line, column: column))
    }
}

/// The keys in the lines of a dump.
enum DumpKey: Int32, CaseIterable {
    case index, section, x, y, w, h
    case device, orientation, width, height, scale, layout, rect

    var name: String { "\(self)" }

    /// A line with one of them is a frame; a line without them opens a screen.
    static let frame: [DumpKey] = [.index, .section, .x, .y, .w, .h]

    static let names = allCases.map(\.name)
    /// The columns of a record: the keys in the order of their raw values.
    static let projection = Projection(allWith: names)
}

/// The items of a manifest that the frames of a dump belong to.
struct DumpedItems {
    /// Frames of one kind: how many there are, and the first of them.
    struct Tally {
        private(set) var count = 0
        /// Its number in the dump.
        private(set) var first: Int?

        mutating func add(_ frame: Int) {
            first = first ?? frame
            count += 1
        }
    }

    let frames: [DumpedFrame]
    /// For each frame its item, -1 if the manifest has none.
    private(set) var numbers: [Int32] = []
    /// Frames of sections and of items that the manifest does not have.
    private(set) var unknownSections = Tally()
    private(set) var unknownItems = Tally()
    private(set) var repeated = Tally()
    private(set) var infinite = Tally()
    /// Whether the dump has a frame of each item.
    private(set) var isThere: [Bool]
    /// The items of each section.
    let sections: [Range<Int>]

    /// Layouts without sections have one, as on the phone, however many pages the manifest has.
    init(of dumped: DumpedScreen, in layout: any Layout) {
        frames = dumped.frames
        let hasSections = dumped.planned.layout.recipe.kind.traits.contains(.sections)
        sections = hasSections ? (0..<layout.sections.count).map { layout.sections.items(of: $0) } : [0..<layout.count]
        isThere = Array(repeating: false, count: layout.count)
        numbers.reserveCapacity(frames.count)
        for (number, frame) in frames.enumerated() {
            if !frame.isFinite { infinite.add(number) }
            numbers.append(Int32(take(frame, number)))
        }
    }

    /// Returns the item of a frame, -1 if there is none.
    private mutating func take(_ frame: DumpedFrame, _ number: Int) -> Int {
        guard Int(frame.section) < sections.count else {
            unknownSections.add(number)
            return -1
        }
        let range = sections[Int(frame.section)]
        guard Int(frame.index) < range.count else {
            unknownItems.add(number)
            return -1
        }
        let item = range.lowerBound + Int(frame.index)
        if isThere[item] { repeated.add(number) }
        isThere[item] = true
        return item
    }

    /// Calls the closure with each frame that can be compared, until it returns false.
    func forEachComparable(_ body: (_ frame: Int, _ item: Int, Rect) -> Bool) {
        for number in frames.indices where numbers[number] >= 0 && frames[number].isFinite {
            guard body(number, Int(numbers[number]), frames[number].rect) else { return }
        }
    }
}

import Base
import Layouts
import Records

/// A line of a dump while it is read. Valid as long as its batch.
struct DumpLine {
    private let record: RecordBatch.Record
    private let batch: RecordBatch
    private let texts: TextBytes
    /// The index of each key's field; -1 if the line does not have the key.
    private var places: [Int]

    init(_ record: RecordBatch.Record, of batch: RecordBatch, _ texts: TextBytes) throws(DocumentFailure) {
        self.record = record
        self.batch = batch
        self.texts = texts
        places = Array(repeating: -1, count: DumpKey.allCases.count)
        for index in record.fields {
            let field = batch.fields[index]
            guard field.column >= 0 else {
                throw failure(unknownName("key", texts.string(field.key), among: DumpKey.names), at: field.keyRange)
            }
            guard places[Int(field.column)] < 0 else {
                throw failure("the key \(texts.string(field.key)) stands twice", at: field.keyRange)
            }
            places[Int(field.column)] = index
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
    private func has(_ key: DumpKey) -> Bool { places[Int(key.rawValue)] >= 0 }

    private func field(_ key: DumpKey) -> RecordBatch.Field? { has(key) ? batch.fields[places[Int(key.rawValue)]] : nil }

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

import Records

/// The entries of an array of JSON, up to the first place where it is broken: what follows cannot
/// be told apart.
struct JSONEntries: EntrySource {
    private enum State {
        case beginning, behindBracket, behindEntry, behindComma, end
    }

    private let text: UnsafeBufferPointer<UInt8>
    private var scanner: JSONScanner
    private var state = State.beginning
    private var number = 0

    /// Of a text in which there is something, behind a byte order mark.
    init(_ text: UnsafeBufferPointer<UInt8>, from start: Int) {
        self.text = text
        scanner = JSONScanner(text, from: start, isLines: false)
    }

    mutating func fill(_ batch: inout EntryBatch) -> Bool {
        while batch.entries.count + batch.faults.count < EntryBatch.usualCount {
            scanner.skipSpace()
            do throws(Broken) {
                try step(into: &batch)
            } catch {
                let place = Stretch(error.place, count: error.place < text.count ? 1 : 0)
                let message = "\(error.message); found \(found(at: error.place, in: text))"
                batch.faults.append(EntryBatch.Fault(place: place, number: nil, message: message))
                state = .end
            }
            if state == .end { return false }
        }
        return true
    }

    private struct Broken: Error {
        let message: String
        let place: Int
    }

    private mutating func step(into batch: inout EntryBatch) throws(Broken) {
        let place = scanner.place
        switch state {
        case .beginning:
            guard scanner.take("[") else { throw Broken(message: "an array is missing", place: place) }
            state = .behindBracket
        case .behindBracket where scanner.at("]"), .behindEntry where scanner.at("]"):
            scanner.place += 1
            scanner.skipSpace()
            guard scanner.place == text.count else {
                throw Broken(message: "text follows the end of the array", place: scanner.place)
            }
            state = .end
        case .behindEntry:
            guard scanner.take(",") else { throw Broken(message: "a comma or ] is missing", place: place) }
            state = .behindComma
        case .behindComma where scanner.at("]"):
            throw Broken(message: "nothing follows the last comma", place: place)
        case .behindBracket, .behindComma:
            try readEntry(into: &batch)
            number += 1
            state = .behindEntry
        case .end: break
        }
    }

    private mutating func readEntry(into batch: inout EntryBatch) throws(Broken) {
        let start = scanner.place
        if scanner.at("{") {
            if scanner.readEntry(number, into: &batch) { return }
        } else if let value = scanner.readValue(depth: 0, &batch.decoded) {
            batch.faults.append(.noObject(value.kind, number, Stretch(start, count: scanner.place - start)))
            return
        }
        switch verdict(on: text, from: start, to: text.count) {
        case .fault(let message, let offset): throw Broken(message: message, place: start + offset)
        case .unfinished: throw Broken(message: "the array is not finished", place: text.count)
        case .sound: throw Broken(message: EntryBatch.Fault.unexplained, place: start)
        }
    }
}

extension EntryBatch.Fault {
    /// Said only where the scanner and the judge disagree.
    static let unexplained = "the entry is not sound JSON"

    static func noObject(_ kind: ValueKind, _ number: Int, _ place: Stretch) -> EntryBatch.Fault {
        EntryBatch.Fault(place: place, number: number, message: "the entry is \(kind.name), not an object")
    }
}

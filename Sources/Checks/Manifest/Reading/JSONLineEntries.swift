import Records

/// The entries of JSON Lines. A line that is broken breaks no other.
struct JSONLineEntries: EntrySource {
    private let text: UnsafeBufferPointer<UInt8>
    private var scanner: JSONScanner
    private var number = 0

    init(_ text: UnsafeBufferPointer<UInt8>, from start: Int) {
        self.text = text
        scanner = JSONScanner(text, from: start, isLines: true)
    }

    mutating func fill(_ batch: inout EntryBatch) -> Bool {
        while batch.entries.count + batch.faults.count < EntryBatch.usualCount {
            scanner.skipSpace()
            guard scanner.place < text.count else { return false }
            if scanner.take("\n") { continue }
            readLine(into: &batch)
            number += 1
        }
        return true
    }

    private mutating func readLine(into batch: inout EntryBatch) {
        let start = scanner.place
        var isSound = false
        if scanner.at("{") {
            isSound = scanner.readEntry(number, into: &batch)
        } else if let value = scanner.readValue(depth: 0, &batch.decoded) {
            isSound = true
            batch.faults.append(.noObject(value.kind, number, Stretch(start, count: scanner.place - start)))
        }
        if isSound {
            scanner.skipSpace()
            if scanner.place == text.count || scanner.at("\n") { return }
            add("text follows the entry on its line", at: scanner.place, to: &batch)
        }
        let end = text[start...].firstIndex(of: 0x0A) ?? text.count
        if !isSound { addVerdict(from: start, to: end, to: &batch) }
        scanner.place = end
    }

    private func addVerdict(from start: Int, to end: Int, to batch: inout EntryBatch) {
        switch verdict(on: text, from: start, to: end) {
        case .fault(let message, let offset): add(message, at: start + offset, to: &batch)
        case .unfinished: add("the line ends inside of its entry", at: end, to: &batch)
        case .sound: add(EntryBatch.Fault.unexplained, at: start, to: &batch)
        }
    }

    private func add(_ message: String, at place: Int, to batch: inout EntryBatch) {
        let message = "\(message); found \(found(at: place, in: text))"
        batch.faults.append(EntryBatch.Fault(place: Stretch(place, count: 1), number: number, message: message))
    }
}

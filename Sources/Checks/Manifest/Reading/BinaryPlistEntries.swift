import Records

/// The entries of a binary property list. An object is decoded once, however many entries refer to
/// it, so that no list tells more than it has bytes for.
struct BinaryPlistEntries: EntrySource {
    private let document: UnsafeBufferPointer<UInt8>
    private var list: List?
    /// What the objects say, by their numbers, as far as somebody has asked.
    private var texts: [Stretch?] = []
    private var failure: CatalogueFailure?
    private var next = 0
    /// How many references may still be followed: all entries may share one large dictionary.
    private var allowance: Int

    private struct List {
        let table: BinaryPlistTable
        let entries: BinaryPlistObject
    }

    private static let leastWork = 16 << 20
    private static let workPerByte = 16

    init(_ document: UnsafeBufferPointer<UInt8>) {
        allowance = Self.leastWork + document.count * Self.workPerByte
        self.document = document
        do throws(CatalogueFailure) {
            let table = try BinaryPlistTable(UnsafeRawBufferPointer(document))
            do throws(BinaryPlistFault) {
                let top = try table.object(UInt64(table.top))
                guard top.kind == .array else {
                    throw BinaryPlistFault(message: "the property list is \(top.value.name), and a manifest an array")
                }
                list = List(table: table, entries: top)
                texts = Array(repeating: nil, count: table.objectCount)
            } catch {
                throw CatalogueFailure(error.message)
            }
        } catch {
            failure = error
        }
    }

    mutating func fill(_ batch: inout EntryBatch) -> Bool {
        guard let list else {
            batch.faults.append(EntryBatch.Fault(place: nil, number: nil, message: failure?.message ?? ""))
            return false
        }
        let end = min(list.entries.count, next + EntryBatch.usualCount)
        while next < end {
            do throws(BinaryPlistFault) {
                try readEntry(next, into: &batch)
            } catch {
                batch.faults.append(EntryBatch.Fault(place: nil, number: next, message: error.message))
            }
            next += 1
            guard allowance >= 0 else {
                let message = "the entries refer to far more than the property list has bytes"
                batch.faults.append(EntryBatch.Fault(place: nil, number: next - 1, message: message))
                return false
            }
        }
        return next < list.entries.count
    }

    private mutating func readEntry(_ number: Int, into batch: inout EntryBatch) throws(BinaryPlistFault) {
        guard let table = list?.table, let entries = list?.entries else { return }
        let object = try table.object(table.reference(number, of: entries))
        guard object.kind == .dictionary else {
            throw BinaryPlistFault(message: "the entry is \(object.value.name), not a dictionary")
        }
        allowance -= object.count + 1
        guard allowance >= 0 else { return }
        batch.beginEntry(number, at: 0)
        do throws(BinaryPlistFault) {
            for pair in 0..<object.count {
                let key = try text(table.reference(pair, of: object), of: table, into: &batch)
                guard key.object.kind == .ascii || key.object.kind == .utf16 else {
                    throw BinaryPlistFault(message: "a key that is not text")
                }
                let value = try text(table.reference(object.count + pair, of: object), of: table, into: &batch)
                let name = batch.decoded.withUnsafeBufferPointer {
                    EntryKey(UnsafeBufferPointer(rebasing: $0[key.text.start..<key.text.end]))
                }
                let place = Stretch.empty
                batch.add(
                    EntryMember(
                        name: name, kind: ValueKind(value.object.value), key: key.text, value: value.text, keyPlace: place,
                        valuePlace: place))
            }
        } catch {
            batch.dropEntry()
            throw error
        }
        batch.finishEntry(at: 0, of: document)
    }

    private mutating func text(
        _ number: UInt64, of table: BinaryPlistTable, into batch: inout EntryBatch
    ) throws(BinaryPlistFault) -> (object: BinaryPlistObject, text: Stretch) {
        let object = try table.object(number)
        if let known = texts[Int(number)] { return (object, known) }
        let start = batch.decoded.count
        try object.appendText(table.content(object), to: &batch.decoded)
        let text = Stretch(start, count: batch.decoded.count - start, isDecoded: true)
        guard text.end < Stretch.limit else { throw BinaryPlistFault(message: "far more text than a manifest has") }
        texts[Int(number)] = text
        return (object, text)
    }
}

import WeirRecords

/// Reads the input as an XML property list, whole and in pieces, and traps if the results differ.
func checkXMLPlist(_ bytes: UnsafeRawBufferPointer) {
    // Input that does not begin like XML becomes the content of a list.
    let list = bytes.first == UInt8(ascii: "<") ? Array(bytes) : Array("<!DOCTYPE plist><plist><array><dict>".utf8) + bytes
    let whole = PlistReading(xml: list, pieceLength: list.count)
    for pieceLength in [1, 7] {
        let pieces = PlistReading(xml: list, pieceLength: pieceLength)
        guard pieces == whole else { fatalError("the rows depend on how the bytes come: \(whole) and \(pieces)") }
    }
    whole.check(inBytes: list.count)
}

/// Reads the input as a binary property list, and again as the objects of a list with a valid trailer.
func checkBinaryPlist(_ bytes: UnsafeRawBufferPointer) {
    var list = Array(bytes)
    for (index, byte) in "bplist00".utf8.enumerated() where index < list.count { list[index] = byte }
    for list in [list, arranged(bytes)] {
        PlistReading(binary: list).check(inBytes: list.count)
    }
}

/// A list with an offset table from the input's first bytes, and objects from the rest.
private func arranged(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    let count = min(bytes.count / 4, Int(bytes.first ?? 0) % 64 + 1)
    var list = Array("bplist00".utf8) + bytes.dropFirst(count)
    let table = list.count
    for byte in bytes.prefix(count) {
        let offset = 8 + Int(byte)
        list += [UInt8(offset >> 8), UInt8(offset & 0xFF)]
    }
    list += [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [count, 0, table] { list += (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
    return list
}

private struct PlistReading: Equatable {
    private var rows: [[String?]] = []
    private var broken: [RowBatch.BrokenRow] = []
    private var failure: DocumentFailure?
    private var endNumber = 1

    private static let columns = RowColumns(kept: ["k", "h"])

    init(xml list: [UInt8], pieceLength: Int) {
        var reader = RowReader(.xmlPlist, columns: Self.columns)
        var start = 0
        repeat {
            let end = min(list.count, start + max(1, pieceLength))
            var batch = nextBatch()
            withCopy(of: list[start..<end]) { piece in
                do throws(DocumentFailure) {
                    try reader.read(piece, isEnd: end == list.count, into: &batch)
                } catch {
                    failure = error
                    // If the XML has two faults, expat may report either of them, depending on the pieces.
                    if error.message.hasPrefix("the XML is broken") {
                        guard let position = error.position, position.column >= 1 else { fatalError("no position: \(error)") }
                        failure = DocumentFailure("the XML is broken")
                    }
                }
            }
            add(batch)
            start = end
        } while start < list.count && failure == nil
    }

    init(binary list: [UInt8]) {
        withCopy(of: list[...]) { bytes in
            var reader = RowReader(.binaryPlist, columns: Self.columns)
            var hasMore = true
            while hasMore {
                var batch = nextBatch()
                do throws(DocumentFailure) {
                    hasMore = try reader.read(whole: bytes, into: &batch)
                } catch {
                    failure = error
                    hasMore = false
                }
                add(batch)
            }
        }
    }

    /// Traps if there are more rows than bytes, or if a row has no number.
    func check(inBytes count: Int) {
        guard rows.count + broken.count == endNumber - 1 else { fatalError("a row without a number") }
        guard rows.count + broken.count <= count else { fatalError("more rows than bytes") }
        let positions = broken.map(\.position) + [failure?.position].compactMap { $0 }
        guard positions.allSatisfy({ $0.line >= 1 && $0.column >= 1 }) else { fatalError("a position before the first: \(positions)") }
    }

    private func nextBatch() -> RowBatch { RowBatch(firstNumber: endNumber, keptColumns: Self.columns.kept.count) }

    private mutating func add(_ batch: RowBatch) {
        batch.withTexts { texts in
            for row in batch.rows {
                let all = [texts[row.img], texts[row.price], texts.kept(0, of: row), texts.kept(1, of: row)]
                let strings = all.map { $0.flatMap { String(validating: $0, as: UTF8.self) } }
                guard strings[0] != nil, strings[1] != nil else { fatalError("a text that is not UTF-8") }
                rows.append(strings + ["\(row.number) \(row.line) \(row.width ?? 0) \(row.height ?? 0)"])
            }
        }
        broken += batch.broken
        endNumber = batch.endNumber
    }
}

/// The copy has exactly this size, so that the address sanitizer sees every read beyond its end.
private func withCopy(of bytes: ArraySlice<UInt8>, _ body: (UnsafeRawBufferPointer) -> Void) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { copy.deallocate() }
    copy.copyBytes(from: bytes)
    body(UnsafeRawBufferPointer(copy))
}

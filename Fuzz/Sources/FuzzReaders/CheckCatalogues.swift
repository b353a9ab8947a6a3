import WeirRecords

/// Reads the input as a table, whole and in pieces, and traps if the results differ.
func checkTable(_ bytes: UnsafeRawBufferPointer, delimiter: UInt8) {
    // Few inputs have a header, so most of them get one here.
    let header = "img,k,price,w\n".utf8.map { $0 == UInt8(ascii: ",") ? delimiter : $0 }
    let table = bytes.first == UInt8(ascii: "i") ? Array(bytes) : header + bytes
    checkPieces(of: table) { RowReader(.table(delimiter: delimiter), columns: $0) }
}

/// Reads the input as JSON, whole and in pieces, and traps if the results differ.
func checkJSON(_ bytes: UnsafeRawBufferPointer, lines: Bool?) {
    // Other input becomes the content of a list.
    let isList = bytes.first.map { [UInt8(ascii: "["), UInt8(ascii: "{"), 0xEF].contains($0) } ?? true
    let row = #"{"img":"a","price":1,"w":2}"#
    let start = lines == true ? row + "\n{\"img\":\"b\",\"k\":" : "[\(row),{\"img\":\"b\",\"k\":"
    checkPieces(of: isList ? Array(bytes) : Array(start.utf8) + bytes) { RowReader(.json(lines == true ? .objects : .any), columns: $0) }
}

/// Reads the input as PostgreSQL's COPY text, whole and in pieces, and traps if the results differ.
func checkCopy(_ bytes: UnsafeRawBufferPointer) {
    let table = bytes.first == UInt8(ascii: "i") ? Array(bytes) : Array("img\tk\tprice\tw\n".utf8) + bytes
    checkPieces(of: table) { RowReader(.copy(delimiter: UInt8(ascii: "\t")), columns: $0) }
}

/// Reads the input as a document with the rows at `/r`, whole and in pieces, and traps if the results differ.
func checkNestedJSON(_ bytes: UnsafeRawBufferPointer) {
    let document = bytes.first == UInt8(ascii: "{") ? Array(bytes) : Array(#"{"a":{"r":[]},"r":[{"img":"a"}],"b":"#.utf8) + bytes
    guard let pointer = JSONPointer("/r") else { fatalError("/r is refused as a pointer") }
    checkPieces(of: document) { RowReader(.nestedJSON(pointer), columns: $0) }
}

private func checkPieces(of catalogue: [UInt8], _ reader: (RowColumns) -> RowReader) {
    let whole = Reading(of: catalogue, reader) { catalogue.count }
    whole.check(inBytes: catalogue.count)
    // The same input is always cut at the same places.
    var random = catalogue.reduce(into: UInt64(catalogue.count)) { $0 = ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let pieces: [() -> Int] = [
        { 1 },
        {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33 % 70)
        },
    ]
    for length in pieces {
        let reading = Reading(of: catalogue, reader, pieceLength: length)
        guard reading == whole else { fatalError("the rows depend on how the bytes come: \(whole) and \(reading)") }
    }
}

private struct Reading: Equatable {
    private var rows: [[String?]] = []
    private var broken: [RowBatch.BrokenRow] = []
    private var failure: DocumentFailure?
    private var endNumber = 1

    private static let columns = RowColumns(kept: ["k", "w"])

    init(of catalogue: [UInt8], _ reader: (RowColumns) -> RowReader, pieceLength: () -> Int) {
        var reader = reader(Self.columns)
        var start = 0
        repeat {
            let end = min(catalogue.count, start + pieceLength())
            var batch = RowBatch(firstNumber: endNumber, keptColumns: Self.columns.kept.count)
            // The copy has exactly this size, so that the address sanitizer sees every read beyond its end.
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: end - start, alignment: 1)
            defer { copy.deallocate() }
            copy.copyBytes(from: catalogue[start..<end])
            do throws(DocumentFailure) {
                try reader.read(UnsafeRawBufferPointer(copy), isEnd: end == catalogue.count, into: &batch)
            } catch {
                failure = error
            }
            add(batch)
            start = end
        } while start < catalogue.count && failure == nil
    }

    func check(inBytes count: Int) {
        guard rows.count + broken.count == endNumber - 1 else { fatalError("a row without a number") }
        guard rows.count + broken.count <= count else { fatalError("more rows than bytes") }
        let positions = broken.map(\.position) + [failure?.position].compactMap { $0 }
        guard positions.allSatisfy({ $0.line >= 1 && $0.column >= 1 }) else {
            fatalError("a position before the first: \(positions)")
        }
    }

    private mutating func add(_ batch: RowBatch) {
        batch.withTexts { texts in
            for row in batch.rows {
                let all = [texts[row.img], texts[row.price], texts.kept(0, of: row), texts.kept(1, of: row)]
                let strings = all.map { text in
                    text.map { text in
                        guard let string = String(validating: text, as: UTF8.self) else { fatalError("a text that is not UTF-8") }
                        return string
                    }
                }
                rows.append(strings + ["\(row.number) \(row.line) \(row.width ?? 0) \(row.height ?? 0)"])
            }
        }
        broken += batch.broken
        endNumber = batch.endNumber
    }
}

import Foundation
import TestSupport
import Testing
import WeirRecords

/// The reader never holds more than the largest row, for any input.
@Suite(.serialized) struct CatalogueMemoryTests {
    private static let piece = 1 << 20
    private static let limit = RecordLimits.recordBytes

    /// Pushes the beginning of an endless row, megabytes of the same, and then another row.
    private func read(
        _ start: String, then filler: String, pieces: Int = 3, end: String, as format: TextFormat
    ) -> CatalogueReading {
        var reader = format.reader(RowColumns())
        var reading = CatalogueReading()
        var filler = Bytes(filler)
        while pieces > 0, filler.count < Self.piece { filler += filler }
        var next = 1
        let before = residentBytes()
        for index in 0..<(pieces + 2) where reading.failure == nil {
            let bytes = index == 0 ? Bytes(start) : index <= pieces ? filler : Bytes(end)
            var batch = RowBatch(firstNumber: next)
            bytes.all.withUnsafeBytes { bytes in
                do throws(DocumentFailure) {
                    try reader.read(bytes, isEnd: index == pieces + 1, into: &batch)
                } catch {
                    reading.failure = error
                }
            }
            next = batch.endNumber
            reading.append(batch, kept: 0)
        }
        // Other tests run at the same time, so the number is not exact.
        if !Sanitizer.isOn { #expect(residentBytes() - before < 64 << 20) }
        return reading
    }

    private func residentBytes() -> Int {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * 4096
    }

    private static let tooLong = "the row is longer than \(limit) bytes"

    private static let hundred = Sanitizer.isOn ? 4 : 40

    @Test func tables() {
        let plain = read("img,price\na,1\n", then: "a", pieces: Self.hundred, end: "\nb,2\n", as: .csv)
        #expect(plain.texts == ["a 1", "b 2"] && plain.complaints == ["3:1 \(Self.tooLong)"])
        let quoted = read("img,price\na,1\nc,\"", then: "a", end: "\",1\nb,2\n", as: .csv)
        #expect(quoted.texts == ["a 1", "b 2"] && quoted.complaints == ["3:1 \(Self.tooLong)"])
        let header = read("img", then: "a", end: "\n", as: .tsv)
        #expect(header.failure?.text == Self.tooLong)
    }

    @Test func texts() {
        let line = read(
            "{\"img\":\"a\",\"price\":1}\n{\"x\":\"", then: "a", pieces: Self.hundred, end: "\"}\n{\"img\":\"b\",\"price\":2}",
            as: .json)
        #expect(line.texts == ["a 1", "b 2"] && line.complaints == ["2:1 \(Self.tooLong)"])
        let array = read("[{\"x\":\"", then: "a", end: "\"},{\"img\":\"b\",\"price\":2}]", as: .json)
        #expect(array.texts == ["b 2"] && array.complaints == ["1:2 \(Self.tooLong)"])
        let endless = read("[{\"x\":\"", then: "a", end: "", as: .json)
        #expect(endless.failure == DocumentFailure(Self.tooLong, at: TextPosition(line: 1, column: 2)))
        let endlessLine = read("{\"img\":\"a\",\"price\":1}\n{\"x\":\"", then: "a", end: "", as: .json)
        #expect(endlessLine.texts == ["a 1"] && endlessLine.complaints == ["2:1 \(Self.tooLong)"] && endlessLine.failure == nil)
        let whole = read("\n {\"x\":\"", then: "a", end: "", as: .json)
        #expect(whole.failure?.message == "the catalogue begins with an object of more than \(Self.limit) bytes")
        #expect(whole.failure?.position == TextPosition(line: 2, column: 2))
        let noText = read("[x", then: "x", end: ",{\"img\":\"b\",\"price\":2}]", as: .json)
        #expect(noText.texts == ["b 2"] && noText.complaints == ["1:2 the row is not an object"])
    }

    @Test func manySmallThings() {
        let lists = read("[{\"x\":[", then: "[],", end: "1]},{\"img\":\"b\",\"price\":2}]", as: .json)
        #expect(lists.texts == ["b 2"] && lists.complaints == ["1:2 \(Self.tooLong)"])
        let space = read("[", then: " ", end: "{\"img\":\"b\",\"price\":2}]", as: .json)
        #expect(space.texts == ["b 2"] && space.lines.first == 1)
        let lines = read("img,price\n", then: "\n", end: "a,1", as: .csv)
        #expect(lines.texts == ["a 1"] && lines.lines.first == 2 + 3 * Self.piece)
    }

    @Test(arguments: ["[", "{\"a\":"]) func depth(_ opening: String) {
        let closing = opening == "[" ? "]" : "}"
        let deep = String(repeating: opening, count: 10_000) + "1" + String(repeating: closing, count: 10_000)
        let column = 6 + 63 * opening.utf8.count
        let message = "objects and arrays nest deeper than 64"
        let lines = read("{\"a\":\(deep)}\n{\"img\":\"b\",\"price\":2}\n", then: " ", pieces: 0, end: "", as: .json)
        #expect(lines.texts == ["b 2"] && lines.complaints == ["1:\(column) \(message)"])
        let array = read("[{\"a\":\(deep)},{\"img\":\"b\",\"price\":2}]", then: " ", pieces: 0, end: "", as: .json)
        #expect(array.texts == ["b 2"] && array.complaints == ["1:\(column + 1) \(message)"])
        let endless = read("[{\"a\":", then: opening, end: "", as: .json)
        #expect(endless.failure == DocumentFailure(message, at: TextPosition(line: 1, column: column + 1)))
    }

    @Test func sixtyFourDeepIsFine() {
        for (depth, isFine) in [(63, true), (64, false)] {
            let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            let row = "{\"img\":\"b\",\"price\":2}"
            let reading = read("[{\"a\":\(deep),\(row.dropFirst())]", then: " ", pieces: 0, end: "", as: .json)
            #expect(reading.texts == (isFine ? ["b 2"] : []))
            let before = read("{\"a\":\(deep),\"r\":[0,[\(row)]]}", then: " ", pieces: 0, end: "", as: .nested)
            #expect(before.texts == (isFine ? ["b 2"] : []))
            #expect(before.failure?.message == (isFine ? nil : "objects and arrays nest deeper than 64"))
        }
    }

    /// Rows of the largest length and one byte more, whole and in pieces.
    @Test func theLimitIsExact() {
        for excess in 0...1 {
            let csv = "b," + String(repeating: "1", count: Self.limit - 2 + excess)
            let json = "{\"img\":\"b\",\"price\":\"\(String(repeating: "1", count: Self.limit - 22 + excess))\"}"
            let short = "{\"img\":\"c\",\"price\":3}"
            let catalogues = ["img,price\n\(csv)\nc,3\n", "[\(json),\n\(short)]", "\(json)\n\(short)\n"]
            for (catalogue, format) in zip(catalogues, [TextFormat.csv, .json, .jsonLines]) {
                let whole = RecordsTests.read(Bytes(catalogue), as: format)
                #expect(whole.rows.count == 2 - excess && whole.broken.count == excess)
                #expect(whole.rows.last?.price == "3")
                let cuts = [7, 70_000, Self.limit, Self.limit + 9, Self.limit + 11]
                #expect(RecordsTests.read(Bytes(catalogue), as: format, cutAt: cuts) == whole)
                // The row begins a piece, and its end another one.
                for start in [1, 10] {
                    #expect(RecordsTests.read(Bytes(catalogue), as: format, cutAt: [start, start + Self.limit]) == whole)
                }
            }
            let last = RecordsTests.read(Bytes("img,price\nc,3\n\(csv)"), as: .csv)
            #expect(last.rows.count == 2 - excess && last.broken.count == excess)
        }
    }

    /// A number before the rows may be as long as a row.
    @Test func longNumbers() {
        for excess in 0...1 {
            let number = String(repeating: "1", count: Self.limit + excess)
            let reading = RecordsTests.read(
                Bytes("{\"n\":\(number),\"r\":[0,[{\"img\":\"a\",\"price\":1}]]}"), as: .nested, cutAt: [5, 5 + number.utf8.count])
            #expect(reading.texts == (excess == 0 ? ["a 1"] : []))
            let failure = DocumentFailure("a number is longer than \(Self.limit) bytes", at: TextPosition(line: 1, column: 6))
            #expect(reading.failure == (excess == 0 ? nil : failure))
        }
    }

    /// An open quote breaks only its own line, for any number of lines after it.
    @Test func anOpenQuoteBeforeManyRows() {
        let rows = (0..<100_000).map { "pictures/\($0).jpg,\($0)\n" }.joined()
        let reading = RecordsTests.read(Bytes("img,price\na,\"1\n" + rows), as: .csv)
        #expect(reading.rows.count == 100_000)
        #expect(reading.complaints == ["2:1 \(Self.tooLong)"])
    }
}

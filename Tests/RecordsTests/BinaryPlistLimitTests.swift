import TestSupport
import Testing
import WeirRecords

/// The memory and the time for a binary property list. A list can refer to one object any number of times.
@Suite struct BinaryPlistLimitTests {
    private static let img: Bytes = [0x53] + Bytes("img")
    private static let price: Bytes = [0x55] + Bytes("price")

    /// A list of `rows` rows, all of them the same object.
    private func list(rows: Int, of text: Bytes) -> BinaryList {
        BinaryList(objects: [
            BinaryValue.head(0xA0, rows) + Bytes([UInt8](repeating: 1, count: rows)), [0xD2, 2, 3, 4, 4], Self.img, Self.price, text,
        ])
    }

    private func text(_ length: Int) -> Bytes { BinaryValue.head(0x50, length) + Bytes([UInt8](repeating: 0x61, count: length)) }

    @Test func sharedRows() {
        let reading = readBinaryPlist(list(rows: 100_000, of: text(5)).bytes)
        #expect(reading.rows.count == 100_000)
        #expect(reading.failure == nil)
    }

    /// Rows with a long text each: a batch has fewer of them.
    @Test func longTexts() throws {
        try list(rows: 20, of: text(400_000)).bytes.all.withUnsafeBytes { bytes in
            var reader = RowReader(.binaryPlist, columns: RowColumns())
            var counts: [Int] = []
            var hasMore = true
            while hasMore {
                var batch = RowBatch()
                hasMore = try reader.read(whole: bytes, into: &batch)
                if hasMore { counts.append(batch.rows.count) }
            }
            #expect(counts == [6, 6, 6, 2])
        }
    }

    /// The reader stops at a limit if thousands of rows share one long value.
    @Test func sharedValue() {
        let list = BinaryList(objects: [
            BinaryValue.head(0xA0, 5000) + Bytes([UInt8](repeating: 1, count: 5000)), [0xD3, 2, 3, 4, 2, 2, 5], Self.img, Self.price,
            [0x51] + Bytes("w"), BinaryValue.head(0x40, 1_000_000) + Bytes(zeros: 1_000_000),
        ])
        let reading = readBinaryPlist(list.bytes)
        #expect(reading.failure?.text == "the catalogue refers to far more text than the property list has bytes")
        #expect(reading.rows.count > 500 && reading.rows.count < 600)
    }

    /// Every row is the same dictionary of some hundred thousand keys.
    @Test func sharedDictionary() {
        let pairs = 100_000
        let list = BinaryList(objects: [
            BinaryValue.head(0xA0, 5000) + Bytes([UInt8](repeating: 1, count: 5000)),
            BinaryValue.head(0xD0, pairs) + Bytes([UInt8](repeating: 2, count: pairs * 2)), text(4),
        ])
        let failure = readBinaryPlist(list.bytes).failure
        #expect(failure?.message == "the catalogue refers to far more text than the property list has bytes")
    }

    @Test func rowBytes() {
        let limit = RecordLimits.recordBytes
        let tooLong = ["the dictionary is longer than 1048576 bytes"]
        func broken(_ list: BinaryList) -> [String] { readBinaryPlist(list.bytes).broken.map(\.text) }
        #expect(broken(list(rows: 1, of: text(limit / 2))) == [])
        #expect(broken(list(rows: 1, of: text(limit / 2 + 1))) == tooLong)
        #expect(broken(list(rows: 1, of: text(limit + 1))) == tooLong)
        let wide = String(repeating: "价", count: limit / 3 + 1)
        #expect(broken(BinaryList(.array([.dictionary([("price", .utf16(wide))])]))) == tooLong)
        for (pairs, complaints) in [(limit / 2, ["the row has no picture (img)"]), (limit / 2 + 1, tooLong)] {
            let keys = BinaryList(objects: [
                [0xA1, 1], BinaryValue.head(0xD0, pairs) + Bytes([UInt8](repeating: 2, count: pairs * 2)), text(4),
            ])
            #expect(broken(keys) == complaints)
        }
    }

    @Test func batches() throws {
        try list(rows: 700, of: text(1)).bytes.all.withUnsafeBytes { bytes in
            var reader = RowReader(.binaryPlist, columns: RowColumns())
            var batch = RowBatch()
            var batches = 0
            while try reader.read(whole: bytes, into: &batch) { batches += 1 }
            #expect(batches == 3)
            #expect(batch.rows.map(\.number) == Array(1...700))
        }
    }
}

import TestSupport
import Testing
import WeirRecords

/// Binary property lists with false offsets, counts and references.
@Suite struct BinaryPlistHostileTests {
    private static let row = BinaryValue.dictionary([("img", .utf16("é.jpg")), ("price", .real(1.5)), ("w", .integer(UInt8(5)))])
    private static let list = BinaryList(.array([row, row]))
    private static let misfit = "the binary property list is cut off or damaged: its trailer does not fit it"

    @Test func sound() {
        let reading = readBinaryPlist(Self.list.bytes)
        #expect(reading.rows == Array(repeating: CatalogueReading.Row(img: "é.jpg", price: "1.5", w: 5), count: 2))
        #expect(reading.lines == [1, 1])
        #expect(reading.failure == nil && reading.broken.isEmpty)
    }

    static let trailers: [(Int, Bytes)] = [
        (6, [0]), (6, [1]), (6, [3]), (6, [9]), (6, [255]),
        (7, [0]), (7, [9]), (7, [255]),
        (8, .big(UInt64(0))), (8, .big(UInt64(1))), (8, .big(UInt64(16))), (8, .big(UInt64.max)), (8, .big(UInt64(1) << 62)),
        (16, .big(UInt64(15))), (16, .big(UInt64.max)), (16, .big(UInt64(1) << 63)),
        (24, .big(UInt64(0))), (24, .big(UInt64(8))), (24, .big(UInt64(list.table + 1))), (24, .big(UInt64(list.table - 4))),
        (24, .big(UInt64(list.bytes.count))), (24, .big(UInt64(list.bytes.count - 32))), (24, .big(UInt64.max)),
        (24, .big(UInt64(1) << 63)),
    ]

    @Test(arguments: trailers)
    func trailer(_ offset: Int, _ value: Bytes) {
        #expect(Self.list.offsets.count == 15, "the table above knows the number")
        let reading = readBinaryPlist(Self.list.trailer(offset, value))
        #expect(reading.failure?.text == Self.misfit)
        #expect(reading.failure?.position == TextPosition(line: 1, column: Self.list.bytes.count - 31))
        #expect(reading.rows.isEmpty && reading.broken.isEmpty)
    }

    /// A table where the objects should begin leaves no room for one.
    @Test func noObjects() {
        let list = Bytes("bplist00") + [8] + Bytes(zeros: 6) + [1, 1] + .big(UInt64(1)) + .big(UInt64(0)) + .big(UInt64(8))
        #expect(readBinaryPlist(list).failure?.text == Self.misfit)
    }

    /// Apple's reader ignores these bytes too.
    @Test(arguments: [(0, [1, 2, 3, 4, 5, 6])] as [(Int, Bytes)])
    func unusedTrailer(_ offset: Int, _ value: Bytes) {
        #expect(readBinaryPlist(Self.list.trailer(offset, value)) == readBinaryPlist(Self.list.bytes))
        #expect(readBinaryPlist(Self.list.replacing(at: 7, with: "1")) == readBinaryPlist(Self.list.bytes))
    }

    @Test(arguments: [
        ("", "not a binary property list"), ("<plist>", "not a binary property list"),
        ("bplist", "a binary property list of a version that is not read"),
        ("bplist0", "a binary property list of a version that is not read"),
        ("bplist1", "a binary property list of a version that is not read"),
        ("bplist15", "a binary property list of a version that is not read"),
        ("bplist00", misfit), ("bplist00 and nothing of what should follow it", misfit),
    ])
    func noList(_ bytes: String, _ message: String) {
        #expect(readBinaryPlist(Bytes(bytes)).failure?.text == message)
    }

    static let tops: [(BinaryValue, String, String)] = [
        (
            .dictionary([("img", "a")]),
            "the property list is a dictionary, not an array of dictionaries; plutil -convert json -o NEW.json FILE makes JSON of it, in which --rows names the array",
            "here"
        ),
        ("text", "the property list is text, not an array of dictionaries", "here"),
        (.integer(UInt8(5)), "the property list is a number, not an array of dictionaries", "here"),
        (.null, "the property list is null, not an array of dictionaries", "here"),
        (.raw([0xC0]), "the property list is a set, not an array of dictionaries", "here"),
        (.raw([0xF0]), "the property list has no content: an object of an unknown kind (240)", ""),
        (.raw([0xA5, 0]), "the property list has no content: an object that reaches beyond the objects", ""),
        (.raw([0xAF]), "the property list has no content: an object without its count", ""),
        (.raw([0xAF, 0x13]), "the property list has no content: an object without its count", ""),
        (.raw([0xAF, 0x13] + .big(UInt64.max)), "the property list has no content: an object without its count", ""),
        (.raw([0xAF, 0x13] + .big(UInt64(Int64.max))), "the property list has no content: an object that reaches beyond the objects", ""),
        (.raw([0xAF, 0x14] + .big(Int128(1))), "the property list has no content: an object without its count", ""),
        (.raw([0xAF, 0x51, 0x30]), "the property list has no content: an object without its count", ""),
    ]

    @Test func top() {
        for (value, message, position) in Self.tops {
            let failure = readBinaryPlist(BinaryList(value).bytes).failure
            #expect(failure?.text == message)
            #expect(failure?.position == (position.isEmpty ? nil : TextPosition(line: 1, column: 9)))
        }
        #expect(readBinaryPlist(BinaryList(.array([])).bytes) == CatalogueReading())
    }

    /// Lists in which one row refers to an object that cannot be read.
    static let objects: [(String, Bytes, String)] = [
        ("a text beyond the objects", [0x5E], "an object that reaches beyond the objects"),
        ("a text with a huge count", [0x5F, 0x13] + .big(UInt64(Int64.max)), "an object that reaches beyond the objects"),
        ("UTF-16 with a huge count", [0x6F, 0x13] + .big(UInt64(Int64.max)), "an object that reaches beyond the objects"),
        ("UTF-16 of half a unit", [0x61, 0x00], "an object that reaches beyond the objects"),
        ("a count below zero", [0x5F, 0x13] + .big(Int64(-1)), "an object without its count"),
        ("no count", [0x5F], "an object without its count"),
        ("half a count", [0x5F, 0x12, 0, 0], "an object without its count"),
        ("half an integer", [0x13, 0, 0, 0, 0], "an object that reaches beyond the objects"),
        ("half a real", [0x23, 0, 0, 0, 0], "an object that reaches beyond the objects"),
        ("half a date", [0x33, 0, 0, 0, 0], "an object that reaches beyond the objects"),
        ("half a UID", [0x8F, 0], "an object that reaches beyond the objects"),
    ]

    @Test(arguments: objects)
    func object(_ name: String, _ object: Bytes, _ message: String) {
        // The broken object is the last one, so that no bytes after it can be read as its content.
        let list = BinaryList(objects: [
            [0xA2, 1, 2], [0xD2, 3, 4, 5, 6], [0xD2, 3, 4, 5, 5], [0x53] + Bytes("img"), [0x55] + Bytes("price"), [0x51] + Bytes("a"),
            object,
        ])
        let reading = readBinaryPlist(list.bytes)
        #expect(reading.broken.map(\.text) == [message])
        #expect(reading.broken.first?.position == TextPosition(line: 1, column: list.offsets[1] + 1))
        #expect(reading.rows == [CatalogueReading.Row(img: "a", price: "a")])
    }

    @Test func references() {
        let img: Bytes = [0x53] + Bytes("img")
        let price: Bytes = [0x55] + Bytes("price")
        let text: Bytes = [0x51] + Bytes("a")
        func read(_ rows: Bytes, _ row: Bytes) -> CatalogueReading {
            readBinaryPlist(BinaryList(objects: [rows, row, img, price, text]).bytes)
        }
        #expect(read([0xA1, 1], [0xD2, 2, 3, 4, 4]).rows == [CatalogueReading.Row(img: "a", price: "a")])
        #expect(read([0xA1, 5], [0xD2, 2, 3, 4, 4]).broken.first?.text == "a reference to object 5 of 5")
        #expect(read([0xA1, 5], [0xD2, 2, 3, 4, 4]).broken.first?.position.column == 10)
        #expect(read([0xA1, 1], [0xD2, 255, 3, 4, 4]).broken.first?.text == "a reference to object 255 of 5")
        #expect(read([0xA1, 1], [0xD2, 2, 3, 4, 99]).broken.first?.text == "a reference to object 99 of 5")
        // Reference cycles: the list as a row, a row as its own value, the list as a key.
        #expect(read([0xA1, 0], [0xD2, 2, 3, 4, 4]).broken.first?.text == "the row is an array, not a dictionary")
        #expect(read([0xA1, 1], [0xD2, 2, 3, 1, 4]).broken.first?.text == "img is a dictionary, not text")
        #expect(read([0xA1, 1], [0xD2, 2, 0, 4, 4]).broken.first?.text == "a key that is not text")
        #expect(read([0xA1, 4], [0xD2, 2, 3, 4, 4]).broken.first?.text == "the row is text, not a dictionary")
        // A row with more pairs than there are objects.
        #expect(read([0xA1, 1], [0xDF, 0x11, 0xFF, 0xFF]).broken.first?.text == "an object that reaches beyond the objects")
    }

    @Test(arguments: [0, 7, -1, -5])
    func offsets(_ offset: Int) {
        let list = Self.list
        // Offsets before the first object or after the last one; a negative offset counts from the file's end.
        let fileOffset = offset < 0 ? list.bytes.count + offset : offset
        let message = "object 1 lies outside the objects"
        let reading = readBinaryPlist(list.replacing(at: list.table + 4, with: .big(UInt32(fileOffset))))
        #expect(reading.broken.map(\.text) == [message])
        #expect(reading.rows.count == 1)
        let table = readBinaryPlist(list.replacing(at: list.table + 4, with: .big(UInt32(list.table))))
        #expect(table.broken.map(\.text) == [message])
    }

    /// A truncated list yields no rows, wherever it is cut.
    @Test func truncation() {
        for list in [Self.list, BinaryList(.array([Self.row, Self.row]), referenceBytes: 2, offsetBytes: 1)] {
            for count in 0..<list.bytes.count {
                let reading = readBinaryPlist(Bytes(Array(list.bytes.all[..<count])))
                #expect(reading.failure != nil && reading.rows.isEmpty && reading.broken.isEmpty, "cut at \(count)")
            }
        }
    }

    /// No changed byte makes the reader crash.
    @Test func spoiledBytes() {
        for offset in 0..<Self.list.bytes.count {
            let byte = Self.list.bytes.all[offset]
            for other in [0, 1, 0x0F, 0x5F, 0x7F, 0x80, 0xAF, 0xDF, 0xFF, byte ^ 1, byte &+ 1, byte &- 1] as [UInt8] {
                let reading = readBinaryPlist(Self.list.replacing(at: offset, with: [other]))
                #expect(reading.rows.count + reading.broken.count <= 16)
            }
        }
    }
}

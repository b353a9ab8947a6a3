import TestSupport
import Testing
import WeirRecords

/// The messages about broken rows, and the offsets at which reading continues.
@Suite struct JSONRecoveryTests {
    static let a = #"{"img":"a","price":"1"}"#
    static let b = #"{"img":"b","price":"2"}"#

    static let between: [CatalogueCase] = [
        CatalogueCase(Bytes("[\(a),]"), rows: ["a 1"], complaints: ["1:26 no row follows the last comma"]),
        CatalogueCase(Bytes("[\(a)\n\(b)]"), rows: ["a 1"], complaints: ["2:1 no comma stands before the row"]),
        CatalogueCase(Bytes("[\(a),,\(b)]"), rows: ["a 1", "b 2"], complaints: ["1:26 no row stands before the comma"]),
        CatalogueCase(Bytes("[,\(a)]"), rows: ["a 1"], complaints: ["1:2 no row stands before the comma"]),
        CatalogueCase(
            Bytes("[1, \"x,]\", [{\"img\":1}], null ,tru e,\(a),-]"), rows: ["a 1"],
            complaints: [2, 5, 12, 25, 31, 61].map { "1:\($0) the row is not an object" }),
        CatalogueCase(
            Bytes("[\"a\" \(a)]"),
            complaints: ["1:2 the row is not an object", "1:6 no comma stands before the row"]),
        // A row with two faults is reported once, with the first fault, and the row before it stays.
        CatalogueCase(
            Bytes("[\(a) {\"img\":\"x\",\"img\":\"y\"},\(b)]"), rows: ["a 1", "b 2"],
            complaints: ["1:26 no comma stands before the row"]),
        CatalogueCase(Bytes("[}{]"), complaints: ["1:2 the row is not an object"], failure: "1:4 a key is missing"),
        CatalogueCase(Bytes("[\(a)] \n]"), rows: ["a 1"], failure: "2:1 text follows the array's end"),
        CatalogueCase(Bytes("[][]"), failure: "1:3 text follows the array's end"),
    ]

    static let ends: [CatalogueCase] = [
        CatalogueCase("", failure: "the catalogue is empty"),
        CatalogueCase(" \n", failure: "the catalogue is empty"),
        CatalogueCase([0xEF, 0xBB, 0xBF], failure: "the catalogue is empty"),
        CatalogueCase(
            "img,price\n",
            failure: "1:1 neither an array nor an object begins the catalogue; if it is no JSON, --from says what it is, such as csv"),
        CatalogueCase(
            "\n\"a\"",
            failure: "2:1 neither an array nor an object begins the catalogue; if it is no JSON, --from says what it is, such as csv"),
        CatalogueCase("[", failure: "1:2 the catalogue ends before its array does"),
        CatalogueCase(Bytes("[\(a)"), rows: ["a 1"], failure: "1:25 the catalogue ends before its array does"),
        CatalogueCase(Bytes("[\(a),\n"), rows: ["a 1"], failure: "2:1 the catalogue ends before its array does"),
        CatalogueCase(Bytes("[\(a),\n{\"img\":\"b\",\"pr"), rows: ["a 1"], failure: "2:1 the catalogue ends inside the row"),
        CatalogueCase(Bytes("[\(a), \"b"), rows: ["a 1"], failure: "1:27 the row is not an object"),
        CatalogueCase(
            Bytes("[\(a), x"), rows: ["a 1"], complaints: ["1:27 the row is not an object"],
            failure: "1:28 the catalogue ends before its array does"),
        CatalogueCase(Bytes("\(a)\n{\"img\":\"b\",\"pr"), rows: ["a 1"], failure: "2:1 the catalogue ends inside the row"),
        CatalogueCase(Bytes("\(a)\n{\"img\" \"b\""), rows: ["a 1"], complaints: ["2:8 a colon is missing behind the key"]),
        CatalogueCase(Bytes("\(a)\n{\"img\":\"") + [0xE2, 0x82], rows: ["a 1"], failure: "2:1 the catalogue ends inside the row"),
        CatalogueCase(Bytes("\(a)\n{\"img\":\"") + [0xC2, 0x22], rows: ["a 1"], complaints: ["2:9 the text is not UTF-8"]),
        CatalogueCase(Bytes("\(a)\n{\"img\":\"") + [0xFF], rows: ["a 1"], complaints: ["2:9 the text is not UTF-8"]),
        CatalogueCase(Bytes("\(a)\n{\"img\":\"") + [0xF4, 0x90, 0x80, 0x80], rows: ["a 1"], complaints: ["2:9 the text is not UTF-8"]),
    ]

    /// Unmatched brackets or quotes are reported once, and the rows after them are read.
    static let unbalanced: [CatalogueCase] = [
        CatalogueCase(
            Bytes("[\(a),\n{\"img\":\"x,\"price\":\"1\"},\n\(b)\n]\n"), rows: ["a 1", "b 2"],
            complaints: ["2:12 a comma or } is missing"]),
        CatalogueCase(
            Bytes("[\(a),\n{\"img\":\"x\",\"price\":\"1},\n\(b)\n]"), rows: ["a 1", "b 2"],
            complaints: ["2:24 the text does not end on its line"]),
        CatalogueCase(
            Bytes("[\(a),\n{\"img\":\"x\",\"price\":\"1},\n]\n"), rows: ["a 1"],
            complaints: ["2:24 the text does not end on its line"]),
        CatalogueCase(
            Bytes("[\(a),\n{\"img\":\"x\",\"price\":\"1\",\n\(b),\n\(b)\n]"), rows: ["a 1", "b 2", "b 2"],
            complaints: ["3:1 a key is missing"]),
        CatalogueCase(
            Bytes("[\(a),\n{\"img\":\"x\",\"price\":{\"y\":1},\n\(b)\n]"), rows: ["a 1", "b 2"],
            complaints: ["3:1 a key is missing"]),
        CatalogueCase(
            Bytes("[\(a),\n{\"img\":\"x\",\"price\":\n\(b),\n\(b)\n]"), rows: ["a 1", "b 2", "b 2"],
            complaints: ["4:1 a key is missing"]),
        CatalogueCase(
            Bytes("[\(a),\n{\"img\":[}},\n\(b)\n]"), rows: ["a 1", "b 2"], complaints: ["2:9 a value is missing"]),
        CatalogueCase(
            Bytes("[\n  {\n    \"img\": \"x,\n    \"y\": [\n      {\"img\": \"no\"}\n    ]\n  },\n  \(b)\n]\n"),
            rows: ["b 2"],
            complaints: ["3:15 the text does not end on its line"]),
        CatalogueCase(
            Bytes("[\n  {\n    \"img\": tru,\n    \"y\": [\n      {\"img\": \"no\"}\n    ]\n  },\n  \(b)\n]\n"),
            rows: ["b 2"],
            complaints: ["3:12 a value is missing"]),
        CatalogueCase(
            Bytes("[\(a), {\"img\":tru,\n\"x\":{\"y\":1}},\(b)]"), rows: ["a 1", "b 2"], complaints: ["1:34 a value is missing"]),
        CatalogueCase(
            Bytes("[{\"\\\"}\":\"\\\"}\",\"img\":tru},\(b)]"), rows: ["b 2"], complaints: ["1:21 a value is missing"]),
        CatalogueCase(Bytes("[{\"img\":\"a,\"price\":\"1\"},\(b)]"), failure: "1:13 a comma or } is missing"),
        CatalogueCase(Bytes("[{\"img\":[1},\(b)]"), failure: "1:11 a comma or ] is missing"),
        CatalogueCase(Bytes("[{\"img\":{\"a\":1,\"b\":2,\(b)"), failure: "1:22 a key is missing"),
    ]

    static let lines: [CatalogueCase] = [
        CatalogueCase(
            Bytes("\(a)\n{\"img\":\"x,\"price\":\"1\"}\n42\n\(b)\n"), rows: ["a 1", "b 2"],
            complaints: ["2:12 a comma or } is missing", "3:1 no object begins here"]),
        CatalogueCase(
            Bytes("\(a)\n{\"img\":[}}\n[\(b)]\n\(b)\n"), rows: ["a 1", "b 2"],
            complaints: ["2:9 a value is missing", "3:1 no object begins here"]),
        CatalogueCase(
            Bytes("\(a)\n{\"img\":\"x\",\"price\":\n\(b)\n\(a)\n"), rows: ["a 1", "b 2", "a 1"],
            complaints: ["4:1 a comma or } is missing"]),
        CatalogueCase(
            Bytes("\(a)\n{\"img\":\"x\",\"price\":\n\(b)\n"), rows: ["a 1", "b 2"],
            complaints: ["2:1 the catalogue ends inside the row"]),
        CatalogueCase(
            Bytes("\(a),\n\(b)}}\n\"\n\(a)"), rows: ["a 1", "b 2", "a 1"],
            complaints: ["1:24 no object begins here", "2:24 no object begins here", "3:1 no object begins here"]),
        CatalogueCase(
            Bytes("\(a)\n{\"x\":\"}\n{\",\"img\":\"b\",\"price\":1}\n\(b)"), rows: ["a 1", "b 2"],
            complaints: ["2:8 the text does not end on its line", "3:5 a colon is missing behind the key"]),
        CatalogueCase(
            Bytes("\(a)\n{\"img\":\"b\"\n\"price\":1}\n\(b)"), rows: ["a 1", "b 2"],
            complaints: ["3:1 a comma or } is missing"]),
    ]

    @Test(arguments: between + ends + unbalanced + lines) func faults(_ test: CatalogueCase) {
        #expect(test.difference(from: read(test.catalogue, as: .json)) == nil)
    }

    /// Each broken row costs as much as its own lines, and not as much as the rest of the document.
    @Test(.timeLimit(.minutes(2)), arguments: ["{\"img\":1\n", "\n{", "{\"a\":[\n", "{\"img\":\"x\n", " {\n\n\n"])
    func manyOpenRows(line: String) throws {
        let count = (1 << 18) / line.utf8.count
        let reading = read(Bytes("[\n" + String(repeating: line, count: count)), as: .json)
        #expect(reading.complaints.count > count / 128)
        #expect(reading.failure != nil)
    }

    @Test func anArrayOrLinesCanBeDemanded() {
        for empty in ["", " \n\n", "\u{FEFF}"] {
            #expect(read(Bytes(empty), as: .jsonLines) == CatalogueReading())
        }
        #expect(read(Bytes("[\(Self.a)]\n\(Self.b)"), as: .jsonLines).texts == ["b 2"])
        var reader = RowReader(.json(.array), columns: RowColumns())
        var batch = RowBatch()
        let failure = #expect(throws: DocumentFailure.self) {
            try Bytes(Self.a).all.withUnsafeBytes { try reader.read($0, isEnd: true, into: &batch) }
        }
        #expect(
            failure?.text == "neither an array nor an object begins the catalogue; if it is no JSON, --from says what it is, such as csv")
    }
}

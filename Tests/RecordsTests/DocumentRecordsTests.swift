import TestSupport
import Testing
import WeirRecords

/// The records of a document in memory, and of one in pieces, with all their keys.
@Suite struct DocumentRecordsTests {
    /// A number, a position, and `column key=value` of each field.
    private static func text(_ record: RecordBatch.Record, _ fields: some Sequence<RecordBatch.Field>, _ texts: TextBytes) -> String {
        "\(record.number) \(record.position.line):\(record.position.column)"
            + fields.map { " \($0.column) \(texts.string($0.key))=\(texts.string($0.value))" }.joined()
    }

    /// The texts are read behind the last record, so all of them must have been kept.
    private func all(_ records: DocumentRecords, _ document: UnsafeBufferPointer<UInt8>) throws -> [String] {
        var records = records
        var found: [(RecordBatch.Record, [RecordBatch.Field])] = []
        var hasMore = true
        while hasMore {
            hasMore = try records.next()
            found += records.batch.records.map { ($0, Array(records.batch.fields[$0.fields])) }
        }
        return records.batch.decoded.withUnsafeBufferPointer { decoded in
            found.map { Self.text($0, $1, TextBytes(document: document, decoded: decoded)) }
        }
    }

    enum Form: CaseIterable { case array, objects, plist }

    /// 3000 records of more than 100 bytes each.
    private static func document(_ form: Form) -> (format: RecordFormat, text: Bytes, expected: [String]) {
        let filler = String(repeating: "x", count: 100)
        let json = (0..<3000).map { "{\"i\\u006dg\":\"a\\u00e9\($0)\",\"x\":\"\(filler)\",\"n\":\($0)}" }
        let dictionaries = (0..<3000).map {
            "<dict><key>i&#109;g</key><string>a&#233;\($0)</string><key>x</key><string>\(filler)</string>"
                + "<key>n</key><integer>\($0)</integer></dict>\n"
        }
        func expected(_ firstLine: Int) -> [String] {
            (0..<3000).map { "\($0) \($0 + firstLine):1 0 img=aé\($0) -1 x=\(filler) 1 n=\($0)" }
        }
        return switch form {
        case .array: (.json(.array), Bytes("[\n" + json.joined(separator: ",\n") + "\n]"), expected(2))
        case .objects: (.json(.objects), Bytes(json.joined(separator: "\n")), expected(1))
        case .plist: (.xmlPlist, Bytes("<plist><array>\n" + dictionaries.joined() + "</array></plist>"), expected(2))
        }
    }

    @Test(arguments: Form.allCases) func inMemory(_ form: Form) throws {
        let (format, text, expected) = Self.document(form)
        let found = try text.all.withUnsafeBufferPointer {
            try all(DocumentRecords($0, format, Projection(allWith: ["img", "n"]), nouns: .manifest), $0)
        }
        #expect(found == expected)
    }

    /// The ranges of a property list are those between the tags, or of an element without content.
    @Test func rangesOfAPropertyList() throws {
        let members = "<key>a</key><string>é</string><key>b</key><true/><key>c</key><string/><key>d</key><integer> 5 </integer>"
        let list = Bytes("<plist><array><dict>\(members)</dict></array></plist>")
        let found = try list.all.withUnsafeBufferPointer { document in
            var records = DocumentRecords(document, .xmlPlist, Projection(allWith: []), nouns: .manifest)
            _ = try records.next()
            return records.batch.fields.map { field in
                [field.keyRange, field.valueRange].map {
                    String(decoding: document[$0.start..<$0.start + $0.count], as: UTF8.self)
                }
            }
        }
        #expect(found == [["a", "é"], ["b", "<true/>"], ["c", "<string/>"], ["d", " 5 "]])
    }

    /// A property list has ranges only as a whole.
    @Test(arguments: [Form.array, .objects], [[], [1], [70_000, 300_000]]) func inPieces(_ form: Form, cuts: [Int]) throws {
        let (format, text, expected) = Self.document(form)
        var records = StreamedRecords(format, Projection(allWith: ["img", "n"]), nouns: .manifest)
        var found: [String] = []
        let edges = [0] + cuts + [text.count]
        for (start, end) in zip(edges, edges.dropFirst()) {
            try text.all[start..<end].withUnsafeBytes { bytes in
                try records.read(bytes, isEnd: end == text.count) { batch, texts in
                    found += batch.records.map { Self.text($0, batch.fields[$0.fields], texts) }
                }
            }
        }
        #expect(found == expected)
    }

    /// A binary list has no lines, whatever its bytes are.
    @Test func ofABinaryPropertyList() throws {
        let filler = String(repeating: "x\n", count: 50)
        let list = BinaryList(
            .array((0..<3000).map { .dictionary([("img", .utf16("é\($0)")), ("x", .ascii(filler)), ("n", .integer(UInt16($0)))]) }),
            referenceBytes: 2)
        let found = try list.bytes.all.withUnsafeBufferPointer {
            try all(DocumentRecords($0, .binaryPlist, Projection(allWith: ["img", "n"]), nouns: .manifest), $0)
        }
        #expect(found.count == 3000)
        for (number, record) in found.enumerated() {
            #expect(record.hasSuffix(" 0 img=é\(number) -1 x=\(filler) 1 n=\(number)") && record.hasPrefix("\(number) 1:"))
        }
    }

    /// The array within a document. What stands behind it is not read.
    @Test func arrayInADocument() throws {
        let document = Array(#"{"a":[{"w":0}],"r":[{"w":1,"img":"\u0061"}, {"img":"b"}],"z":[{"w":2}]}"#.utf8)
        try document.withUnsafeBufferPointer { bytes in
            let range = TextRange(19, count: 37)
            let records = DocumentRecords(arrayAt: range, of: bytes, Projection(allWith: ["img"]), nouns: .images)
            #expect(TextBytes(document: bytes, decoded: bytes).string(range) == #"[{"w":1,"img":"\u0061"}, {"img":"b"}]"#)
            let found = try all(records, bytes)
            #expect(found.map { $0.drop { $0 != " " }.drop { $0 == " " }.drop { $0 != " " } } == [" -1 w=1 0 img=a", " 0 img=b"])
        }
    }

    /// The texts of earlier batches stay.
    @Test func longArray() throws {
        let document = Array("[\((0..<600).map { "{\"img\":\"\\u0061\($0)\"}" }.joined(separator: ","))]".utf8)
        try document.withUnsafeBufferPointer { bytes in
            let range = TextRange(0, count: bytes.count)
            let found = try all(DocumentRecords(arrayAt: range, of: bytes, Projection(allWith: ["img"]), nouns: .images), bytes)
            #expect(found.enumerated().allSatisfy { $1.hasSuffix(" 0 img=a\($0)") } && found.count == 600)
        }
    }

    /// Only the form of a catalogue is a choice, which a message can advise to change.
    @Test(arguments: [(DocumentNouns.catalogue, true), (.manifest, false), (.images, false), (.dump, false)])
    func advice(nouns: DocumentNouns, isGiven: Bool) {
        var records = StreamedRecords(.json(.any), Projection(allWith: []), nouns: nouns)
        let failure = #expect(throws: DocumentFailure.self) {
            try Array("1".utf8).withUnsafeBytes { try records.read($0, isEnd: true) { _, _ in } }
        }
        #expect((failure?.advice != nil) == isGiven)
    }

    /// The keys whose values are arrays of objects, at most five, and the end of an object that is sound.
    @Test(
        arguments: [
            (#"{"a":[{}],"b":[],"c":[1],"d":{},"e": [ \#n{"x":1}],"f":"[{"} "#, ["a", "b", "e"], true),
            (#"{"\u0061":[{}],"b/c":[ ]}"#, ["a", "b/c"], true),
            (#"{"a":[],"b":[],"c":[],"d":[],"e":[],"f":[]}"#, ["a", "b", "c", "d", "e"], true), ("{}", [], true),
            (#"{"a":[{}],"b":"#, ["a"], false), (#"{"a":["#, [], false), (#"{"a":[{}],"b":[{]}"#, ["a", "b"], false), ("[{}]", [], false),
            ("", [], false), ("x", [], false),
        ] as [(String, [String], Bool)])
    func keysOfArrays(document: String, arrays: [String], isSound: Bool) {
        // Bytes behind the document are not read.
        let bytes = Array("  \(document)".utf8)
        (bytes + Array("{}]}".utf8)).withUnsafeBufferPointer { whole in
            let keys = JSONKeys(of: UnsafeBufferPointer(rebasing: whole[..<bytes.count]), from: 2)
            #expect(keys.arrays == arrays)
            let end = isSound ? 2 + document.utf8.count - (document.last == " " ? 1 : 0) : nil
            #expect(keys.end == end)
        }
    }
}

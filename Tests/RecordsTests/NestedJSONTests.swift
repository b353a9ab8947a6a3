import TestSupport
import Testing
import WeirBase
import WeirRecords

/// The rows of an array that a pointer names: here `/r/1`.
@Suite struct NestedJSONTests {
    static let row = #"{"img":"a","price":1}"#

    static let rows: [CatalogueCase] = [
        CatalogueCase(Bytes(#"{"r":[0,[\#(row)]]}"#), rows: ["a 1"]),
        CatalogueCase(
            Bytes(#" {"x":[[],{"r":[1,2]}],"\u0072" : [ {"r":[7]} ,\#n[ \#(row) , {"price":2},\#n{"img":"b"}] , 3 ] , "y":{}} "#),
            rows: ["a 1", "b "], complaints: ["2:27 the row has no picture (img)"]),
        CatalogueCase([0xEF, 0xBB, 0xBF] + #"{"r":[true,[]]}"#),
        CatalogueCase(
            Bytes(
                #"{"n":[0,-0,1.50,2e5,3E-7,-4.1e+2],"s":["","é😀\\\"\/\b\f\n\r\t\u00e9\uD83D\uDE00"],"w":[true,false,null],"r":{"0":0,"1":[\#(row)]}}"#
            ),
            rows: ["a 1"]),
    ]

    static let failures: [CatalogueCase] = [
        ("", "the catalogue is empty"),
        (" ", "1:2 the document ends too early"),
        (#"{"r":[1]}"#, "there is no value at /r/1; --rows can be /r"),
        (#"{"a/b":[],"c":[1],"r":5}"#, "there is no value at /r/1; --rows can be /a~1b, /c"),
        (#"{"a":[],"b":[],"c":[],"d":[],"e":[],"f":[]}"#, "there is no value at /r/1; --rows can be /a, /b, /c, /d, /e"),
        (#"[[1]]"#, "there is no value at /r/1; --rows names the array of the rows"),
        (#"{"r":[1,{}]}"#, "1:9 the value at /r/1 is not an array; --rows names the array of the rows"),
        (#"{"r":[1,"[]"]}"#, "1:9 the value at /r/1 is not an array; --rows names the array of the rows"),
        (#"{"r":[1"#, "1:8 the document ends too early"),
        (#"{"r":[1,[]],"r":[2,[]]}"#, "1:20 the key /r/1 stands twice, and only one array can have the rows"),
        (#"{"r":[1,[]"#, "1:11 the document ends too early"),
        (#"{"r":[1,[]]}]"#, "1:13 something follows the document"),
        (#"{"r":[1,[]],}"#, "1:13 nothing follows the comma"),
        (#"{"r":[1,[]]] "#, "1:12 a comma or } is missing"),
        (#"{"x":01,"#, "1:7 a comma or } is missing"),
        (#"{"x":-,"#, "1:7 a digit is missing in the number"),
        (#"{"x":tru,"#, "1:6 a value is missing"),
        (#"{"x":"\x""#, "1:7 the escape means nothing"),
        (#"{"x":"\uD800a""#, "1:7 half of a surrogate pair stands alone"),
        (#"{"x":"\uDC00""#, "1:7 half of a surrogate pair stands alone"),
        (#"{"x" 1"#, "1:6 a colon is missing behind the key"),
        (#"{x"#, "1:2 a key is missing"),
        ("{\"x\":\"\n", "1:7 the text does not end on its line"),
    ].map { CatalogueCase(Bytes($0), failure: $1) }

    @Test(arguments: rows + failures) func isRead(_ test: CatalogueCase) {
        let difference = test.difference(from: read(test.catalogue, as: .nested, columns: test.columns))
        #expect(difference == nil)
    }

    @Test func bytesThatAreNoUTF8() {
        let reading = read("{\"x\":\"" + [0xC3, 0x28] + "\"}", as: .nested)
        #expect(reading.failure?.text == "the text is not UTF-8")
    }

    /// Wherever a document is cut, the same is read.
    @Test func everyCut() {
        for test in Self.rows + Self.failures where test.catalogue.count > 0 {
            for cut in 1...test.catalogue.count {
                let difference = test.difference(from: read(test.catalogue, as: .nested, cutAt: [cut], columns: test.columns))
                #expect(difference == nil, "cut at \(cut)")
            }
        }
    }

    /// A key of more than 4 KB, with its quotes, leads nowhere, however it arrives.
    @Test(arguments: [(4094, true), (4095, false)]) func longKeys(length: Int, isFound: Bool) throws {
        let key = String(repeating: "x", count: length)
        let pointer = try #require(JSONPointer("/\(key)"))
        let catalogue = Bytes("{\"\(key)\":[\(Self.row)]}")
        for cut in [1, 100, length + 1, length + 2, length + 3, length + 4] {
            let reading = read(catalogue, with: RowReader(.nestedJSON(pointer), columns: RowColumns()), cutAt: [cut])
            #expect(reading.texts == (isFound ? ["a 1"] : []), "cut at \(cut)")
        }
    }

    /// The text around the rows may be longer than any row.
    @Test func longSurroundings() {
        let long = Bytes(repeating: "x", count: 3 << 20)
        let catalogue = "{\"" + long + "\":[\"" + long + "\"],\"r\":[0,[" + Bytes(Self.row) + "]],\"z\":\"" + long + "\"}"
        let reading = read(catalogue, as: .nested, cutAt: [1 << 20, 5 << 20, 7 << 20])
        #expect(reading.texts == ["a 1"] && reading.failure == nil)
    }

    /// The walk around the rows and the parser of configurations agree on what is JSON.
    @Test func theWalkAgreesWithTheParser() {
        var seed = Seed.announced(for: "NestedJSONTests.theWalkAgreesWithTheParser")
        let pieces = [
            "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\\", "u", "\\u00e9", "\\ud83d\\ude00", "0", "-1", "2.5", "e", "E+1", ".", "true",
            "null", " ", "\n", "é", "\u{1}",
        ]
        let sound = [#"{"a":[1,{"b":"c\n"}],"d":-0.5e+7}"#, #"["é😀",true,false,null,[[]],{}]"#, #"{"x":{"y":[0,10,1e5]},"x":"\u00E9"}"#]
        for _ in 0..<3000 {
            var text = Array(sound.randomElement(using: &seed) ?? "")
            for _ in 0..<Int.random(in: 0...2, using: &seed) where !text.isEmpty {
                let index = Int.random(in: 0..<text.count, using: &seed)
                text.replaceSubrange(
                    index..<(Bool.random(using: &seed) ? index : index + 1), with: Array(pieces.randomElement(using: &seed) ?? ""))
            }
            let value = Bytes(String(text))
            // The parser refuses a name that stands twice, which is JSON.
            let isSound: Bool? = value.all.withUnsafeBytes { bytes in
                do throws(JSONFailure) {
                    _ = try JSONValue(bytes)
                    return true
                } catch {
                    return error.message == "the name stands here twice" ? nil : false
                }
            }
            guard let isSound else { continue }
            let catalogue = "{\"v\":[" + value + "],\"r\":[0,[]],\"v\":" + value + "}"
            let reading = read(catalogue, as: .nested)
            // Brackets of the value may close those around it, so only the verdict on sound values is sure.
            if isSound { #expect(reading.failure == nil, "\(seed) \(String(text))") }
            if reading.failure == nil { #expect(isSound || String(text).contains { "[]{},".contains($0) }, "\(seed) \(String(text))") }
        }
    }
}

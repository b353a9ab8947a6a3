import Foundation
import TestSupport
import Testing
import WeirBase
import WeirRecords

@Suite struct JSONValueTests {
    @Test func everyKind() throws {
        let value = try read(
            """
            \u{FEFF} {"null": null, "yes": true, "no": false, "text": "a\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\ude00靴",
              "numbers": [0, -0, 12, 1299.00, 1e3, -1.5E+10, 2e-7], "empty": [{}, [], ""] }

            """)
        #expect(value["null"] == .null)
        #expect(value["yes"] == .bool(true))
        #expect(value["no"] == .bool(false))
        #expect(value["text"]?.string == "a\"\\/\u{8}\u{C}\n\r\té😀靴")
        #expect(value["numbers"]?.array == ["0", "-0", "12", "1299.00", "1e3", "-1.5E+10", "2e-7"].map { .number($0) })
        #expect(value["numbers"]?.array?.map(\.integer) == [0, 0, 12, nil, nil, nil, nil])
        #expect(value["empty"] == .array([.object([]), .array([]), .string("")]))
        #expect(value["absent"] == nil)
        #expect(value.array == nil && value.string == nil && value.integer == nil)
        #expect(JSONValue.null["x"] == nil)
    }

    @Test(arguments: [
        ("", "the document ends too early", 1, 1),
        ("  \n ", "the document ends too early", 2, 2),
        ("{} {}", "something follows the document", 1, 4),
        ("[1,]", "nothing follows the comma", 1, 4),
        ("[1 2]", "a comma or ] is missing", 1, 4),
        ("[1}", "a comma or ] is missing", 1, 3),
        ("[", "the document ends too early", 1, 2),
        ("{", "the document ends too early", 1, 2),
        ("{a:1}", "a key is missing", 1, 2),
        ("{\"a\" 1}", "a colon is missing behind the key", 1, 6),
        ("{\"a\":1,\n \"a\":2}", "the name stands here twice", 2, 2),
        ("\"abc", "the document ends too early", 1, 5),
        ("\"a\nb\"", "the text does not end on its line", 1, 3),
        ("\"\\x\"", "the escape means nothing", 1, 2),
        ("\"\\", "the escape means nothing", 1, 2),
        ("\"\\u12\"", "the escape means nothing", 1, 2),
        ("\"\\u12g4\"", "the escape means nothing", 1, 2),
        ("\"\\ud83d\"", "half of a surrogate pair stands alone", 1, 2),
        ("\"\\ud83d\\u0041\"", "half of a surrogate pair stands alone", 1, 2),
        ("\"\\ude00\"", "half of a surrogate pair stands alone", 1, 2),
        ("tru", "a value is missing", 1, 1),
        ("nul1", "a value is missing", 1, 1),
        ("NaN", "a value is missing", 1, 1),
        ("01", "something follows the document", 1, 2),
        ("-", "a digit is missing in the number", 1, 2),
        ("+1", "a value is missing", 1, 1),
        (".5", "a value is missing", 1, 1),
        ("1.", "a digit is missing in the number", 1, 3),
        ("1e", "a digit is missing in the number", 1, 3),
        ("// x", "a value is missing", 1, 1),
    ])
    func refused(document: String, message: String, line: Int, column: Int) {
        let failure = #expect(throws: JSONFailure.self) { try read(document) }
        #expect(failure?.message == message)
        #expect(failure?.line == line)
        #expect(failure?.column == column)
    }

    @Test func escapedKeys() throws {
        let value = try read(#"{"\u0061b":{"\n":"\t"},"c\u00e9":1}"#)
        #expect(value["ab"]?["\n"]?.string == "\t")
        #expect(value["cé"]?.integer == 1)
    }

    @Test func textThatIsNotUTF8() {
        let document: [UInt8] = Array("[\"a".utf8) + [0xFF] + Array("\"]".utf8)
        let failure = #expect(throws: JSONFailure.self) { try document.withUnsafeBytes { try JSONValue($0) } }
        #expect(failure?.message == "the text is not UTF-8")
        #expect(failure?.column == 4)
    }

    @Test func depth() throws {
        func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        _ = try read(nested(64))
        let failure = #expect(throws: JSONFailure.self) { try read(nested(65)) }
        #expect(failure?.message == "objects and arrays nest deeper than 64")
        #expect(throws: JSONFailure.self) { try read(String(repeating: "{\"a\":[", count: 100_000)) }
    }

    /// A truncated document is an error wherever it is cut, and the reader stays within its bytes.
    @Test func everyTruncation() throws {
        let document = Array(#"{"a":[1.5e-3,true,null,"é\u00e9\ud83d\ude00\n"],"b":{"c":false}}"#.utf8)
        for count in 0..<document.count {
            #expect(throws: JSONFailure.self) { try Array(document[..<count]).withUnsafeBytes { try JSONValue($0) } }
        }
        _ = try document.withUnsafeBytes { try JSONValue($0) }
    }

    @discardableResult
    private func read(_ document: String) throws -> JSONValue {
        try Array(document.utf8).withUnsafeBytes { try JSONValue($0) }
    }
}

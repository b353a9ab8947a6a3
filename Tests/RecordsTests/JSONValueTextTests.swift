import Testing
import WeirBase
import WeirRecords

@Suite struct JSONValueTextTests {
    @Test(arguments: [
        ("{}", "{}"), ("[]", "[]"), ("[1.50, null,true,\"a\\n\"]", #"[1.50, null, true, "a\n"]"#),
        ("[[1]]", "[\n  [1]\n]"),
        (#"{"a":{"b":[]},"c":[{"d":false}]}"#, "{\n  \"a\": {\n    \"b\": []\n  },\n  \"c\": [\n    {\n      \"d\": false\n    }\n  ]\n}"),
    ])
    func table(text: String, indented: String) throws {
        var bytes = Array(text.utf8)
        let value = try bytes.withUnsafeMutableBytes { try JSONValue(UnsafeRawBufferPointer($0)) }
        var output = ByteBuffer()
        output.append(indented: value)
        #expect(String(decoding: output.bytes, as: UTF8.self) == indented)
    }
}

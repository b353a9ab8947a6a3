import Foundation
import TestSupport
import Testing
import WeirBase

@Suite struct JSONWritingTests {
    @Test func members() {
        let expected = """
            {"count":3,"ok":true,"x":0.5,"name":"a\\"b","shown":"a\\u202eb",
            "sizes":{"w":1,"h":2},"list":[1,2],"none":[],"rows":[
            {"n":1},
            {"n":2}
            ],"a \\"name":null}
            """
        let found = text { output in
            output.object { output in
                output.member("count", 3)
                output.member("left out", nil as Int?)
                output.member("left out", nil as Bool?)
                output.member("left out", json: nil)
                output.member("left out", visible: nil as String?)
                output.member("left out", shortest: nil)
                output.member("ok", true)
                output.member("x", shortest: 0.5)
                output.member("name", json: "a\"b")
                output.member("shown", visible: "a\u{202E}b")
                output.object("sizes", onNewLine: true) {
                    $0.member("w", 1)
                    $0.member("h", 2)
                }
                output.array("list", [1, 2]) { $0.append($1) }
                output.array("none", [Int]()) { $0.append($1) }
                output.array("rows", [1, 2], onLines: true) { output, number in output.object { $0.member("n", number) } }
                output.member(named: "a \"name") { $0.append("null") }
            }
        }
        #expect(found == expected)
    }

    /// A text that ends as an opened object does is a text.
    @Test(arguments: ["{", "[", ",", "\"{", "\\{"])
    func commas(text value: String) throws {
        let json = written { output in
            output.object {
                $0.member("a", json: value)
                $0.member("b", json: value)
            }
        }
        let read = try JSONSerialization.jsonObject(with: Data(json)) as? [String: String]
        #expect(read == ["a": value, "b": value])
    }

    /// A list goes on although the buffer was emptied between its elements.
    @Test(arguments: [(0, "[]"), (1, "[\n0\n]"), (3, "[\n0,\n1,\n2\n]")])
    func list(of count: Int, expected: String) {
        var list = JSONList()
        var bytes: [UInt8] = []
        func drain(_ body: (inout ByteBuffer) -> Void) { bytes += written(body) }
        drain { list.begin(&$0) }
        for number in 0..<count {
            drain { output in
                list.next(&output)
                output.append(number)
            }
        }
        drain { list.end(&$0) }
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }
}

import Checks
import Foundation
import Testing

/// Property lists: their keys are checked like those of JSON, and faults are reported with their positions.
@Suite struct PlistEntriesTests {
    private static let a =
        "<dict><key>w</key><integer>2</integer><key>h</key><integer>3</integer><key>img</key><string>a</string><key>price</key><string/></dict>"

    private static func list(_ entries: String) -> String { "<plist><array>\n\(entries)\n</array></plist>" }

    static let rows: [(String, [String])] = [
        (list(a), []),
        ("<plist><array/></plist>", ["entries-present - "]),
        (list(a.replacing("<integer>2</integer>", with: "<real>2</real>")), ["size-integer 2:25+1 /0/w"]),
        (list(a.replacing("<integer>2</integer>", with: "<string>2</string>")), ["size-integer 2:27+1 /0/w"]),
        (list(a.replacing("<integer>2</integer>", with: "<true/>")), ["size-integer 2:19+7 /0/w"]),
        (list(a.replacing("<integer>2</integer>", with: "<integer> 0 </integer>")), ["size-integer 2:28+3 /0/w"]),
        (
            list("\n" + a.replacing("<key>h<", with: "<key>hegith<")),
            ["missing-key 3:1+1 /0", "unknown-key 3:44+6 /0/hegith"]
        ),
        (list(a.replacing("<string/>", with: "<array><string>x</string></array>")), ["price-present 2:119+1 /0/price"]),
        (list(a + "<string>x</string>" + a.replacing("<string>a<", with: "<string>b<")), ["parses 2:135+1 /1"]),
        (list(a + "<dict><key>w</key></dict>"), ["parses 2:153+1 /1"]),
        (list(a + "<dict><integer>2</integer></dict>"), ["parses 2:141+1 /1"]),
        (list(a + "<dict><key>w</key><what/></dict>"), ["parses 2:153+1 /1"]),
        (list(a + "text"), ["parses 3:1+1 /1"]),
        (list("text" + a.replacing("<integer>2", with: "<integer>0")), ["parses 2:5+1 /0", "size-integer 2:32+1 /1/w"]),
        (list(a) + "<", ["parses 3:17+1 "]),
        (list(a + "</dict>"), ["parses 2:137+1 "]),
        ("<plist><dict/></plist>", ["parses 1:8+1 "]),
        ("<plist></plist>", ["parses 1:8+1 "]),
        ("<html/>", ["parses 1:1+1 "]),
        (list(a.replacing("<key>h<", with: "<key>w<")), ["duplicate-key 2:44+1 /0/w", "missing-key 2:1+1 /0"]),
    ]

    @Test(arguments: rows)
    func xml(text: String, expected: [String]) {
        #expect(Set(findings(in: text, named: "m.plist")) == Set(expected))
    }

    /// The keys and values of binary lists have the findings of XML, without positions.
    @Test(arguments: rows[..<5] + rows[6...7]) func binaryTwins(text: String, expected: [String]) throws {
        let list = try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
        let bytes = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        let found = findings(in: Array(bytes), named: "m.binary.plist").map { "\($0.rule) - \($0.pointer)" }
        let words = expected.map { $0.split(separator: " ", omittingEmptySubsequences: false) }
        #expect(Set(found) == Set(words.map { "\($0[0]) - \($0[2])" }))
    }

    @Test func binary() {
        let found = findings(in: Array("bplist00".utf8), named: "m.plist")
        #expect(found.map(\.reported) == ["parses - "])
        #expect(found.first?.message == "the binary property list is cut off or damaged: its trailer does not fit it")
    }
}

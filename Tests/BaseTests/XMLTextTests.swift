import Foundation
import TestSupport
import Testing
import WeirBase

@Suite struct XMLTextTests {
    @Test(arguments: [
        ("", ""),
        ("plain", "plain"),
        ("a & b < c > d", "a &amp; b &lt; c &gt; d"),
        ("&amp;", "&amp;amp;"),
        ("]]>", "]]&gt;"),
        ("'\"", "'\""),
        ("\t\n", "\t\n"),
        ("a\r\nb\r", "a&#13;\nb&#13;"),
        (" ¥169 É 靴 😀 ", " ¥169 É 靴 😀 "),
        // The byte after each escaped one has the next higher value.
        ("&'<=>?\r\u{E}", "&amp;'&lt;=&gt;?&#13;\u{E}"),
    ])
    func table(plain: String, expected: String) {
        #expect(text { $0.append(xml: plain) } == expected)
    }

    @Test(arguments: [
        ("", ""), ("a 'b' É 靴 😀", "a 'b' É 靴 😀"), ("a & b < c > d", "a &amp; b &lt; c &gt; d"), ("\"x\"", "&quot;x&quot;"),
        ("\ta\r\nb", "&#9;a&#13;&#10;b"), ("!#%';=?", "!#%';=?"),
    ])
    func attributes(plain: String, expected: String) {
        #expect(text { $0.append(xmlAttribute: plain) } == expected)
    }

    /// Foundation reads the same text.
    @Test func randomTexts() throws {
        var seed = Seed.announced(for: "XMLTextTests.randomTexts")
        let signs = ["&", "<", ">", "\r", "\n", "\t", " ", "'", "=", "?", "x", "é", "靴", "😀", "]"]
        for _ in 0..<500 {
            let plain = (0..<Int.random(in: 0...40, using: &seed)).map { _ in signs.randomElement(using: &seed)! }.joined()
            let document = text { output in
                output.append("<plist version=\"1.0\"><string>")
                output.append(xml: plain)
                output.append("</string></plist>")
            }
            let read = try PropertyListSerialization.propertyList(from: Data(document.utf8), format: nil) as? String
            #expect(read.map { Array($0.utf8) } == Array(plain.utf8), "\(plain.debugDescription) \(seed)")
        }
    }
}

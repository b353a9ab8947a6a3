import TestSupport
import Testing
import WeirBase
import WeirRecords

/// The parts of an XML property list around its rows, and the positions of faults.
@Suite struct XMLPlistDocumentTests {
    private static let row = "<dict><key>img</key><string>a.jpg</string><key>price</key><string>1</string></dict>"

    private static func failure(_ message: String, _ line: Int, _ column: Int, _ advice: Advice? = nil) -> DocumentFailure {
        DocumentFailure(message, advice, at: TextPosition(line: line, column: column))
    }

    static let failures: [(String, DocumentFailure)] = [
        ("", failure("the XML is broken: no element found", 1, 1)),
        ("\n \n", failure("the XML is broken: no element found", 3, 1)),
        ("[{\"img\": 1}]", failure("the XML is broken: syntax error", 1, 1)),
        ("bplist00", failure("the XML is broken: syntax error", 1, 1)),
        ("<html>\n<array/></html>", failure("a property list begins with <plist>, this XML with <html>", 1, 1)),
        ("<!-- rows -->\n  <array/>", failure("a property list begins with <plist>, this XML with <array>", 2, 3)),
        ("<plist/>", failure("the property list is empty", 1, 9)),
        ("<plist>\n</plist>", failure("the property list is empty", 2, 1)),
        (
            "<plist><dict/></plist>",
            failure(
                "the property list is a dictionary, not an array of dictionaries", 1, 8,
                "; plutil -convert json -o NEW.json FILE makes JSON of it, in which \(.rows) names the array")
        ),
        ("<plist><string>x</string></plist>", failure("the property list is text, not an array of dictionaries", 1, 8)),
        ("<plist>\n<true/></plist>", failure("the property list is true or false, not an array of dictionaries", 2, 1)),
        ("<plist><key/></plist>", failure("<key> is not of a property list", 1, 8)),
        ("<plist><plist/></plist>", failure("<plist> is not of a property list", 1, 8)),
        ("<plist><rows/></plist>", failure("<rows> is not of a property list", 1, 8)),
        ("<plist>x<array/></plist>", failure("text where a property list has none", 1, 9)),
        ("<plist><array/>x</plist>", failure("text where a property list has none", 1, 17)),
        ("<plist><array/><array/></plist>", failure("a second value behind the array", 1, 16)),
        ("<plist><array/></plist><plist/>", failure("the XML is broken: junk after document element", 1, 24)),
        ("<plist><array></plist>", failure("the XML is broken: mismatched tag", 1, 17)),
        ("<plist>\n<array>&euro;</array></plist>", failure("the XML is broken: undefined entity", 2, 8)),
        ("<plist><array>", failure("the XML is broken: no element found", 1, 15)),
        ("<plist><array><dict", failure("the XML is broken: unclosed token", 1, 15)),
    ]

    @Test(arguments: failures)
    func failure(_ list: String, _ failure: DocumentFailure) {
        let list = Bytes(list)
        #expect(readXMLPlist(list) == CatalogueReading(failure: failure))
        #expect(readXMLPlist(list, cutAt: Array(1..<max(1, list.count))) == CatalogueReading(failure: failure))
    }

    @Test(arguments: [
        ("<plist><array/></plist>", 0),
        ("<plist version='1.0'>\n<array> </array>\n</plist>\n<!-- end -->\n", 0),
        ("<?xml version='1.0'?><plist><array>\(row)\(row)</array></plist>", 2),
        ("<!DOCTYPE plist SYSTEM 'file:///etc/passwd'><plist><array>\(row)</array></plist>", 1),
        ("<!DOCTYPE plist><plist><!-- a --><array><!-- b -->\(row)<?c?></array></plist>", 1),
    ])
    func rows(_ list: String, _ count: Int) {
        let reading = readXMLPlist(Bytes(list))
        #expect(reading.rows.count == count)
        #expect(reading.broken.isEmpty && reading.failure == nil)
    }

    /// Rows before a failure are delivered.
    @Test func rowsBeforeAFailure() {
        let reading = readXMLPlist(Bytes("<plist><array>\n\(Self.row)\n\(Self.row)\n<dict><key>img</kez>"))
        #expect(reading.numbers == [1, 2])
        #expect(reading.lines == [2, 3])
        #expect(reading.failure == Self.failure("the XML is broken: mismatched tag", 4, 17))
    }

    /// A reader that has failed repeats its failure and delivers no rows.
    @Test func afterAFailure() {
        var reader = RowReader(.xmlPlist, columns: RowColumns())
        var batch = RowBatch()
        var failures: [DocumentFailure?] = []
        for piece in ["<html>", "<plist><array>\(Self.row)</array></plist>", ""] {
            Bytes(piece).all.withUnsafeBytes { bytes in
                do throws(DocumentFailure) {
                    try reader.read(bytes, isEnd: false, into: &batch)
                    failures.append(nil)
                } catch {
                    failures.append(error)
                }
            }
        }
        #expect(failures.count == 3 && Set(failures.map { $0?.message }).count == 1 && failures[0] != nil)
        #expect(batch.isEmpty)
    }

    static let brokenElements: [(String, String)] = [
        ("<string>a.jpg</string>", "the row is text, not a dictionary"),
        ("<integer>5</integer>", "the row is a number, not a dictionary"),
        ("<array>\(row)</array>", "the row is an array, not a dictionary"),
        ("<key>img</key>", "the row is <key>, not a dictionary"),
        ("<row><img>a.jpg</img></row>", "the row is <row>, not a dictionary"),
        ("&foreign;", "text between the dictionaries"),
        ("stray <!-- and --> text", "text between the dictionaries"),
    ]

    @Test(arguments: brokenElements)
    func noDictionary(_ element: String, _ message: String) {
        let list = Bytes("<!DOCTYPE plist SYSTEM 'x'><plist><array>\n\(Self.row)\n\(element)\n\(Self.row)</array></plist>")
        let reading = readXMLPlist(list)
        #expect(reading.broken.map(\.text) == [message])
        #expect(reading.broken.first?.position.line == (message.hasPrefix("text") ? 4 : 3))
        #expect(reading.numbers == [1, 3])
        #expect(reading.failure == nil)
        #expect(readXMLPlist(list, cutAt: Array(1..<list.count)) == reading)
    }

    /// Columns count bytes, also after letters of several bytes.
    @Test func positions() {
        let list = Bytes(
            """
            \u{FEFF}<plist><array><dict/><!-- é😀 -->
            <string>é</string><data/>\r
            \t<dict>
              <key>价</key><true/><key>img</key><string>a</string>
              <key>img</key>
            </dict> <dict><key>price</key><key/></dict>
            </array></plist>
            """)
        let reading = readXMLPlist(list)
        #expect(
            reading.broken.map { [$0.position.line, $0.position.column] } == [[1, 18], [2, 1], [2, 20], [5, 11], [6, 31]])
        for cut in 1..<list.count { #expect(readXMLPlist(list, cutAt: [cut]) == reading) }
    }

    /// A list with all features, cut into two pieces at every offset.
    @Test func everySplit() {
        let list =
            xmlPlist(
                "<key>img</key><string>a&amp;b.jpg</string><key>price</key><real>12.50</real>\r\n",
                "<key>img</key><string>tasse-émaillée 😀.jpg</string><key>price</key><string><![CDATA[¥]]]>169&#x20AC;</string>",
                "<key>img</key><!-- none --><string/><key>tags</key><array><dict><key>w</key></dict></array>",
                "<key>w</key><integer>5</integer><key>h</key><real>7</real><key>img</key><string>c</string><key>price</key><integer>1</integer>",
                "<key>img</key> stray &foreign; <key>price</key>")
            + "<!-- behind -->\n"
        let columns = RowColumns(kept: ["w"])
        let whole = readXMLPlist(list, columns: columns)
        #expect(whole.rows.count == 3 && whole.broken.count == 2 && whole.failure == nil)
        for cut in 0...list.count {
            #expect(readXMLPlist(list, cutAt: [cut], columns: columns) == whole, "cut at \(cut)")
        }
        #expect(readXMLPlist(list, cutAt: Array(1..<list.count), columns: columns) == whole)
    }

    /// Rows before a cut stay the same, and the missing end is reported.
    @Test func truncation() {
        let list = xmlPlist(Self.rowContent, Self.rowContent, Self.rowContent)
        let whole = readXMLPlist(list)
        #expect(whole.rows.count == 3)
        let end = list.count - 1
        for count in 0..<end {
            let reading = readXMLPlist(Bytes(Array(list.all[..<count])))
            #expect(reading.rows == Array(whole.rows.prefix(reading.rows.count)))
            #expect(reading.broken.isEmpty)
            #expect(reading.failure != nil, "cut at \(count)")
        }
    }

    private static let rowContent = "<key>img</key><string>é.jpg</string><key>price</key><real>1.50</real>"
}

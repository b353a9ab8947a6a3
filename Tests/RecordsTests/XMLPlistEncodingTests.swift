import TestSupport
import Testing
import WeirRecords

/// The encodings that expat reads (XML 1.0, 4.3.3).
@Suite struct XMLPlistEncodingTests {
    private static let list = """
        <plist>\n<array>\n<dict><key>img</key><string>é.jpg</string><key>price</key><string>¥ 1</string></dict>
        <!-- \u{0A0A}\u{0A00}\u{010A} --><true/>\n</array></plist>
        """

    private func utf16(_ text: String, isBig: Bool) -> Bytes {
        text.utf16.reduce(into: []) { $0 += isBig ? .big($1) : .little($1) }
    }

    private func check(_ list: Bytes, row: [Int], brokenAt broken: [Int]) {
        let reading = readXMLPlist(list)
        #expect(reading.rows == [CatalogueReading.Row(img: "é.jpg", price: "¥ 1")])
        #expect(reading.lines == row)
        #expect(reading.broken.map { [$0.position.line, $0.position.column] } == [broken])
        #expect(reading.failure == nil)
        for cut in 0...list.count { #expect(readXMLPlist(list, cutAt: [cut]) == reading) }
        #expect(readXMLPlist(list, cutAt: Array(1..<list.count)) == reading)
    }

    @Test func utf8() {
        check(Bytes(Self.list), row: [3], brokenAt: [4, 18])
        check(Bytes("\u{FEFF}" + Self.list), row: [3], brokenAt: [4, 18])
    }

    /// Columns count bytes in UTF-16 too. A character that contains the byte 0A is no line end.
    @Test(arguments: [true, false])
    func utf16(isBig: Bool) {
        check(utf16("\u{FEFF}" + Self.list, isBig: isBig), row: [3], brokenAt: [4, 25])
        let declared = "<?xml version='1.0' encoding='UTF-16'?>\n" + Self.list
        check(utf16(declared, isBig: isBig), row: [4], brokenAt: [5, 25])
    }

    @Test func latin1() {
        let latin1 =
            "<?xml version='1.0' encoding='ISO-8859-1'?><plist><array><dict><key>img</key><string>é.jpg</string><key>price</key><string>£ 1</string></dict></array></plist>"
        let reading = readXMLPlist(Bytes(latin1.unicodeScalars.map { UInt8($0.value) }))
        #expect(reading.rows == [CatalogueReading.Row(img: "é.jpg", price: "£ 1")])
    }

    @Test(arguments: [
        ("<?xml version='1.0' encoding='Shift_JIS'?><plist><array/></plist>", "the XML is broken: unknown encoding"),
        (
            "<?xml version='1.0' encoding='UTF-16'?><plist><array/></plist>",
            "the XML is broken: encoding specified in XML declaration is incorrect"
        ),
    ])
    func refused(_ list: String, _ message: String) {
        #expect(readXMLPlist(Bytes(list)).failure?.text == message)
    }

    /// Bytes that are not UTF-8, and characters that XML does not allow.
    @Test(
        arguments: [
            [0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x00], [0x1B], [0xEF, 0xBF, 0xBE],
        ] as [Bytes])
    func noText(_ bytes: Bytes) {
        let row = "<dict><key>img</key><string>a</string><key>price</key><string>" as Bytes + bytes + "</string></dict>"
        let reading = readXMLPlist("<plist><array>" + row + "</array></plist>")
        #expect(reading.rows.isEmpty)
        #expect(reading.failure?.text == "the XML is broken: not well-formed (invalid token)")
    }
}

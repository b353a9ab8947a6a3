import TestSupport
import Testing
import WeirRecords

/// Valid and broken rows of an XML property list.
@Suite struct XMLPlistRowTests {
    struct Case: Sendable, CustomStringConvertible {
        let content: String
        let expected: Result<CatalogueReading.Row, Fault>
        var kept: [String] = []

        struct Fault: Error, ExpressibleByStringLiteral {
            let message: String
            init(stringLiteral message: String) { self.message = message }
        }

        static func row(
            _ content: String, img: String = "a.jpg", price: String = "1", w: Int? = nil, h: Int? = nil,
            kept: KeyValuePairs<String, String?> = [:]
        ) -> Case {
            Case(
                content: content,
                expected: .success(CatalogueReading.Row(img: img, price: price, w: w, h: h, kept: kept.map(\.value))),
                kept: kept.map(\.key))
        }

        static func broken(_ content: String, _ fault: Fault, kept: [String] = []) -> Case {
            Case(content: content, expected: .failure(fault), kept: kept)
        }

        var description: String { content }
    }

    static let img = "<key>img</key><string>a.jpg</string>"
    static let price = "<key>price</key><string>1</string>"

    static func priced(_ value: String) -> String { "\(img)<key>price</key>\(value)" }
    static func with(_ more: String) -> String { "\(img)\(price)\(more)" }

    static let texts: [Case] = [
        .row("\(img)\(price)"),
        .row("\(price)\n\t\(img)\n"),
        .row(priced("<string>169 </string>"), price: "169 "),
        .row(priced("<string> \t169\n</string>"), price: " \t169\n"),
        .row(priced("<string>a\r\nb</string>"), price: "a\nb"),
        .row(priced("<string>a&#13;b&#x20AC;&amp;&lt;&gt;&quot;&apos;</string>"), price: "a\rb€&<>\"'"),
        .row(priced("<string><![CDATA[<1> & ]]]]><![CDATA[>]]></string>"), price: "<1> & ]]>"),
        .row(priced("<string>1<!-- of -->2<?of?>3</string>"), price: "123"),
        .row(priced("<string>12,50 zł 😀</string>"), price: "12,50 zł 😀"),
        .row(priced("<string></string>"), price: ""),
        .row(priced("<string/>"), price: ""),
        .row("<key>i<!-- -->m&#103;</key><string>b.jpg</string>\(price)", img: "b.jpg"),
        .row("<key><![CDATA[img]]></key><string xml:space='default'>b.jpg</string>\(price)", img: "b.jpg"),
        .broken("\(price)<key> img</key><string>a.jpg</string>", "the row has no picture (img)"),
        .broken("\(price)<key>IMG</key><string>a.jpg</string>", "the row has no picture (img)"),
        .broken("\(price)<key>img</key><string></string>", "the row has no picture (img)"),
        .row(img, price: ""),
        .broken("", "the row has no picture (img)"),
    ]

    static let numbers: [Case] = [
        .row(priced("<integer>1299</integer>"), price: "1299"),
        .row(priced("<integer>-007</integer>"), price: "-007"),
        .row(priced("<integer>+5</integer>"), price: "+5"),
        .row(priced("<integer>0x1F</integer>"), price: "0x1F"),
        .row(priced("<integer>\n 12 </integer>"), price: "12"),
        .row(priced("<integer>123456789012345678901234567890</integer>"), price: "123456789012345678901234567890"),
        .row(priced("<real>1299.00</real>"), price: "1299.00"),
        .row(priced("<real>.5</real>"), price: ".5"),
        .row(priced("<real>5.</real>"), price: "5."),
        .row(priced("<real>1e-7</real>"), price: "1e-7"),
        .row(priced("<real>-1.25E+10</real>"), price: "-1.25E+10"),
        .broken(priced("<integer>1 299</integer>"), "price is not a number"),
        .broken(priced("<integer>12.0</integer>"), "price is not a number"),
        .broken(priced("<integer>0x</integer>"), "price is not a number"),
        .broken(priced("<integer>0xG</integer>"), "price is not a number"),
        .broken(priced("<integer/>"), "price is not a number"),
        .broken(priced("<integer>-</integer>"), "price is not a number"),
        .broken(priced("<real>12,50</real>"), "price is not a number"),
        .broken(priced("<real>.</real>"), "price is not a number"),
        .broken(priced("<real>1e</real>"), "price is not a number"),
        .broken(priced("<real>0x1F</real>"), "price is not a number"),
        .broken(priced("<real>nan</real>"), "price is not a number"),
        .broken(priced("<real>+infinity</real>"), "price is not a number"),
    ]

    static let kinds: [Case] = [
        .broken(priced("<true/>"), "price is true or false, neither text nor a number; --price-column names another key"),
        .broken(
            priced("<date>2014-05-01T00:00:00Z</date>"), "price is a date, neither text nor a number; --price-column names another key"),
        .broken(priced("<data>AAAA</data>"), "price is data, neither text nor a number; --price-column names another key"),
        .broken(
            priced("<array><string>1</string></array>"), "price is an array, neither text nor a number; --price-column names another key"),
        .broken(
            priced("<dict><key>eur</key><string>1</string></dict>"),
            "price is a dictionary, neither text nor a number; --price-column names another key"),
        .broken("\(price)<key>img</key><integer>5</integer>", "img is a number, not text"),
        .broken("\(price)<key>img</key><real>5</real>", "img is a number, not text"),
        .broken("\(price)<key>img</key><false/>", "img is true or false, not text"),
        .broken("\(price)<key>img</key><data>AAAA</data>", "img is data, not text"),
        .broken("\(price)<key>img</key><date>2014-05-01T00:00:00Z</date>", "img is a date, not text"),
        .broken("\(price)<key>img</key><array/>", "img is an array, not text; arrays are read of JSON, which plutil -convert json makes"),
        .broken("\(price)<key>img</key><dict/>", "img is a dictionary, not text"),
    ]

    static let sizes: [Case] = [
        .row(with("<key>w</key><integer>200</integer><key>h</key><integer>275</integer>"), w: 200, h: 275),
        .row(with("<key>w</key><string>200</string><key>h</key><real>275</real>"), w: 200, h: 275),
        .row(with("<key>w</key><real>200.0</real><key>h</key><real>275.</real>"), w: 200, h: 275),
        .row(with("<key>w</key><integer> 0200 </integer><key>h</key><integer>0</integer>"), w: 200),
        .row(with("<key>w</key><integer>-1</integer><key>h</key><string>+275</string>")),
        .row(with("<key>w</key><string>200 </string><key>h</key><string>275.0</string>")),
        .row(with("<key>w</key><real>200.5</real><key>h</key><real>2e2</real>")),
        .row(with("<key>w</key><integer>100000</integer><key>h</key><integer>99999999999999999999</integer>"), w: 100_000),
        .row(with("<key>w</key><integer>wide</integer><key>h</key><string/>")),
        .row(with("<key>w</key><true/><key>h</key><dict><key>h</key><integer>5</integer></dict>")),
        .row(with("<key>w</key><data>MjAw</data><key>h</key><date>2014-05-01T00:00:00Z</date>")),
    ]

    static let keptColumns: [Case] = [
        .row(with("<key>title</key><string>Mug</string>"), kept: ["title": "Mug", "sku": nil]),
        .row(with("<key>sku</key><integer>0012</integer><key>title</key><real>1.50</real>"), kept: ["title": "1.50", "sku": "0012"]),
        .row(with("<key>new</key><true/><key>old</key><false></false>"), kept: ["old": "false", "new": "true"]),
        .row(with("<key>on</key><date> 2014-05-01T00:00:00Z </date>"), kept: ["on": "2014-05-01T00:00:00Z"]),
        .row(with("<key>w</key><integer>7</integer>"), w: 7, kept: ["w": "7", "img": "a.jpg", "price": "1"]),
        .broken(with("<key>title</key><data>AAAA</data>"), "title is data, which cannot be kept", kept: ["title"]),
        .broken(with("<key>tags</key><array/>"), "tags is an array, which cannot be kept", kept: ["tags"]),
        .broken(with("<key>more</key><dict/>"), "more is a dictionary, which cannot be kept", kept: ["more"]),
        .broken(with("<key>w</key><dict/>"), "w is a dictionary, which cannot be kept", kept: ["w"]),
        .broken(with("<key>sku</key><integer>K-1</integer>"), "sku is not a number", kept: ["sku"]),
    ]

    static let unusedColumns: [Case] = [
        .row(with("<key>tags</key><array><string>img</string><array/><dict/></array>")),
        .row(with("<key>more</key><dict><key>img</key><string>b.jpg</string><key>lost</key></dict>")),
        .row(with("<key>photo</key><data>\nAAAA\n</data><key>on</key><date>soon</date><key>old</key><false/>")),
        .row(with("<key>count</key><integer>many</integer><key>more</key><string>a<b/>c</string>")),
        .row(with("<key>twice</key><string>1</string><key>twice</key><string>2</string>")),
        .row(with("<key></key><string>nameless</string>")),
        .row(with("<key>more</key><array>&foreign; text</array>")),
    ]

    static let faults: [Case] = [
        .broken(with("<key>price</key><string>2</string>"), "the key price stands twice"),
        .broken(with("<key>img</key><array/>"), "the key img stands twice"),
        .broken(with("<key>w</key><array/><key>w</key><integer>5</integer>"), "the key w stands twice"),
        .broken(with("<key>t</key><true/><key>t</key><true/>"), "the key t stands twice", kept: ["t"]),
        .broken(with("<key>title</key>"), "a key without a value"),
        .broken("\(img)<key>price</key>", "a key without a value"),
        .broken("<key>title</key><key>img</key><string>a.jpg</string>", "a key without a value"),
        .broken("<string>a.jpg</string>\(with(""))", "a value without a key"),
        .broken(with("<array/>"), "a value without a key"),
        .broken(with("<key>title</key><null/>"), "<null> is not of a property list"),
        .broken(with("<key>title</key><plist/>"), "<plist> is not of a property list"),
        .broken(with("<null/>"), "<null> is not of a property list"),
        .broken(with("stray"), "text between the keys and the values"),
        .broken(with("<key>title</key>stray<string/>"), "text between the keys and the values"),
        .broken(with("&foreign;"), "text between the keys and the values"),
        .broken("\(img)<key>price</key><string>1&euro;</string>", "a value with &euro;, which is not declared"),
        .broken("<key>im&g;</key>", "a key with &g;, which is not declared"),
        .broken("<key>im<b>g</b></key>", "a key with <b> in it"),
        .broken(priced("<string>1<b>2</b></string>"), "a value with <b> in it"),
        .broken(priced("<string>1<key>2</key></string>"), "a value with <key> in it"),
        .broken(
            with("<key>\(String(repeating: "x", count: 60))</key><\(String(repeating: "y", count: 60))/>"),
            "<yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy> is not of a property list"),
    ]

    /// Each row lies between two good rows, which must be read.
    @Test(arguments: [texts, numbers, kinds, sizes, keptColumns, unusedColumns, faults].flatMap { $0 })
    func row(_ example: Case) {
        let good = "\(Self.img)\(Self.price)"
        let list = xmlPlist(good, example.content, good)
        let columns = RowColumns(kept: example.kept)
        let reading = readXMLPlist(list, columns: columns)
        #expect(reading.failure == nil)
        switch example.expected {
        case .success(let row):
            #expect(reading.rows.dropFirst().first == row)
            #expect(reading.numbers == [1, 2, 3])
            #expect(reading.broken.isEmpty)
        case .failure(let fault):
            #expect(reading.broken.map(\.text) == [fault.message])
            #expect(reading.broken.map(\.number) == [2])
            #expect(reading.numbers == [1, 3])
        }
        #expect(readXMLPlist(list, cutAt: Array(1..<list.count), columns: columns) == reading)
    }

    @Test func renamedColumns() {
        let row = "<key>url</key><string>a.jpg</string><key>价格</key><string>¥169</string><key>img</key><array/>"
        let reading = readXMLPlist(xmlPlist(row), columns: RowColumns(img: "url", price: "价格"))
        #expect(reading.rows == [CatalogueReading.Row(img: "a.jpg", price: "¥169")])
        // One column may have several uses.
        let both = readXMLPlist(xmlPlist("\(Self.img)"), columns: RowColumns(price: "img", kept: ["img", "img"]))
        #expect(both.rows == [CatalogueReading.Row(img: "a.jpg", price: "a.jpg", kept: ["a.jpg", "a.jpg"])])
    }
}

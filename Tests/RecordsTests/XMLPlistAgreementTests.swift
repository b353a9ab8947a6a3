import Foundation
import TestSupport
import Testing
import WeirRecords

/// Lists that other programs write are read the same from XML and from the binary format.
@Suite struct XMLPlistAgreementTests {
    @Test func samples() throws {
        let columns = RowColumns(kept: ["sku", "title"])
        let xml = readXMLPlist(Bytes(try Fixtures.bytes(of: Fixtures.root + "/Samples/catalogue.plist")), columns: columns)
        let binary = readBinaryPlist(Bytes(try Fixtures.bytes(of: Fixtures.root + "/Samples/catalogue.binary.plist")), columns: columns)
        #expect(xml.rows.count == 42)
        #expect(xml.rows == binary.rows)
        #expect(xml.numbers == Array(1...42) && binary.numbers == xml.numbers)
        #expect(xml.broken.isEmpty && binary.broken.isEmpty && xml.failure == nil && binary.failure == nil)
        #expect(xml.lines.first == 5)
        #expect(
            xml.rows.first
                == CatalogueReading.Row(img: "pictures/mug.jpg", price: "$24.90", w: 500, h: 500, kept: ["K-1001", "Mug “Bonjour”"]))
    }

    /// Lists of Python's plistlib, if Python is installed.
    @Test(.needs(.program("python3")))
    func plistlib() throws {
        let script = """
            import datetime, plistlib, sys
            rows = [
                {"img": "a.jpg", "price": "¥169", "w": 200, "h": 275, "on": True, "more": "x"},
                {"img": "tasse émaillée 😀.jpg", "price": 1299.0, "w": 70000, "h": 2**40, "on": datetime.datetime(2014, 5, 1, 12, 30, 15)},
                {"img": "b.jpg", "price": 0.1, "w": 1.0, "h": "12", "on": 2**64 - 1, "tags": ["a", {"b": b"c"}]},
                {"img": "c.jpg", "price": 10**12, "on": -2**63, "data": b"1234"},
                {"img": "d" * 20, "price": 1e22, "on": 5e-324}, {"img": "e", "price": 12345678.25, "on": -1e-05},
                {"img": "f", "price": b"1"}, {"img": 5, "price": "1"}, {"price": "1"}, {"img": "g", "price": "", "on": []},
                ["img", "price"], "text", {}, {"img": "h <&> \\"'", "price": "169 ", "on": False},
            ] + [{"img": "%d.jpg" % i, "price": i} for i in range(300)]
            plistlib.dump(rows, open(sys.argv[1], "wb"))
            plistlib.dump(rows, open(sys.argv[2], "wb"), fmt=plistlib.FMT_BINARY)
            """
        let folder = try TemporaryFolder()
        let files = [folder.path(of: "xml"), folder.path(of: "binary")]
        let outcome = try #require(Program.named("python3")).run(["-c", Bytes(script)] + files)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        let columns = RowColumns(kept: ["on"])
        let xml = readXMLPlist(Bytes(try Fixtures.bytes(of: folder.path + "/xml")), columns: columns)
        let binary = readBinaryPlist(Bytes(try Fixtures.bytes(of: folder.path + "/binary")), columns: columns)
        #expect(xml.rows == binary.rows)
        #expect(xml.numbers == binary.numbers)
        #expect(xml.broken.map(\.number) == [7, 8, 9, 10, 11, 12, 13])
        #expect(xml.broken.map(\.text) == binary.broken.map(\.text))
        #expect(xml.failure == nil && binary.failure == nil)
        #expect(xml.rows.count == 307)
        #expect(xml.rows.prefix(6).map(\.price) == ["¥169", "1299.0", "0.1", "1000000000000", "1e+22", "12345678.25"])
        #expect(xml.rows.prefix(3).map(\.w) == [200, 70000, 1])
        #expect(
            xml.rows.prefix(6).map { $0.kept[0] }
                == ["true", "2014-05-01T12:30:15Z", "18446744073709551615", "-9223372036854775808", "5e-324", "-1e-05"])
    }

    /// Foundation writes rows of any kind in both formats, and the same rows are read.
    @Test func foundation() throws {
        var seed = Seed.announced(for: "XMLPlistAgreementTests.foundation")
        for _ in 0..<100 {
            let rows = (0..<Int.random(in: 0...40, using: &seed)).map { _ in RandomRow(&seed) }
            let list = rows.map(\.dictionary)
            let columns = RowColumns(kept: ["on", "more"])
            func write(_ format: PropertyListSerialization.PropertyListFormat) throws -> Bytes {
                Bytes(Array(try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)))
            }
            let xmlList = try write(.xml)
            let cuts = Set((0..<5).map { _ in Int.random(in: 0...xmlList.count, using: &seed) }).sorted()
            let xml = readXMLPlist(xmlList, cutAt: cuts, columns: columns)
            let binary = readBinaryPlist(try write(.binary), columns: columns)
            #expect(xml.failure == nil && binary.failure == nil, "\(seed)")
            #expect(xml.broken.map(\.number) == binary.broken.map(\.number), "\(seed)")
            #expect(xml.broken.map(\.text) == binary.broken.map(\.text), "\(seed)")
            #expect(xml.broken.map(\.number) == rows.indices.filter { rows[$0].expected == nil }.map { $0 + 1 }, "\(seed)")
            let expected = rows.compactMap(\.expected)
            #expect(xml.rows.map(canonical) == expected, "\(seed)")
            #expect(binary.rows.map(canonical) == expected, "\(seed)")
        }
    }

    /// Foundation writes a real with 17 digits in XML, so only the values can be compared.
    private func canonical(_ row: CatalogueReading.Row) -> CatalogueReading.Row {
        var row = row
        row.price = RandomRow.canonical(row.price)
        row.kept = row.kept.map { $0.map(RandomRow.canonical) }
        return row
    }
}

/// A row for Foundation to write, and the expected reading; nil for a broken row.
private struct RandomRow {
    private(set) var dictionary: [String: Any] = [:]
    private(set) var expected: CatalogueReading.Row?

    init(_ seed: inout Seed) {
        var isBroken = false
        func put(_ key: String, _ value: (Any, text: String?)) -> String? {
            dictionary[key] = value.0
            return value.text
        }
        let img = put("img", Int.random(in: 0..<20, using: &seed) > 0 ? RandomRow.text(&seed) : RandomRow.any(&seed)).map(named)
        if !(dictionary["img"] is String) || img == "" { isBroken = true }
        let price = put("price", RandomRow.any(&seed))
        if !(dictionary["price"] is String || RandomRow.isNumber(dictionary["price"])) { isBroken = true }
        let width = Int.random(in: -3...70_000, using: &seed)
        if Bool.random(using: &seed) { dictionary["w"] = width }
        if Bool.random(using: &seed) { dictionary["h"] = "\(width)" }
        var kept: [String?] = []
        for key in ["on", "more"] {
            guard Bool.random(using: &seed) else {
                kept.append(nil)
                continue
            }
            let text = put(key, Int.random(in: 0..<20, using: &seed) > 0 ? RandomRow.scalar(&seed) : RandomRow.any(&seed))
            if text == nil { isBroken = true }
            kept.append(text)
        }
        if Bool.random(using: &seed) { dictionary["x" + (RandomRow.text(&seed).text ?? "")] = [1, ["img": "x"]] as [Any] }
        if dictionary["img"] == nil || dictionary["price"] == nil { isBroken = true }
        guard !isBroken, let img, let price else { return }
        expected = CatalogueReading.Row(
            img: img, price: price, w: dictionary["w"] != nil && width > 0 ? width : nil,
            h: dictionary["h"] != nil && width > 0 ? width : nil, kept: kept)
    }

    static func isNumber(_ value: Any?) -> Bool { value is Int || value is UInt64 || value is Double }

    /// Writes reals in one form, and leaves other texts as they are.
    static func canonical(_ text: String) -> String {
        text.contains(where: { $0 == "." || $0 == "e" }) ? Double(text).map { "\($0)" } ?? text : text
    }

    private static let letters: [ClosedRange<UInt32>] = [
        0x20...0x7E, 0x9...0xA, 0x20...0x7E, 0xA0...0x2FF, 0x4E00...0x9FFF, 0xE000...0xFFFD, 0x1F600...0x1F64F, 0x10FFF0...0x10FFFF,
    ]

    private static func text(_ seed: inout Seed) -> (Any, text: String?) {
        var text = String.UnicodeScalarView()
        let isASCII = Bool.random(using: &seed)
        for _ in 0..<Int.random(in: 0...20, using: &seed) {
            let range = isASCII ? letters[0] : letters[Int.random(in: 0..<letters.count, using: &seed)]
            text.append(Unicode.Scalar(UInt32.random(in: range, using: &seed))!)
        }
        // A text that looks like a real would be compared as a real.
        let string = String(text).replacingOccurrences(of: ".", with: "-").replacingOccurrences(of: "e", with: "é")
        return (string, string)
    }

    /// A value that has a text.
    private static func scalar(_ seed: inout Seed) -> (Any, text: String?) {
        switch Int.random(in: 0..<6, using: &seed) {
        case 0: return text(&seed)
        case 1:
            let number = Int(truncatingIfNeeded: seed.next() >> UInt64.random(in: 0...63, using: &seed))
            return (number, "\(number)")
        case 2:
            let number = seed.next() | 1 << 63
            return (number, "\(number)")
        case 3:
            let number = Double.random(in: -10...1e6, using: &seed) + 0.5e-3
            return (number, "\(number)")
        case 4:
            let flag = Bool.random(using: &seed)
            return (flag, "\(flag)")
        default:
            let seconds = Int.random(in: -12_000_000_000...250_000_000_000, using: &seed)
            // The formatter would turn to the Julian calendar before 1582.
            let date = Date(timeIntervalSinceReferenceDate: Double(seconds) + 0.25)
            return (date, ISO8601DateFormatter().string(from: Date(timeIntervalSinceReferenceDate: Double(seconds))))
        }
    }

    private static func any(_ seed: inout Seed) -> (Any, text: String?) {
        switch Int.random(in: 0..<40, using: &seed) {
        case 0: (Data((0..<20).map { _ in UInt8.random(in: 0...255, using: &seed) }), nil)
        case 1: ([text(&seed).0, scalar(&seed).0] as [Any], nil)
        case 2: (["img": scalar(&seed).0], nil)
        default: scalar(&seed)
        }
    }
}

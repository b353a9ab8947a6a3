import TestSupport
import Testing
import WeirRecords

/// Random rows are read as they were written, in every format.
@Suite struct CataloguePropertyTests {
    struct Row {
        var img: String
        var price: String
        var sku: String
        var w: Int
        var rest: String
    }

    private static let pieces = [
        "a", "picture", "/", ".jpg", ",", ";", "\t", "\"", "\"\"", "\\", "\n", "\r", "\r\n", " ", "{", "}", "[", "]", ":",
        "¥", "é", "😀", "\u{FFFD}", "\u{7F}", "\u{80}", "1299.00", "https://example.com/", "x\u{301}",
    ]

    static func rows(_ seed: inout Seed) -> [Row] {
        func text(atLeast least: Int) -> String {
            (0..<Int.random(in: least...8, using: &seed)).map { _ in pieces.randomElement(using: &seed)! }.joined()
        }
        return (0..<Int.random(in: 0...40, using: &seed)).map { _ in
            let img = text(atLeast: 1)
            return Row(
                img: named(img).isEmpty ? "a" : img, price: text(atLeast: 1), sku: text(atLeast: 0),
                w: Int.random(in: 1...5000, using: &seed), rest: text(atLeast: 0))
        }
    }

    @Test(arguments: 0..<40) func rowsReadBack(_ round: Int) {
        var seed = Seed.announced(for: "rowsReadBack")
        let rows = Self.rows(&seed)
        let columns = RowColumns(kept: ["sku"])
        let expected = rows.map { ["\(named($0.img)) \($0.price)", "\($0.w)x0", $0.sku].joined(separator: " ") }
        for (format, catalogue) in [
            (TextFormat.csv, table(rows, ",", &seed)), (.tsv, table(rows, "\t", &seed)), (.json, array(rows, &seed)),
            (.jsonLines, lines(rows, &seed)),
        ] {
            let catalogue = Bytes(catalogue)
            let ends = (0..<Int.random(in: 0...5, using: &seed)).map { _ in Int.random(in: 0...catalogue.count, using: &seed) }
            let reading = read(catalogue, as: format, cutAt: ends.sorted(), columns: columns)
            #expect(reading.texts == expected, "\(format) \(seed)")
            #expect(reading.complaints == [] && reading.failure == nil, "\(format) \(seed)")
            #expect(reading.numbers == Array(1..<rows.count + 1), "\(format) \(seed)")
        }
    }

    private func table(_ rows: [Row], _ delimiter: String, _ seed: inout Seed) -> String {
        let lineEnd = Bool.random(using: &seed) ? "\n" : "\r\n"
        func field(_ text: String, _ seed: inout Seed) -> String {
            let needsQuotes = text.utf8.contains { [0x22, 0x0A, 0x0D, delimiter.utf8.first!].contains($0) }
            guard needsQuotes || Bool.random(using: &seed) else { return text }
            return "\"" + text.replacing("\"", with: "\"\"") + "\""
        }
        var lines = ["rest", "img", "w", "price", "sku"].map { field($0, &seed) }.joined(separator: delimiter) + lineEnd
        for row in rows {
            let fields = [row.rest, row.img, String(row.w), row.price, row.sku].map { field($0, &seed) }
            lines += fields.joined(separator: delimiter) + lineEnd
        }
        return lines
    }

    private func array(_ rows: [Row], _ seed: inout Seed) -> String {
        "[" + rows.map { space(&seed) + object($0, &seed) + space(&seed) }.joined(separator: ",") + "]" + space(&seed)
    }

    private func lines(_ rows: [Row], _ seed: inout Seed) -> String {
        rows.map { object($0, &seed) + ["\n", "\r\n", "", " "].randomElement(using: &seed)! }.joined()
    }

    private func space(_ seed: inout Seed) -> String { ["", " ", "\n", "\r\n\t"].randomElement(using: &seed)! }

    private func object(_ row: Row, _ seed: inout Seed) -> String {
        func text(_ text: String) -> String { string(text, &seed) }
        var members = [
            "\(text("img")):\(text(row.img))", "\(text("price")) : \(text(row.price))", "\(text("sku")):\(text(row.sku))",
            "\"w\":\(Bool.random(using: &seed) ? String(row.w) : text(String(row.w)))",
            "\(text(row.rest + "?")): [\(text(row.rest)), {\"img\":\(text(row.img))}]",
        ]
        members.shuffle(using: &seed)
        return "{" + members.joined(separator: "," + ["", " "].randomElement(using: &seed)!) + "}"
    }

    private func string(_ text: String, _ seed: inout Seed) -> String {
        var json = "\""
        for unit in text.unicodeScalars {
            switch unit {
            case "\"": json += "\\\""
            case "\\": json += "\\\\"
            case "\n": json += "\\n"
            case "\r": json += "\\r"
            case "\t": json += "\\t"
            default:
                guard Int.random(in: 0..<8, using: &seed) == 0 else {
                    json.unicodeScalars.append(unit)
                    continue
                }
                for unit in String(unit).utf16 {
                    let digits = String(unit, radix: 16, uppercase: Bool.random(using: &seed))
                    json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
        return json + "\""
    }
}

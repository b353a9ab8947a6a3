import TestSupport
import Testing
import WeirBase
import WeirRecords

/// The same records give the same rows in every format, also if they are broken.
@Suite struct FormatAgreementTests {
    private static let columns = RowColumns(kept: ["k"])

    @Test func brokenRecords() {
        var seed = Seed.announced(for: "FormatAgreementTests.brokenRecords")
        for _ in 0..<400 {
            let records = (0..<Int.random(in: 1...6, using: &seed)).map { _ in RandomRecord(&seed) }
            let array = rows(of: jsonArray(records), as: .json(.any))
            let lines = rows(of: jsonLines(records), as: .json(.objects))
            let strictLines = rows(of: jsonLines(records), as: .json(.lines))
            let xml = rows(of: xmlPlist(records), as: .xmlPlist)
            let binary = readBinaryPlist(binaryPlist(records), columns: Self.columns)
            #expect(array.failure == nil && array.numbers.count + array.broken.count == records.count, "\(seed)")
            for other in [lines, strictLines, xml, binary] {
                #expect(other.rows == array.rows, "\(seed) \(records)")
                #expect(other.numbers == array.numbers, "\(seed) \(records)")
                #expect(other.broken.map(\.number) == array.broken.map(\.number), "\(seed) \(records)")
            }
            // Formats with the same kinds of values have the same messages.
            #expect(lines.broken.map(\.text) == array.broken.map(\.text), "\(seed)")
            #expect(strictLines.broken.map(\.text) == array.broken.map(\.text), "\(seed)")
            #expect(xml.broken.map(\.text) == binary.broken.map(\.text), "\(seed) \(records)")
        }
    }

    private func rows(of document: String, as format: RecordFormat) -> CatalogueReading {
        read(
            Bytes(document), with: RowReader(format, columns: Self.columns), kept: Self.columns.kept.count)
    }

    private func jsonArray(_ records: [RandomRecord]) -> String { "[\(records.map(\.json).joined(separator: ",\n"))]" }
    private func jsonLines(_ records: [RandomRecord]) -> String { records.map(\.json).joined(separator: "\n") }
    private func xmlPlist(_ records: [RandomRecord]) -> String {
        "<plist><array>\(records.map(\.xml).joined(separator: "\n"))</array></plist>"
    }
    private func binaryPlist(_ records: [RandomRecord]) -> Bytes {
        BinaryList(.array(records.map(\.binary)), referenceBytes: 2).bytes
    }
}

/// A record with random keys and values; a key may be missing or occur twice.
private struct RandomRecord: CustomStringConvertible {
    indirect enum Value {
        case text(String)
        case integer(Int64)
        case real(Double)
        case flag(Bool)
        case list([Value])
        case record([(String, Value)])
    }

    private let pairs: [(String, Value)]

    init(_ seed: inout Seed) {
        var pairs: [(String, Value)] = []
        for key in ["img", "price", "w", "h", "k", "x"] where Int.random(in: 0..<8, using: &seed) > 0 {
            pairs.append((key, RandomRecord.value(for: key, &seed)))
        }
        if Int.random(in: 0..<6, using: &seed) == 0, let twice = pairs.randomElement(using: &seed) { pairs.append(twice) }
        self.pairs = pairs.shuffled(using: &seed)
    }

    private static func value(for key: String, _ seed: inout Seed) -> Value {
        let isOdd = Int.random(in: 0..<6, using: &seed) == 0
        switch key {
        case "img" where !isOdd: return .text(text(&seed))
        // Only a property list takes a whole number with a fraction for a size.
        case "w", "h":
            return Bool.random(using: &seed)
                ? .integer(Int64.random(in: -5...5000, using: &seed)) : .text("\(Int.random(in: 0...99, using: &seed))")
        // Only JSON can keep a list or a record, and only JSON has lists of pictures.
        case "img", "k": return any(&seed, depth: 2)
        default: return any(&seed, depth: 0)
        }
    }

    private static func text(_ seed: inout Seed) -> String {
        let signs = ["a", "/", "\"", "\\", "&", "<", ">", "'", "\n", "\t", "é", "¥", "靴", "😀", "]]>"]
        return (0..<Int.random(in: 0...8, using: &seed)).map { _ in signs.randomElement(using: &seed) ?? "" }.joined()
    }

    private static func any(_ seed: inout Seed, depth: Int) -> Value {
        switch Int.random(in: 0..<(depth < 2 ? 9 : 7), using: &seed) {
        case 0...2: .text(text(&seed))
        case 3...4: .integer(Int64.random(in: -1_000_000...1_000_000, using: &seed))
        case 5: .real(Double(Int.random(in: -4000...4000, using: &seed)) / 4 + 0.25)
        case 6: .flag(Bool.random(using: &seed))
        case 7: .list((0..<2).map { _ in any(&seed, depth: depth + 1) })
        default: .record([("img", any(&seed, depth: depth + 1)), ("y", .text("z"))])
        }
    }

    var json: String { RandomRecord.json(.record(pairs)) }
    var xml: String { RandomRecord.xml(.record(pairs)) }
    var binary: BinaryValue { RandomRecord.binary(.record(pairs)) }
    var description: String { json }

    private static func json(_ value: Value) -> String {
        switch value {
        case .text(let text):
            var output = ByteBuffer()
            output.append(json: text)
            return String(decoding: output.bytes, as: UTF8.self)
        case .integer(let number): return "\(number)"
        case .real(let number): return "\(number)"
        case .flag(let flag): return "\(flag)"
        case .list(let values): return "[\(values.map(json).joined(separator: ", "))]"
        case .record(let pairs): return "{\(pairs.map { json(.text($0)) + ": " + json($1) }.joined(separator: ","))}"
        }
    }

    private static func xml(_ value: Value) -> String {
        func escaped(_ text: String) -> String {
            text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&#62;")
        }
        switch value {
        case .text(let text): return "<string>\(escaped(text))</string>"
        case .integer(let number): return "<integer> \(number)\n</integer>"
        case .real(let number): return "<real>\(number)</real>"
        case .flag(let flag): return "<\(flag)/>"
        case .list(let values): return "<array>\(values.map(xml).joined())</array>"
        case .record(let pairs): return "<dict>\(pairs.map { "<key>\(escaped($0))</key>\(xml($1))" }.joined(separator: "\n"))</dict>"
        }
    }

    private static func binary(_ value: Value) -> BinaryValue {
        switch value {
        case .text(let text): text.utf8.allSatisfy { $0 < 0x80 } ? .ascii(text) : .utf16(text)
        case .integer(let number): .integer(number)
        case .real(let number): .real(number)
        case .flag(let flag): flag ? .yes : .no
        case .list(let values): .array(values.map(binary))
        case .record(let pairs): .dictionary(pairs.map { (BinaryValue.ascii($0), binary($1)) })
        }
    }
}

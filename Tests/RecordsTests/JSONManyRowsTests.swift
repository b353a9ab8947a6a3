import TestSupport
import Testing
import WeirRecords

/// Many rows are read at once. A broken row, a long row, or a row across the end of a piece must not change how the
/// other rows are read.
@Suite struct JSONManyRowsTests {
    private static let broken = [
        #"{"img":"x","price":tru}"#, #"{"img":"x","price":"\ud800"}"#, #"{"price":"x"}"#, #"{"img":"x","price":[}"#,
        #"{"img":"x,"price":1}"#, "17", "{\"img\":\"x\",\"price\":\"\t\"}",
    ]

    @Test(arguments: [TextFormat.json, .jsonLines], [1_000_000, 65_536, 1000]) func brokenRowsAmongSound(
        _ format: TextFormat, _ pieceLength: Int
    ) {
        var seed = Seed.announced(for: "brokenRowsAmongSound")
        var lines: [String] = []
        var texts: [String] = []
        var brokenLines: [Int] = []
        while lines.count < 6000 {
            if Int.random(in: 0..<60, using: &seed) == 0 {
                // After a row without a recognizable end, a line that begins with no bracket counts as the rest of
                // that row.
                let followsBroken = brokenLines.last == lines.count
                brokenLines.append(lines.count + 1)
                lines.append(Self.broken.filter { !followsBroken || $0.hasPrefix("{") }.randomElement(using: &seed)!)
            } else {
                // Texts with braces, so that a brace often seems to end the rows that are read at once.
                let name = String(repeating: "}", count: Int.random(in: 1...30, using: &seed))
                let isLong = Int.random(in: 0..<500, using: &seed) == 0
                let count = isLong ? Int.random(in: 1...30_000, using: &seed) : 0
                let rest = String(repeating: #"{\"\\]"#, count: count)
                lines.append("{\"img\":\"\(name)\",\"rest\":\"\(rest)\",\"price\":\(lines.count)}")
                texts.append("\(name) \(lines.count - 1)")
            }
        }
        let body = lines.joined(separator: format == .json ? ",\n" : "\n")
        let catalogue = Bytes(format == .json ? "[\(body)\n]" : body)
        let cuts = Array(stride(from: pieceLength, to: catalogue.count, by: pieceLength))
        let reading = read(catalogue, as: format, cutAt: cuts)
        #expect(reading.failure == nil, "\(seed)")
        #expect(reading.texts == texts, "\(seed)")
        #expect(reading.broken.map(\.position.line) == brokenLines, "\(seed)")
        #expect(reading.numbers == reading.lines, "\(seed)")
    }
}

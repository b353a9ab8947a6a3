import Layouts
import TestSupport
import Testing

/// The shift score beside the one that a real browser measures.
@Suite(.needs(.time), .needs(.chromium)) struct ChromiumShiftTests {
    @Test func theScoreIsChromiums() throws {
        var seed = Seed.announced(for: "theScoreIsChromiums")
        let cases = try Self.cases(&seed)
        let measured = try Self.measure(cases)
        for one in cases {
            let chromium = try #require(measured[one.name])
            let score = one.score
            for (ours, theirs, what) in [(score.sum, chromium.sum, "sum"), (score.cls, chromium.cls, "CLS")] {
                #expect(
                    abs(ours - theirs) <= max(0.01, 0.02 * theirs),
                    "\(what) of \(one.name): \(ours), and Chromium's is \(theirs); \(seed)")
            }
        }
    }

    /// Eighty of one to five columns, upright and turned, with each arrival, and sizes that are declared square, as other pictures
    /// and nearly missing; and some that come in several sessions.
    private static func cases(_ seed: inout Seed) throws -> [ShiftCase] {
        var cases: [ShiftCase] = []
        let kinds = ["order", "together", "shuffled", "connections"]
        for round in 0..<4 {
            for (index, (columns, kind)) in (1...5).flatMap({ columns in kinds.map { (columns, $0) } }).enumerated() {
                let isTurned = round % 2 == 0
                let declaration = [ShiftCase.Declaration.square, .otherPictures, .nearlyMissing][(index + round) % 3]
                let name = "\(kind)-\(columns)-\(round)-\(isTurned ? "turned" : "upright")-\(declaration)"
                let one = try ShiftCase(name, columns: columns, isTurned: isTurned, declaration, &seed)
                switch kind {
                case "shuffled":
                    let items = Array(0..<one.truth.count).shuffled(using: &seed)
                    cases.append(one.arriving(items.enumerated().map { ArrivalMoment(frame: $0.offset, items: [$0.element]) }))
                case "connections":
                    let process = try ArrivalProcess("connections=\(Int.random(in: 1...8, using: &seed))")
                    cases.append(one.arriving(process.moments(of: one.truth, seed: .random(in: 0...1000, using: &seed))))
                default: cases.append(one.arriving(try ArrivalProcess(kind).moments(of: one.truth)))
                }
            }
        }
        for (index, gap) in [60, 75].enumerated() {
            let one = try ShiftCase("waits-\(gap)", columns: 2 + index, isTurned: index == 1, .square, count: 12, &seed)
            let items = Array(0..<12).shuffled(using: &seed)
            cases.append(
                one.arriving((0..<3).map { ArrivalMoment(frame: $0 * gap, items: Array(items[$0 * 4..<$0 * 4 + 4])) }, waiting: true))
        }
        // The first move comes late, and its window ends late too.
        let late = try ShiftCase("late", columns: 1, isTurned: false, .square, &seed)
        return cases + [late.arriving(late.truth.heights.indices.map { ArrivalMoment(frame: 45 + 25 * $0, items: [$0]) })]
    }

    /// All cases in one browser.
    private static func measure(_ cases: [ShiftCase]) throws -> [String: (sum: Double, cls: Double)] {
        let page = ShiftPage.html(cases: "[\(cases.map(\.json).joined(separator: ",\n"))]")
        var scripts = ShiftCase.pictures
        scripts["/"] = [Exchange(.header("Content-Type", "text/html"), .body(Bytes(page)))]
        scripts["/result"] = [Exchange(.body(""))]
        scripts["/end"] = [Exchange(.body(""))]
        let server = try ScriptedServer(scripts, delay: 1)
        let browser = try Chromium(showing: server.url())
        try waitUntil("Chromium has shown all cases") { !server.requests(of: "/end").isEmpty || browser.hasEnded }
        browser.end()
        server.stop()
        #expect(server.requests(of: "/end").map(\.target) == ["/end"])
        return Dictionary(
            uniqueKeysWithValues: server.requests(of: "/result").compactMap { request in
                let parts = request.target.dropFirst("/result?".count).split(separator: ":")
                guard parts.count == 3, let sum = Double(parts[1]), let cls = Double(parts[2]) else { return nil }
                return (String(parts[0]), (sum, cls))
            })
    }
}

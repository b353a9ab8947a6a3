// docs/operations.md: drawn nights of a shop, after each of which its site shows what its server has.
import Foundation
import TestSupport
import Testing

@Suite(.needs(.program("sqlite3")), .needs(.program("rsync"))) struct JourneyMonthTests {
    /// The number of nights, which `WEIR_NIGHTS` overrides.
    private static let nights = ProcessInfo.processInfo.environment["WEIR_NIGHTS"].flatMap { Int($0) } ?? 30

    private struct Picture {
        /// The width of the picture on its server; nil if it is not there.
        var width: Int?
        /// The width that weir has seen last.
        var seen: Int?
        /// Whether the last night failed to see it, so that it may rest.
        var hasFailed = false
    }

    private struct Entry: Equatable {
        let status: String
        let width: Int
        let img: String
    }

    private let runs: Remembering
    private let server: NginxServer
    private let publish: String
    private var seed = Seed.announced(for: "nights of a shop")
    private var pictures: [Picture] = []
    private var rows: [Int] = []
    private var writes = 0
    private var entries: [Entry] = []

    private var folder: TemporaryFolder { runs.folder }

    init() throws {
        runs = try Remembering()
        try runs.folder.addFolder("site")
        server = try NginxServer(serving: runs.folder.path + "/site")
        // These nights are closer together than a second, which is as closely as rsync compares times.
        publish = try PublishingTests.recipe("rsync").replacing("rsync ", with: "rsync --itemize-changes --modify-window=-1 ")
        for _ in 0..<60 { try add() }
        rows = pictures.indices + [0, 7, 7]
        try list(rows)
    }

    private mutating func add() throws {
        pictures.append(Picture())
        try set(pictures.count - 1, Int.random(in: 1...999, using: &seed))
    }

    /// Puts a picture of a width on the server, or takes it away.
    private mutating func set(_ number: Int, _ width: Int?) throws {
        pictures[number].width = width
        let path = "\(folder.path)/site/\(number).jpg"
        guard let width else { return try FileManager.default.removeItem(atPath: path) }
        try folder.add(Bytes("site/\(number).jpg"), .jpeg(width: UInt16(width), height: 5))
        // nginx makes its entity tag of the time and the length.
        writes += 1
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000 + Double(writes))], ofItemAtPath: path)
    }

    private func list(_ rows: [Int], without cut: Int = 0) throws {
        let text = (["img,price"] + rows.map { "\(server.url("/\($0).jpg")),\"\($0).00\"" }).joined(separator: "\n") + "\n"
        try folder.add("c.csv", Bytes(Array(text.utf8.dropLast(cut))))
    }

    private func weir(is status: Int32) throws -> String {
        let options: [Bytes] = [
            "-o", "pages", "--page-size=10", "--page-names=hash", "--with=status", "--max-age=12h", "--max-failures=100%",
            "--host-patience=1s", "-q",
            "--report=r.json",
        ]
        let outcome = try Program.weir.run(["ingest", "c.csv"] + options + FetchCase.limits, in: folder)
        #expect(outcome.status == .exited(status), "\(seed): \(outcome.messages)")
        #expect(outcome.messages.split(separator: "\n").count <= 24, "\(seed): \(outcome.messages)")
        return outcome.messages
    }

    /// The entries as a client of the site reads them.
    private func published() throws -> [Entry] {
        let index = try #require(try json(folder.content(of: "docroot/index.json")) as? [String: Any])
        return try #require(index["pages"] as? [[String: Any]]).flatMap { page in
            try #require(try json(folder.content(of: "docroot/\(page["file"] ?? "")")) as? [[String: Any]]).map {
                Entry(status: $0["status"] as? String ?? "", width: $0["w"] as? Int ?? 0, img: $0["img"] as? String ?? "")
            }
        }
    }

    /// A run with its publication, and the judgement of both.
    private mutating func night(_ name: String, isServed: Bool = true) throws {
        let mail = try weir(is: 0)
        let report = try runs.report()
        let news = (report["newFailures"] as? [Any] ?? []).count + (report["recovered"] as? [Any] ?? []).count
        #expect(mail.isEmpty == (news == 0), "\(seed): \(name): \(mail)")
        let shell = try #require(Program.named("bash")).run(["-c", Bytes(publish)], in: folder)
        #expect(shell.status == .exited(0), "\(seed): \(name): \(shell.messages)")
        let before = entries
        entries = try published()
        let isAnythingSent = shell.text.split(separator: "\n").contains { !$0.hasSuffix("/") }
        #expect(isAnythingSent == (entries != before), "\(seed): \(name): \(shell.text)")
        let isListed = entries.map(\.img) == rows.map { server.url("/\($0).jpg") }
        #expect(isListed, "\(seed): \(name)")
        let shown = Dictionary(zip(rows, entries)) { one, other in
            #expect(one == other, "\(seed): \(name)")
            return one
        }
        for (number, entry) in shown {
            var picture = pictures[number]
            let width = isServed ? picture.width : nil
            switch entry.status {
            case "ok":
                #expect(entry.width == width, "\(seed): \(name): \(entry)")
                picture.seen = entry.width
            case "stale": #expect(entry.width == picture.seen, "\(seed): \(name): \(entry)")
            default: #expect(entry.status == "placeholder" && picture.seen == nil, "\(seed): \(name): \(entry)")
            }
            #expect(entry.status == "ok" || width == nil || picture.hasFailed, "\(seed): \(name): \(entry)")
            picture.hasFailed = entry.status != "ok"
            pictures[number] = picture
        }
        try runs.letPass(seconds: 86_400)
    }

    /// Changes the shop, as a day does.
    private mutating func change() throws {
        for _ in 0..<Int.random(in: 1...6, using: &seed) {
            let number = Int.random(in: pictures.indices, using: &seed)
            switch Int.random(in: 0..<6, using: &seed) {
            case 0:
                try add()
                rows.insert(pictures.count - 1, at: Int.random(in: 0...rows.count, using: &seed))
            case 1:
                pictures.append(Picture())
                rows.append(pictures.count - 1)
            case 2: rows.remove(at: Int.random(in: rows.indices, using: &seed))
            case 3: if pictures[number].width != nil { try set(number, nil) }
            default: try set(number, Int.random(in: 1...999, using: &seed))
            }
        }
        try list(rows)
    }

    @Test mutating func nights() throws {
        try night("the first night")
        for number in 1...Self.nights {
            switch Int.random(in: 0..<8, using: &seed) {
            case 0: try night("night \(number), without a change")
            case 1:
                let pages = try folder.names(in: "pages")
                try list(rows, without: 4)
                _ = try weir(is: 2)
                try list(Array(rows.prefix(rows.count / 4)))
                _ = try weir(is: 1)
                #expect(try folder.names(in: "pages") == pages, "\(seed): night \(number)")
                try list(rows)
                try night("night \(number), with a new export")
            case 2:
                server.stop()
                try night("night \(number), without a server", isServed: false)
                try server.restart(by: SIGTERM)
            case 3:
                try change()
                let run = try Program.weir.start(
                    ["ingest", "c.csv", "-o", "pages", "--page-size=10", "--page-names=hash", "-q"] + FetchCase.limits, in: folder)
                usleep(UInt32.random(in: 0...60_000, using: &seed))
                run.send(signal: SIGKILL)
                _ = try run.finish()
                try night("night \(number), after a run that was killed")
            default:
                try change()
                try night("night \(number)")
            }
        }
        // The shop is whole again, and no picture rests any more.
        for number in pictures.indices where pictures[number].width == nil { try set(number, 5) }
        try runs.letPass(seconds: 40 * 86_400)
        try night("the last night")
        #expect(entries.allSatisfy { $0.status == "ok" }, "\(seed)")
        #expect(entries.map(\.width) == rows.map { pictures[$0].width }, "\(seed)")
    }
}

// docs/operations.md: the mails of bad nights, each of which has at most 12 lines.
import Foundation
import TestSupport
import Testing

@Suite(.needs(.program("sqlite3"))) struct BadNightTests {
    private let runs: Remembering
    private let server: ScriptedServer
    private static let pictures = 1...400

    private var folder: TemporaryFolder { runs.folder }

    init() throws {
        runs = try Remembering()
        server = try ScriptedServer(otherwise: [Exchange(.body(.picture))])
        try list(Self.pictures.map(url))
    }

    private func url(_ number: Int) -> String { server.url("/\(number).jpg") }
    private func list(_ names: [String]) throws { try folder.addCatalogue(names, as: "catalogue.csv") }
    private func set(_ numbers: ClosedRange<Int>, _ exchange: Exchange) { for number in numbers { server.set("/\(number).jpg", exchange) } }

    /// The mail that cron sends of the crontab's command.
    private func mail(_ output: Bytes = "manifest.json", is status: Int32) throws -> String {
        let options: [Bytes] = ["--quiet", "--max-failures=5%", "--host-patience=1s"] + FetchCase.limits
        let keys = ["AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "B", "AWS_ENDPOINT_URL": server.url(""), "HOME": folder.path]
        let outcome = try Program.weir.run(
            ["ingest", "catalogue.csv", "-o", output, "--journal=.weir-journal"] + options, environment: keys, in: folder)
        #expect(outcome.status == .exited(status), "\(outcome.messages)")
        // The documentation has a host of a shop, and the hour of the crontab.
        return outcome.messages.replacing("\(server.address):\(server.port)", with: "img.shop.example")
            .replacing(#/since \d\d:\d\d/#, with: "since 03:17")
            .replacing(#/over \d+ connections/#, with: "over 16 connections")
    }

    /// The mail of a night that follows a good one.
    private func night(is status: Int32, _ change: () throws -> Void) throws -> String {
        #expect(try mail(is: 0) == "")
        try runs.letPass(seconds: 40 * 86_400)
        try change()
        return try mail(is: status)
    }

    private enum Night: String, CaseIterable {
        case hostDown = "A host is down"
        case gone = "Pictures are gone"
        case early = "New rows come before their pictures"
        case cut = "The export was cut"
        case short = "The export has lost rows"
        case broken = "Pictures are broken"
        case refused = "The keys are refused"
        case journal = "The journal is damaged"
        case rows = "Rows are broken"
        case disk = "The disk is full"
    }

    private func mail(of night: Night) throws -> String {
        switch night {
        case .hostDown:
            return try self.night(is: 0) {
                try list((1...403).map(url))
                server.stop()
            }
        case .gone: return try self.night(is: 0) { set(1...300, Exchange(.status(404))) }
        case .early:
            return try self.night(is: 1) {
                try list((1...450).map(url))
                set(401...450, Exchange(.status(404)))
            }
        case .cut:
            return try self.night(is: 2) {
                let rows = Self.pictures.map { "\(url($0)),\"$\($0).00\"\n" }
                try folder.add("catalogue.csv", Bytes(Array(("img,price\n" + rows.joined()).utf8.dropLast(5))))
            }
        case .short: return try self.night(is: 1) { try list((1...150).map(url)) }
        case .broken:
            return try self.night(is: 0) {
                set(1...30, Exchange(.body("<html>Sorry</html>")))
                set(31...60, Exchange(.body(.picture.prefix(8))))
                set(61...90, Exchange(.body("")))
            }
        case .refused:
            try list(Self.pictures.map { "s3://shop/\($0).jpg" })
            return try self.night(is: 1) {
                for number in Self.pictures {
                    server.set("/shop/\(number).jpg", Exchange(.status(403), .body("<Error><Code>InvalidAccessKeyId</Code></Error>")))
                }
            }
        case .journal:
            return try self.night(is: 0) {
                var bytes = try #require(folder.content(of: ".weir-journal"))
                for index in 5000..<bytes.count { bytes[index] = 0xA5 }
                try folder.add(".weir-journal", Bytes(bytes))
            }
        case .rows:
            return try self.night(is: 1) {
                let rows = Self.pictures.map { $0 % 10 == 0 ? ",1\n" : "\(url($0)),1\n" }
                try folder.add("catalogue.csv", Bytes("img,price\n" + rows.joined()))
            }
        case .disk:
            let disk = try SmallDisk(folder, "disk", size: "64k")
            defer { withExtendedLifetime(disk) {} }
            #expect(try mail("disk/manifest.json", is: 0) == "")
            try list((0..<20_000).map { url($0 % 400 + 1) })
            return try mail("disk/manifest.json", is: 3)
        }
    }

    /// The mails that the documentation shows, by their nights.
    private static let shown: [String: String] = {
        let text = (try? Fixtures.bytes(of: Fixtures.root + "/docs/operations.md")).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let part =
            text.components(separatedBy: "\n## The mails of bad nights\n").dropFirst().first?.components(separatedBy: "\n## ").first ?? ""
        let mails = part.components(separatedBy: "\n**").dropFirst().map { mail -> (String, String) in
            let lines = mail.components(separatedBy: "\n")
            let block = lines.drop { !$0.hasPrefix("    ") }.prefix { $0.hasPrefix("    ") }.map { $0.dropFirst(4) + "\n" }
            return (mail.components(separatedBy: "**")[0], block.joined())
        }
        return Dictionary(mails) { one, _ in one }
    }()

    /// The page shows the first of several pictures, and `…` for the others and the note about them.
    private static func shortened(_ mail: String) -> String {
        mail.replacing(#/(weir: row .*\n)(?:weir: (?:row|further) .*\n)+/#) { "\($0.output.1)…\n" }
    }

    /// Which pictures are asked for before a host counts as out depends on the machine, and on --host-patience.
    private static func withoutPace(_ mail: String) -> String {
        mail.replacing(#/(weir: row \d+ \(line \d+\): \S+ connect.*\n)+(…\n)?/#, with: "rows\n")
            .replacing(#/\d+ host-suspended, \d+ connect/#, with: "host-suspended, connect")
            .replacing(#/\d+ of them without/#, with: "those without")
    }

    @Test(.needs(.smallDisk)) func isShortOnAFullDisk() throws { try checkMail(of: .disk) }

    @Test(arguments: Night.allCases.filter { $0 != .disk }.map(\.rawValue))
    func isShort(_ name: String) throws { try checkMail(of: try #require(Night(rawValue: name))) }

    private func checkMail(of night: Night) throws {
        let mail = try mail(of: night)
        let lines = mail.split(separator: "\n")
        #expect((1...12).contains(lines.count), "\(mail)")
        // The first line says whether the manifest is new.
        let state = #/^weir: (wrote \S+;|\S+ is unchanged;|\S+ stays as it was:|.*; \S+ stays as it was$)/#
        #expect(lines.first?.firstMatch(of: state) != nil, "\(mail)")
        // The mails of other nights look like these, so the page leaves them out.
        guard [.hostDown, .short].contains(night) else { return }
        let (short, shown) = (Self.shortened(mail), try #require(Self.shown[night.rawValue]))
        if night == .hostDown {
            #expect(Self.withoutPace(short) == Self.withoutPace(shown))
        } else {
            #expect(short == shown)
        }
    }
}

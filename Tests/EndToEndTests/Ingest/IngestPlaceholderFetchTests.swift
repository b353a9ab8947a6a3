// docs/manifest.md: placeholders of pictures on servers.
import Foundation
import TestSupport
import Testing

@Suite(.needs(.program("cjpeg"))) struct IngestPlaceholderFetchTests {
    private let runs: Remembering
    private let site: TemporaryFolder
    private var folder: TemporaryFolder { runs.folder }
    private static let facts: Bytes = "--with=thumbhash,blurhash,color,blurDataURL"
    private static let keys = ["thumbhash", "blurhash", "dominantColor", "meanColor", "blurDataURL"]
    private static let names = ["baseline.jpg", "small.jpg", "a.png", "a.gif", "a.webp", "progressive.jpg"]

    init() throws {
        runs = try Remembering()
        site = try TemporaryFolder()
        let paths = [
            "small.jpg": "jpeg/cjpeg-progressive.jpg", "a.png": "png/pillow-640x480.png", "a.gif": "gif/pillow-640x480.gif",
            "a.webp": "webp/cwebp-640x480.webp",
        ]
        for (name, path) in paths { try site.add(Bytes(name), Mirroring.picture(path)) }
        try site.add("baseline.jpg", Self.baseline.get())
        try site.add("progressive.jpg", Self.progressive.get())
    }

    private static let baseline = Result { try waves(1600, 1200) }
    private static let progressive = Result { try waves(1600, 1200, "-progressive") }

    /// A large JPEG of a gradient with grain.
    private static func waves(_ width: Int, _ height: Int, _ options: Bytes...) throws -> Bytes {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(3 * width * height)
        for y in 0..<height {
            for x in 0..<width {
                let grain = (x &* 7919 ^ y &* 104_729) >> 3 & 31
                for color in [x * 224 / width, y * 224 / height, 224 - x * 112 / width] { pixels.append(UInt8(color + grain)) }
            }
        }
        let cjpeg = try #require(Program.named("cjpeg"))
        let outcome = try cjpeg.run(["-quality", "95"] + options, input: Bytes("P6\n\(width) \(height)\n255\n") + Bytes(pixels))
        try #require(outcome.status == .exited(0), "\(outcome.messages)")
        return Bytes(outcome.output)
    }

    private func run(_ more: Bytes..., with facts: Bytes = facts) throws -> Outcome {
        let arguments = Remembering.options.filter { !$0.all.starts(with: Array("--with=".utf8)) }
        let outcome = try Program.weir.run(arguments + [facts] + more, in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        return outcome
    }

    private func entries() throws -> [[String: Any]] { try #require(try json(folder.content(of: "m.json")) as? [[String: Any]]) }

    private func counts() throws -> [Int] { try runs.counts("decodedPictures", "undecodedPictures", "headersAlone") }

    private func bytes(_ name: String) -> Int { site.content(of: name)?.count ?? 0 }

    /// Entries have what `weir probe` tells of the files. That of a progressive JPEG is made of its first scans, and nearly the same.
    private func expectThoseOfTheFiles(_ entries: [[String: Any]]) throws {
        let probed = try Program.weir.run(["probe", Self.facts, "--format=json"] + Self.names.map { Bytes($0) }, in: site)
        let expected = try #require(try json(probed.output) as? [[String: Any]])
        for (entry, file) in zip(entries, expected).dropLast() {
            for key in Self.keys { #expect(entry[key] as? String == file[key] as? String && entry[key] != nil, "\(key) of \(file)") }
        }
        let (cut, all) = (try #require(entries.last), try #require(expected.last))
        for key in Self.keys { #expect(cut[key] as? String != nil, "\(key)") }
        // The check makes them again of the file.
        var entry = all.filter { ["w", "h"].contains($0.key) }
        (entry["img"], entry["price"]) = ("progressive.jpg", "1")
        for key in Self.keys { entry[key] = cut[key] }
        try site.add("check.json", Bytes(Array(try JSONSerialization.data(withJSONObject: [entry]))))
        let answer = try check(["check.json", "--images", "--format=json"], in: site).checked()
        #expect(answer.findings.filter { $0.rule.contains("placeholder") }.map(\.message) == [])
    }

    /// Each picture is fetched once more, and a large progressive one only to the end of its first scan.
    /// Nothing is fetched or decoded twice.
    @Test(arguments: [NginxConfiguration.Transport.http, .http2])
    func fromTheNetwork(transport: NginxConfiguration.Transport) throws {
        let server = try NginxServer(serving: site.path, transport)
        let trust: Bytes = server.authority.map { "--cacert=" + Bytes($0.certificate) } ?? "--quiet"
        try folder.addCatalogue(Self.names.map { server.url("/\($0)") })
        _ = try run(trust)
        #expect(try counts() == [Self.names.count, 0, 0])
        try expectThoseOfTheFiles(entries())
        var log = try server.accessLog(atLeast: 2 * Self.names.count)
        func received(_ name: String) -> Int { log.filter { $0.target == "/\(name)" }.reduce(0) { $0 + $1.bodyBytesSent } }
        #expect(received("progressive.jpg") < bytes("progressive.jpg") / 3, "\(received("progressive.jpg")) of \(bytes("progressive.jpg"))")
        let parts = log.filter { $0.target == "/baseline.jpg" }
        let eighth = bytes("baseline.jpg") / 8
        #expect(parts.dropFirst().map(\.range) == ["bytes=0-\(eighth - 1)", "bytes=\(eighth)-\(bytes("baseline.jpg") - 1)"])
        #expect(parts.dropFirst().reduce(0) { $0 + $1.bodyBytesSent } == bytes("baseline.jpg"))
        #expect(log.filter { $0.target == "/a.webp" }.dropFirst().map(\.range) == [nil])
        let (first, requests) = (runs.manifest, log.count)
        _ = try run(trust)
        log = try server.accessLog(atLeast: requests + Self.names.count)
        #expect(log.count == requests + Self.names.count && log.dropFirst(requests).allSatisfy { $0.status == 304 })
        #expect(try counts() == [0, 0, 0] && runs.manifest == first)
    }

    /// The first picture of a JPEG, a further one with the metadata of a gain map, and the index of both (CIPA DC-007, 5.2).
    private static func withGainMap(_ first: Bytes) -> Bytes {
        func big(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
        func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] { [0xFF, marker] + big(content.count + 2)[2...] + content }
        let list: [UInt8] = [0, 1, 0xB0, 2, 0, 7] + big(32) + big(26) + big(0)
        // Offsets count from behind the name of the index, which is 10 bytes behind the start of the file.
        let pictures = [UInt8](repeating: 0, count: 24) + big(first.count + 66 - 10) + big(0)
        let index = segment(0xE2, Array("MPF\0MM\0*".utf8) + big(8) + list + pictures)
        let second = [0xFF, 0xD8] + segment(0xE2, Array("urn:iso:std:iso:ts:21496:-1\0".utf8) + big(0)) + [0xFF, 0xD9]
        return Bytes(Array(first.all.prefix(2)) + index + first.all.dropFirst(2) + second)
    }

    /// A gain map stands behind the first picture, of which the first scans would be enough for the pixels.
    @Test func gainMapBehindScans() throws {
        try site.add("hdr.jpg", Self.withGainMap(Self.progressive.get()))
        let server = try NginxServer(serving: site.path)
        try folder.addCatalogue(["hdr.jpg", "progressive.jpg"].map { server.url("/\($0)") })
        for night in 1...2 {
            _ = try run(with: "--with=color,range")
            #expect(try entries().map { $0["range"] as? String } == ["gainMap", nil] && counts() == [night == 1 ? 2 : 0, 0, 0])
            #expect(try entries().allSatisfy { $0["meanColor"] != nil })
        }
    }

    /// The pixels of HDR are never converted, so the picture is fetched once, and once more for another fact.
    @Test func hdr() throws {
        let pictures = ["hdr.png": "png/ffmpeg-pq.png", "hdr.avif": "avif/avifenc-pq.avif"]
        for (name, path) in pictures { try site.add(Bytes(name), Mirroring.picture(path)) }
        let server = try NginxServer(serving: site.path)
        try folder.addCatalogue(pictures.keys.map { server.url("/\($0)") })
        var requests = 0
        func fetched(with facts: Bytes) throws -> Int {
            _ = try run(with: facts)
            #expect(try counts() == [0, 2, 0] && entries().allSatisfy { $0["thumbhash"] == nil && $0["w"] != nil })
            let log = try server.accessLog(atLeast: requests + 2)
            defer { requests = log.count }
            return log.dropFirst(requests).filter { $0.status != 304 }.count
        }
        #expect(try fetched(with: "--with=thumbhash") == 4)
        #expect(try fetched(with: "--with=thumbhash,color") == 0)
        #expect(try fetched(with: "--with=thumbhash,range") == 2)
        #expect(try entries().map { $0["range"] as? String } == ["hdr", "hdr"])
        #expect(try fetched(with: "--with=thumbhash,range") == 0)
    }

    /// No picture is fetched for the range of a format that is not searched.
    @Test func rangeOfOtherFormats() throws {
        let server = try NginxServer(serving: site.path)
        try folder.addCatalogue(["a.webp", "a.gif", "a.png"].map { server.url("/\($0)") })
        _ = try run(with: "--with=range")
        #expect(try counts() == [1, 0, 0])
        #expect(try server.accessLog(atLeast: 4).count == 4)
    }

    @Test func fromTheMirror() throws {
        let server = try NginxServer(serving: site.path)
        try folder.addCatalogue(Self.names.map { server.url("/\($0)") })
        _ = try run("--mirror=mir")
        #expect(try counts() == [6, 0, 0])
        let first = runs.manifest
        try expectThoseOfTheFiles(entries())
        #expect(try server.accessLog(atLeast: 6).count == 6)
        _ = try run("--mirror=mir")
        #expect(try counts() == [0, 0, 0] && runs.manifest == first)
        _ = try run()
        #expect(try counts() == [0, 0, 0] && runs.manifest == first)
    }

    /// Servers that send no strong tag, no ranges, or no length.
    @Test(
        arguments: [
            Exchange(.header("ETag", "W/\"1\""), .range(of: [], tag: "W/\"1\"")), Exchange(.wholeIgnoringRange([])), Exchange(.chunked([])),
        ], [true, false])
    func servers(exchange: Exchange, isProgressive: Bool) throws {
        let picture = Bytes(site.content(of: isProgressive ? "progressive.jpg" : "baseline.jpg") ?? [])
        let steps = exchange.steps.compactMap { step -> Exchange.Step? in
            switch step {
            case .range: .range(of: picture, tag: "W/\"1\"")
            case .wholeIgnoringRange: .wholeIgnoringRange(picture)
            case .chunked: .chunked([Bytes(Array(picture.all.prefix(100_000))), Bytes(Array(picture.all.dropFirst(100_000)))])
            default: nil
            }
        }
        let server = try ScriptedServer(otherwise: [Exchange(steps: steps)])
        try folder.addCatalogue([server.url("/a.jpg")])
        _ = try run()
        #expect(try counts() == [1, 0, 0])
        let mean = try probe("--with=color", "--format=json", Bytes(isProgressive ? "progressive.jpg" : "baseline.jpg"), in: site)
        #expect(try entries()[0]["meanColor"] as? String == (try json(mean.output) as? [[String: Any]])?[0]["meanColor"] as? String)
    }

    /// The server reports no length, and each picture is longer than the room for such pictures.
    @Test func longWithoutALength() throws {
        let picture = Bytes(site.content(of: "small.jpg") ?? []) + Bytes(zeros: 4_300_000)
        let server = try ScriptedServer(otherwise: [Exchange(.chunked([picture]))])
        try folder.addCatalogue((0..<3).map { server.url("/\($0).jpg") })
        _ = try run()
        #expect(try counts() == [3, 0, 0])
        try folder.addCatalogue([server.url("/3.jpg")])
        _ = try run("--max-bytes=4250000")
        #expect(try counts() == [0, 1, 0])
        let named = try #require(try runs.report()["undecoded"] as? [[String: Any]])
        #expect(named[0]["message"] as? String == "the picture has more than 4250000 bytes")
    }

    /// When the size of all pictures is known, they are asked for their pixels alone.
    @Test func ofKnownPictures() throws {
        let server = try NginxServer(serving: site.path)
        try folder.addCatalogue(Self.names.map { server.url("/\($0)") })
        let plain = Remembering.options.filter { !$0.all.starts(with: Array("--with=".utf8)) }
        #expect(try Program.weir.run(plain, in: folder).status == .exited(0))
        _ = try run("--max-age=1d")
        #expect(try counts() == [Self.names.count, 0, 0])
        let known = try server.accessLog(atLeast: 2 * Self.names.count)
        #expect(known.allSatisfy { $0.status == 200 || $0.status == 206 })
    }

    /// A host that stumbles gets its pictures asked for again, though they have all the room for pixels.
    @Test(arguments: [0, 4_300_000]) func aHostThatStumbles(padding: Int) throws {
        let picture = Bytes(site.content(of: "a.png") ?? []) + Bytes(zeros: padding)
        let answer = Exchange(.chunked([picture]))
        let script = [answer] + (padding > 0 ? [answer] : []) + [Exchange(.status(503)), answer]
        let server = try ScriptedServer(otherwise: script)
        let count = padding > 0 ? 2 : 12
        try folder.addCatalogue((0..<count).map { server.url("/\($0).png") })
        _ = try run("--per-host=32", "--retries=3", "--host-patience=30s")
        #expect(try counts() == [count, 0, 0])
    }

    /// If a host is given up while pictures wait for room for their pixels, they keep their sizes.
    @Test func aHostThatIsGivenUp() throws {
        let picture = Bytes(site.content(of: "a.png") ?? [])
        let server = try ScriptedServer(otherwise: [Exchange(.chunked([picture])), Exchange(.close)])
        try folder.addCatalogue((0..<30).map { server.url("/\($0).png") })
        _ = try run("--host-patience=1s", "--retries=0", "--per-host=32")
        #expect(try counts() == [0, 30, 0])
        #expect(try entries().allSatisfy { $0["w"] as? Int == 640 })
    }

    /// A picture whose header comes and whose rest does not has its size, and is tried again.
    @Test func aPictureThatBreaks() throws {
        let picture = Bytes(site.content(of: "a.png") ?? [])
        let server = try ScriptedServer(
            ["/a.png": [Exchange(.range(of: picture)), Exchange(.status(404), .body("gone")), Exchange(.range(of: picture))]])
        try folder.addCatalogue([server.url("/a.png")])
        _ = try run()
        #expect(try counts() == [0, 1, 0])
        #expect(try entries()[0]["w"] as? Int == 640 && entries()[0]["thumbhash"] == nil)
        let named = try #require(try runs.report()["undecoded"] as? [[String: Any]])
        #expect(named[0]["code"] as? String == "http-status" && named[0]["message"] as? String == "the server answered 404")
        _ = try run()
        #expect(try counts() == [1, 0, 0] && entries()[0]["thumbhash"] != nil)
    }

    /// More pictures than there is room for at once.
    @Test func manyPictures() throws {
        let server = try NginxServer(serving: site.path)
        try folder.addCatalogue((0..<90).flatMap { number in ["baseline.jpg", "a.png"].map { server.url("/\($0)?\(number)") } })
        _ = try run()
        #expect(try counts() == [180, 0, 0])
        #expect(try Set(entries().map { $0["thumbhash"] as? String }).count == 2)
    }

    @Test func probing() throws {
        let server = try NginxServer(serving: site.path)
        let urls = (Self.names + ["gone.jpg"]).map { Bytes(server.url("/\($0)")) }
        let arguments: [Bytes] = ["probe", Self.facts, "--format=json", "--allow-host=private"] + urls
        let outcome = try Program.weir.run(arguments, in: folder)
        #expect(outcome.status == .exited(1) && outcome.messages.isEmpty, "\(outcome.messages)")
        try expectThoseOfTheFiles(Array(#require(try json(outcome.output) as? [[String: Any]]).dropLast()))
    }
}

// docs/fetching.md: no secret stands in what a command writes, in whatever form it comes. Manifests alone have the URLs of their rows.
import Foundation
import TestSupport
import Testing

@Suite struct SecretFormsTests {
    private let folder: TemporaryFolder
    private let server: ScriptedServer
    private static let limits: [Bytes] = ["--allow-host=127.0.0.1", "--timeout=80s", "--retries=0", "--host-patience=1s"]
    /// The files that a user writes, and the manifests. They may hold secrets.
    private static let given: Set = [
        "c.csv", "c.json", "c.jsonl", "c.xml", "old.json", "m.json", "m.plist", "m.jsonl", "lines", "weir.json", "keys.sh", ".aws/config",
    ]

    init() throws {
        folder = try TemporaryFolder()
        server = try ScriptedServer(["/gone.jpg": [Exchange(.status(404))]], otherwise: [Exchange(.range(of: .picture))])
    }

    @Test func urlsThroughAllCommands() throws {
        var drawn = DrawnSecrets(server)
        let urls = (0..<100).map { _ in drawn.url() }
        try addCatalogues(urls)
        let header = Bytes("X-A: \(drawn.add("--header"))")
        try folder.add("lines", Bytes("X-B: \(drawn.add("--header @FILE"))\n"))
        try folder.add("weir.json", Bytes(#"{"hosts":{"127.0.0.1":{"headers":["X-C: \#(drawn.add("hosts"))"]}}}"#))
        let network = ["--header", header, "--header=@lines"] + Self.limits
        let commands = commands(network, probing: urls)
        var outcomes = try commands.map { words in
            let input = words[0] == "stream" ? Bytes(folder.content(of: "c.jsonl") ?? []) : []
            return (words, try Program.weir.run(words, input: input, in: folder))
        }
        for (words, outcome) in outcomes {
            let most: Int32 = words[0] == "ingest" ? 0 : 1
            #expect((0...most).contains { outcome.status == .exited($0) }, "\(name(of: words)): \(outcome.messages.suffix(500))")
        }
        let places = drawn.places(in: try texts(&outcomes))
        #expect(places.isEmpty, "\(drawn.seed)\n\(places.joined(separator: "\n"))")
        #expect(server.requests.contains { $0["X-A"] != nil && $0["X-B"] != nil && $0["X-C"] != nil })
    }

    private func commands(_ network: [Bytes], probing urls: [String]) -> [[Bytes]] {
        let ingests: [[Bytes]] = [
            ["c.csv", "-o", "m.json", "--journal=j1"], ["c.json", "-o", "m.plist", "--log-format=json", "--journal=j2"],
            ["c.xml", "--from=xml", "-o", "m.jsonl", "--mirror=mirror", "--journal=j3"],
            ["c.csv", "-o", "m.json", "--journal=j1", "--quiet"],
        ]
        let formats: [Bytes] = ["json", "junit", "sarif", "github", "gitlab", "markdown"]
        let reports = formats.map { "--report=" + $0 + "=check." + $0 }
        var commands: [[Bytes]] = []
        for (number, words) in ingests.enumerated() {
            let more: [Bytes] = ["--report=\(number).report", "--metrics=\(number).prom", "--max-failures=100%", "--config=weir.json"]
            commands.append(["ingest"] + words + (number < 3 ? ["--verbose"] : []) + more + network)
        }
        commands += ["text", "tsv", "json", "jsonl"].map { ["probe", "--format", $0] + network + ["--"] + urls.map { Bytes($0) } }
        commands.append(["stream"] + network)
        commands.append(["check", "m.json", "--previous=old.json", "--images", "--root=."] + network + reports)
        commands += ["m.plist", "m.jsonl"].map { ["check", $0] }
        commands.append(["check", "old.json", "--previous=m.json"])
        for format in ["text", "json", "markdown"] as [Bytes] {
            commands += [["diff", "old.json", "m.json", "--format", format], ["diff", "m.json", "old.json", "--format", format]]
        }
        commands.append(["preview", "m.json", "--against=old.json", "--findings=check.json", "-o", "page.html"])
        commands.append(["layout", "m.json", "--format=svg"])
        for journal in ["j1", "j2", "j3"] as [Bytes] {
            for words in [["check"], ["stats"], ["failures"], ["failures", "--format=jsonl"], ["export"]] as [[Bytes]] {
                commands.append(["journal"] + words + ["--journal", journal])
            }
        }
        return commands
    }

    /// Arguments and files that are refused.
    @Test(
        arguments: [
            ["ingest", "c.csv", "-o", "m.json", "-HX-A: SECRET"], ["probe", "-rHX-A:SECRET", "a.jpg"],
            ["probe", "--heder:SECRET", "a.jpg"],
            ["probe", "--header: SECRET", "a.jpg"], ["probe", "--header", "SECRET", "a.jpg"], ["probe", "--header=Host: SECRET", "a.jpg"],
            ["ingest", "c.csv", "-o", "m.json", "--journal=http://us:SECRET@h/j"],
            ["ingest", "c.csv", "-o", "http://us:pa/SECRET@h/m.json"],
            ["ingest", "c.csv", "-o", "m.json", "--mirror=http://us:SECRET@h/"], ["journal", "stats", "--journal=http://us:SECRET@h/j"],
            ["ingest", "c.csv", "-o", "m.json", "--report=http://us:SECRET@h/r"],
            ["ingest", "http://us:pa#SECRET@h/c.csv", "-o", "m.json"],
            ["check", "http://us:SECRET@h/m.json"], ["preview", "m.json", "--config", "http://us:SECRET@h/o.json"],
            ["stream", "//us:SECRET@h/"],
            ["probe", "--proxy=ftp://us:SECRET@h/", "a.jpg"], ["probe", "--proxy=http://us:pa/SECRET@h", "a.jpg"],
            ["probe", "--allow-host=http://us:SECRET@h/", "a.jpg"],
            ["ingest", "c.csv", "-o", "m.json", "--img-column=http://us:SECRET@h/a"],
            ["https://us:SECRET@h/a.jpg"], ["probe", "--format=https://us:SECRET@h/a.jpg", "a.jpg"],
        ] as [[String]])
    func refused(arguments: [String]) throws {
        var drawn = DrawnSecrets(server)
        let secret = drawn.add("\(arguments)")
        try folder.add("c.csv", "img,price\na.jpg,1\n")
        let words = arguments.map { Bytes($0.replacing("SECRET", with: secret)) }
        var outcomes = [(words, try Program.weir.run(words, in: folder))]
        #expect(outcomes[0].1.status == .exited(2), "\(outcomes[0].1.messages)")
        #expect(drawn.places(in: try texts(&outcomes)) == [])
    }

    @Test(arguments: [
        #"{"hosts":{"http://us:SECRET@h/":{}},"ingest":{}}"#, #"{"hosts":{"h":{"http://us:SECRET@h/":1}},"ingest":{}}"#,
        #"{"ingest":{"http://us:SECRET@h/":1}}"#, #"{"rules":{"http://us:SECRET@h/":1},"ingest":{"rate":"http://us:pa/SECRET@h/"}}"#,
    ])
    func refusedFiles(configuration: String) throws {
        var drawn = DrawnSecrets(server)
        try folder.add("weir.json", Bytes(configuration.replacing("SECRET", with: drawn.add(configuration))))
        try folder.add("m.json", Bytes(manifest(entry(30, 20, "a.jpg"))))
        let commands: [[Bytes]] = [["ingest", "c.csv", "-o", "n.json", "--config=weir.json"], ["check", "m.json", "--config=weir.json"]]
        var outcomes = try commands.map { ($0, try Program.weir.run($0, in: folder)) }
        #expect(outcomes.map(\.1.status) == [.exited(2), .exited(2)], "\(outcomes.map(\.1.messages))")
        #expect(drawn.places(in: try texts(&outcomes)) == [])
    }

    /// Values of other keys than `img`, and the keys themselves.
    @Test func otherValues() throws {
        var drawn = DrawnSecrets(server)
        func value(_ form: String) -> String { drawn.password("http://us:PASSWORD@h/a.jpg?" + String(repeating: "x", count: 90), form) }
        func entry(_ number: Int) -> String {
            let texts = ["price", "thumbhash", "sku", "status"].map { "\"\($0)\":\"\(value($0))\"" }
            return "{\"w\":30,\"h\":\(number),\"img\":\"a.jpg\",\"images\":[{\"img\":\"\(value("images"))\",\"w\":\(number),\"h\":3}],"
                + texts.joined(separator: ",") + ",\"\(value("key"))\":1}"
        }
        try folder.add("m.json", Bytes(manifest(entry(1), entry(2))))
        try folder.add("old.json", Bytes(manifest(entry(3), entry(4))))
        try folder.add("c.csv", Bytes("\(value("head")),price,\(value("head"))\na.jpg,1\n"))
        let reports = ["json", "junit", "sarif", "github", "gitlab", "markdown"].map { Bytes("--report=\($0)=check.\($0)") }
        let commands: [[Bytes]] =
            [
                ["check", "m.json", "--previous=old.json"] + reports, ["preview", "m.json", "-o", "page.html"],
                ["ingest", "c.csv", "-o", "n.json"],
            ]
            + ["text", "json", "markdown"].flatMap {
                [["diff", "old.json", "m.json", "--format", $0], ["diff", "old.json", "m.json", "--key=sku", "--format", $0]]
            }
        var outcomes = try commands.map { ($0, try Program.weir.run($0, in: folder)) }
        let places = drawn.places(in: try texts(&outcomes))
        #expect(places.isEmpty, "\(drawn.seed)\n\(places.joined(separator: "\n"))")
    }

    /// The rest of a token: short words of an answer are not hidden.
    private static let rest = "0123456789%2B"

    /// A store that repeats in its answers all that it was sent, and a command that gives the keys.
    @Test func keysOfBuckets() throws {
        var drawn = DrawnSecrets(server)
        let names = ["AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AZURE_STORAGE_SAS_TOKEN", "AZURE_STORAGE_KEY"]
        var keys = Dictionary(uniqueKeysWithValues: names.map { ($0, drawn.add($0) + Self.rest) })
        keys["AZURE_STORAGE_SAS_TOKEN"] = "sv=1&sig=\(keys["AZURE_STORAGE_SAS_TOKEN"] ?? "")"
        try folder.addFolder(".aws")
        try folder.add(".aws/config", "[default]\ncredential_process = sh keys.sh")
        let json =
            #"{\"Version\":1,\"AccessKeyId\":\"K\",\"SecretAccessKey\":\"\#(drawn.add("process"))\",\"SessionToken\":\"\#(drawn.add("process"))\#(Self.rest)\"}"#
        try folder.add(
            "keys.sh", Bytes("tr '\\0' ' ' </proc/$PPID/cmdline >>argv\ntr '\\0' ' ' </proc/$$/cmdline >>argv\necho \"\(json)\"\n"))
        let echo = Exchange(
            .computed { request in
                let sent = ([request.target] + request.headers.map(\.value)).joined(separator: " ").replacing("&", with: "&amp;")
                return [.status(403), .body(Bytes("<Error><Code>AccessDenied</Code><Message>\(sent)</Message></Error>"))]
            })
        let store = try ScriptedServer(
            ["/shop/moved.jpg": [Exchange(.computed { [.redirect(to: "/b.jpg?" + $0.target), .status(301)] })]], otherwise: [echo])
        try addCatalogues(["s3", "az"].flatMap { ["\($0)://shop/a.jpg", "\($0)://shop/moved.jpg"] })
        let usual = [
            "HOME": folder.path, "AWS_ENDPOINT_URL": store.url(""), "AZURE_STORAGE_SERVICE_ENDPOINT": store.url(""), "AWS_REGION": "r",
            "AWS_EC2_METADATA_DISABLED": "true",
        ]
        let without = ["AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": "", "AWS_SESSION_TOKEN": ""]
        for variables in [keys.merging(["AWS_ACCESS_KEY_ID": "K"]) { $1 }, keys.merging(without) { $1 }] {
            let commands: [[Bytes]] = [
                ["ingest", "c.csv", "-o", "m.json", "--verbose", "--log-format=json", "--report=r.json", "--max-failures=100%"],
                ["ingest", "s3://shop/", "-o", "m.json", "--verbose"], ["ingest", "az://shop/", "-o", "m.json"],
                ["probe", "s3://shop/moved.jpg"],
                ["journal", "failures"], ["journal", "export"],
            ]
            var outcomes = try commands.map { words in
                let network = words[0] == "journal" ? [] : Self.limits
                return (words, try Program.weir.run(words + network, environment: usual.merging(variables) { $1 }, in: folder))
            }
            let places = drawn.places(in: try texts(&outcomes))
            #expect(places.isEmpty, "\(drawn.seed)\n\(places.joined(separator: "\n"))")
        }
        #expect(folder.text(of: "argv")?.contains("keys.sh") == true)
        #expect(store.requests.contains { $0["x-amz-security-token"]?.contains("s3cr3t") == true })
    }

    private func addCatalogues(_ urls: [String]) throws {
        func escaped(_ text: String) -> String {
            text.unicodeScalars.map { "<&\"\n\t".unicodeScalars.contains($0) ? "&#\($0.value);" : String($0) }.joined()
        }
        let fields = urls.map { "\"" + $0.replacing("\"", with: "\"\"") + "\",1\n" }
        let rows = try urls.map { String(decoding: try JSONEncoder().encode(["img": $0, "price": "1"]), as: UTF8.self) }
        let items = urls.map { "<item><image_link>\(escaped($0))</image_link><price>1</price></item>\n" }
        try folder.add("c.csv", Bytes("img,price\n" + fields.joined()))
        try folder.add("c.json", Bytes("[\(rows.joined(separator: ",\n"))]"))
        try folder.add("c.jsonl", Bytes(rows.map { $0 + "\n" }.joined()))
        try folder.add("c.xml", Bytes("<?xml version=\"1.0\"?>\n<rss version=\"2.0\"><channel>\n\(items.joined())</channel></rss>"))
        try folder.add("old.json", Bytes(manifest(entry(30, 20, "other.jpg"))))
    }

    private func name(of words: [Bytes]) -> String {
        words.prefix(8).map { String(decoding: $0.all, as: UTF8.self) }.joined(separator: " ")
    }

    /// All that the commands have written, by its place: also the names of files.
    private func texts(_ outcomes: inout [([Bytes], Outcome)]) throws -> [(place: String, content: [UInt8])] {
        var texts: [(place: String, content: [UInt8])] = []
        for (words, outcome) in outcomes {
            let place = name(of: words)
            texts.append((place + " 2>", outcome.errors))
            guard words[0] == "stream" else {
                texts.append((place, outcome.output))
                continue
            }
            // A row comes back with its own members.
            for var row in outcome.rows.map({ $0 ?? [:] }) {
                row["img"] = nil
                texts.append((place, Array(try JSONSerialization.data(withJSONObject: row))))
            }
        }
        let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        for file in files where !Self.given.contains(file) { texts.append((file, Array(file.utf8) + (folder.content(of: file) ?? []))) }
        return texts
    }
}

/// Secrets that are drawn, each in a form of its own.
private struct DrawnSecrets {
    var seed = Seed.announced(for: "SecretFormsTests")
    /// The form of each secret.
    private var forms: [String: String] = [:]
    private let server: ScriptedServer

    init(_ server: ScriptedServer) { self.server = server }

    mutating func add(_ form: String) -> String {
        let secret = "s3cr3t\(1000 + forms.count)"
        forms[secret] = form
        return secret
    }

    /// A text in which PASSWORD is a new secret.
    mutating func password(_ text: String, _ form: String) -> String { text.replacing("PASSWORD", with: add(form)) }

    private mutating func one(of words: String...) -> String { words.randomElement(using: &seed) ?? "" }

    /// A secret among characters that a URL should escape.
    private mutating func hard(_ secret: String) -> String {
        let marks = ["/", "?", "#", "<", ">", " ", "\"", "\\", "%", "&", ";", ",", "|", "[", "]", "{", "'", "`", ":", "@", "\t", "é"]
        let first = marks.randomElement(using: &seed) ?? ""
        // In `us:pa@s3cr3t/ss@h` the secret is the host.
        let second = first == "@" ? "" : marks.randomElement(using: &seed) ?? ""
        return one(of: "", "pa") + first + secret + one(of: "", second, second + "ss")
    }

    /// The text of an `img`.
    mutating func url() -> String {
        let (number, local) = (forms.count, "\(server.address):\(server.port)")
        let secret = add("")
        let host = one(of: local, local, "h.invalid", "h:99999", "[::1", "h b")
        let form: String
        switch number % 5 {
        case 0:
            form = one(of: "http", "https", "HTTP") + "://" + one(of: "us", "DOMAIN\\us", "a%40b") + ":\(hard(secret))@\(host)/a.jpg"
        case 1:
            let first = one(of: "http://\(local)/a.jpg", "a.jpg", "http://us:\(secret)@\(local)/a.jpg")
            form = first + one(of: ",", " ", ";", "\n", "|", "\t", ", ") + "http://us:\(hard(secret))@\(host)/b.jpg"
        case 2:
            let scheme = one(of: "//", "ftp://", "http:", "https:/", "http:\\\\", "http;//")
            form = "http://\(local)/a.jpg" + one(of: ",", " ", "?u=", "\n") + "\(scheme)us:\(secret)@\(host)/b.jpg"
        case 3:
            let scheme = one(
                of: "blob:http://", "view-source:https://", "feed:http://", "http;//", "https//", "hxxp://", "file://", "file:/",
                "url(http://",
                "<http://", "\"http://", "\u{FEFF}http://", " http://", "http:////", "HTTPS:", "http:/", "http:\\\\", "sftp://", "s3://",
                "az://", "//")
            form = scheme + "us:\(secret)@\(host)/a.jpg"
        default:
            // A picture that its server redirects.
            let target = one(
                of: "http://us:\(hard(secret).replacing("\t", with: "x"))@\(host)/b.jpg", "//us:\(secret)@\(host)/b.jpg",
                "/b.jpg?X-Amz-Signature=\(secret)", "/gone.jpg?sig=\(secret)", "http://D\\us:\(secret)@\(local)/b.jpg",
                "http://127.0.0.2:1/b.jpg?sig=\(secret)", "ftp://us:\(secret)@h/", "http://169.254.169.254/?sig=\(secret)",
                "/b.jpg?w=3&sig=\(secret)")
            let status = [301, 302, 303, 307, 308].randomElement(using: &seed) ?? 301
            server.set("/r\(number).jpg", Exchange(.redirect(to: target), .status(status)))
            forms[secret] = "\(status) \(target)"
            return server.url("/r\(number).jpg")
        }
        forms[secret] = form
        return form
    }

    /// The secrets that stand somewhere: the place and the form of each.
    func places(in texts: [(place: String, content: [UInt8])]) -> [String] {
        var places: Set<String> = []
        for (place, content) in texts {
            var rest = content[...]
            while let range = rest.firstRange(of: "s3cr3t".utf8) {
                let secret = String(decoding: rest[range.lowerBound...].prefix(10), as: UTF8.self)
                places.insert("\(place): \(forms[secret] ?? secret)")
                rest = rest[range.upperBound...]
            }
        }
        return places.sorted()
    }
}

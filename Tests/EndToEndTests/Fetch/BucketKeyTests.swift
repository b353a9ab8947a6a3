// docs/buckets.md: keys of buckets come from the named sources, and go to no other host.
import Foundation
import TestSupport
import Testing

@Suite struct BucketKeyTests {
    private let folder: TemporaryFolder
    private let server: ScriptedServer
    private static let picture = Exchange(.body(.jpeg(width: 30, height: 20)))

    init() throws {
        folder = try TemporaryFolder()
        try folder.addFolder(".aws")
        server = try ScriptedServer(["/shop/a.jpg": [Self.picture]])
    }

    private func probe(_ arguments: [Bytes] = ["s3://shop/a.jpg"], with variables: [String: String]) throws -> Outcome {
        let unset = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE", "AWS_REGION", "AWS_DEFAULT_REGION"].map { ($0, "") }
        let usual = ["HOME": folder.path, "AWS_ENDPOINT_URL": server.url(""), "AWS_EC2_METADATA_DISABLED": "true"]
        let environment = Dictionary(uniqueKeysWithValues: unset).merging(usual) { $1 }.merging(variables) { $1 }
        return try Program.weir.run(["probe"] + arguments, environment: environment, in: folder)
    }

    private func credential(_ request: ReceivedRequest) -> String? {
        request["Authorization"]?.split(separator: " ").last?.split(separator: ",").first.map(String.init)
    }

    private static let process =
        "credential_process = echo '{\"Version\":1,\"AccessKeyId\":\"P\",\"SecretAccessKey\":\"Q\",\"SessionToken\":\"R\"}'"

    @Test(
        arguments: [
            (["AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "B"], "", "", "A", "us-east-1"),
            (
                ["AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "B", "AWS_REGION": "r-1"],
                "[default]\naws_access_key_id=C\naws_secret_access_key=D", "", "A", "r-1"
            ),
            ([:], "[default]\naws_access_key_id=C\naws_secret_access_key=D", "[default]\nregion=r-2", "C", "r-2"),
            (
                ["AWS_PROFILE": "x"], "[default]\naws_access_key_id=C\naws_secret_access_key=D", "[profile x]\nregion=r-3\n\(process)", "P",
                "r-3"
            ),
            ([:], "", "[default]\naws_access_key_id=E\naws_secret_access_key=F", "E", "us-east-1"),
            (["AWS_PROFILE": "my prof"], "", "[profile \"my prof\"]\n  region: r-4\n  \(process)", "P", "r-4"),
            (["AWS_WEB_IDENTITY_TOKEN_FILE": "t"], "", "[default]\n\(process)", "P", "us-east-1"),
            (["AWS_WEB_IDENTITY_TOKEN_FILE": "t", "AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "B"], "", "", "A", "us-east-1"),
        ] as [([String: String], String, String, String, String)])
    func sources(variables: [String: String], credentials: String, config: String, key: String, region: String) throws {
        try folder.add(".aws/credentials", Bytes(credentials))
        try folder.add(".aws/config", Bytes(config))
        let outcome = try probe(with: variables)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        let asked = try #require(server.requests.first)
        let day = try #require(asked["x-amz-date"]?.prefix(8))
        #expect(credential(asked) == "Credential=\(key)/\(day)/\(region)/s3/aws4_request")
        #expect(asked["x-amz-security-token"] == (key == "P" ? "R" : nil))
    }

    /// A URL that names no object needs no keys to be refused.
    @Test(arguments: ["s3://", "s3:///a.jpg", "s3://sh!op/a.jpg"]) func noObject(url: Bytes) throws {
        #expect(try probe(["--format=jsonl", url], with: [:]).pictures.map(\.result) == ["bad-url"])
    }

    private static let lent = #"{"Code":"Success","AccessKeyId":"L","SecretAccessKey":"M","Token":"N","Expiration":"2099-01-01T00:00:00Z"}"#

    /// An instance lends keys to those who first ask for a token.
    @Test func instance() throws {
        let cloud = try ScriptedServer([
            "/latest/api/token": [Exchange(.body("t0ken"))],
            "/latest/meta-data/iam/security-credentials/": [Exchange(.body("shop-role\n"))],
            "/latest/meta-data/iam/security-credentials/shop-role": [Exchange(.body(Bytes(Self.lent)))],
        ])
        let outcome = try probe(with: ["AWS_EC2_METADATA_DISABLED": "", "AWS_EC2_METADATA_SERVICE_ENDPOINT": cloud.url("")])
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(cloud.requests.map(\.method) == ["PUT", "GET", "GET"])
        #expect(cloud.requests.map { $0["X-aws-ec2-metadata-token"] } == [nil, "t0ken", "t0ken"])
        #expect(server.requests.first?["x-amz-security-token"] == "N")
    }

    @Test func container() throws {
        let cloud = try ScriptedServer(["/keys": [Exchange(.body(Bytes(Self.lent)))]])
        try folder.add("token", "s3cr3t\n")
        let outcome = try probe(with: [
            "AWS_CONTAINER_CREDENTIALS_FULL_URI": cloud.url("/keys"), "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": "\(folder.path)/token",
        ])
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(cloud.requests.map { $0["Authorization"] } == ["s3cr3t"])
        #expect(server.requests.first?["x-amz-security-token"] == "N")
    }

    /// Every mistake ends the run before a picture is asked for, with status 2.
    @Test(
        arguments: [
            ([:], "", "there are no keys for s3: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set"),
            (["AWS_PROFILE": "x"], "", "has the profile x, which AWS_PROFILE names"),
            ([:], "[default]\nrole_arn = x", "takes its keys from a role, a sign-on or a login"),
            (["AWS_ACCESS_KEY_ID": "A"], "", "AWS_ACCESS_KEY_ID is set without AWS_SECRET_ACCESS_KEY"),
            (
                ["AWS_WEB_IDENTITY_TOKEN_FILE": "t"], "",
                "AWS_WEB_IDENTITY_TOKEN_FILE is for the keys of a role, which weir does not ask for"
            ),
            (
                ["AWS_WEB_IDENTITY_TOKEN_FILE": "t"], "[default]\naws_access_key_id=E\naws_secret_access_key=F",
                "AWS_WEB_IDENTITY_TOKEN_FILE is for the keys of a role"
            ),
            ([:], "[default]\ncredential_process = exit 1", "the credential_process of the profile default has failed"),
            ([:], "[default]\ncredential_process = echo {}", "the credential_process of the profile default prints no keys"),
            (
                ["AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://evil.example/keys"], "",
                "names a host that keys may not be asked of in plain text"
            ),
            (
                ["AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://127.0.0.1:x@evil.invalid/keys"], "",
                "AWS_CONTAINER_CREDENTIALS_FULL_URI names a host that keys may not be asked of in plain text"
            ),
            (
                ["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": ":x@evil.invalid/keys"], "",
                "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI names a host that keys may not be asked of in plain text"
            ),
            (["AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://127.0.0.1:1/keys"], "", "does not answer with keys"),
            (["AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://[::1]:1/keys"], "", "does not answer with keys"),
            (
                ["AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "B", "AWS_SESSION_TOKEN": "C\r"], "",
                "the keys for s3: have characters that no key has"
            ),
        ] as [([String: String], String, String)])
    func mistakes(variables: [String: String], config: String, message: String) throws {
        try folder.add(".aws/config", Bytes(config))
        let outcome = try probe(with: variables)
        #expect(outcome.status == .exited(2))
        #expect(outcome.messages.contains(message), "\(outcome.messages)")
        #expect(server.requests.isEmpty)
    }

    /// The end of keys that are lent.
    @Test(
        arguments: [
            ("\"2999-01-01T00:00:00Z\"", nil), ("\"2999-01-01T00:00:00+00:00\"", nil), ("\"2999-01-01T00:00:00+0000\"", nil), ("null", nil),
            ("\"2026-01-01T00:00:00+9999999999999999:00\"", "is no time such as"),
            ("\"2026-01-01T00:00:00+-9223372036854775808:-1\"", "is no time such as"),
            ("\"-9223372036854775808-01-01T00:00:00Z\"", "is no time such as"), ("\"2999-01-01T00:00:00\"", "is no time such as"),
            ("\"\"", "is no time such as"),
            ("32472144000", "is no time such as"), ("\"32472144000\"", "is no time such as"), ("{}", "is no time such as"),
            ("\"2001-02-03T04:05:06Z\"", "that expired at 2001-02-03T04:05:06Z"),
        ] as [(String, String?)])
    func expiration(text: String, fault: String?) throws {
        try folder.add("keys", Bytes(#"{"AccessKeyId":"P","SecretAccessKey":"Q","Expiration":\#(text)}"#))
        try folder.add(".aws/config", "[default]\ncredential_process = cat keys")
        let outcome = try probe(with: [:])
        #expect(outcome.status == .exited(fault == nil ? 0 : 2), "\(outcome.messages)")
        if let fault {
            let reason = fault.hasPrefix("that") ? fault : "whose Expiration \(fault)"
            #expect(
                outcome.messages.contains("weir: the credential_process of the profile default gives keys \(reason)"), "\(outcome.messages)"
            )
        } else {
            #expect(outcome.messages == "")
        }
        #expect(server.requests.count == (fault == nil ? 1 : 0))
    }

    /// robots.txt is asked for without a signature, where the user has said that the store is.
    @Test func robots() throws {
        server.set("/robots.txt", Exchange(.body("User-agent: *\nDisallow: /shop/secret/")))
        server.set("/shop/secret/b.jpg", Self.picture)
        let urls: [Bytes] = ["s3://shop/a.jpg", "s3://shop/secret/b.jpg"]
        let outcome = try probe(["--robots", "--format=jsonl"] + urls, with: ["AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "B"])
        #expect(try outcome.pictures.map(\.result) == ["30x20", "robots"], "\(outcome.text)")
        #expect(server.requests.map(\.target) == ["/robots.txt", "/shop/a.jpg"])
        #expect(server.requests.map { $0["Authorization"] == nil } == [true, false])
    }

    /// Where robots.txt leads, no private address may be.
    @Test func robotsElsewhere() throws {
        let other = try ScriptedServer(otherwise: [Exchange(.body("User-agent: *"))], address: "127.0.0.2")
        server.set("/robots.txt", Exchange(.redirect(to: other.url("/robots.txt"))))
        let outcome = try probe(["--robots", "s3://shop/a.jpg"], with: ["AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "B"])
        #expect(outcome.text.contains("error: robots: robots.txt of the host cannot be read: "), "\(outcome.text)")
        #expect(other.requests.isEmpty)
    }

    /// Wrong keys are a failure of the run: the previous manifest stays, and the next night asks for all pictures.
    @Test(arguments: [
        (403, "InvalidAccessKeyId"), (403, "AccessDenied"), (401, "Unauthorized"), (400, "InvalidToken"), (301, "PermanentRedirect"),
    ])
    func refusedKeys(status: Int, code: String) throws {
        let names = (0..<6).map { "/shop/\($0).jpg" }
        for name in names { server.set(name, Self.picture) }
        try folder.addCatalogue(names.map { "s3:/\($0)" })
        func ingest() throws -> Outcome {
            let variables = [
                "AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "B", "AWS_ENDPOINT_URL": server.url(""), "HOME": folder.path,
            ]
            return try Program.weir.run(["ingest", "c.csv", "-o", "m.json"], environment: variables, in: folder)
        }
        #expect(try ingest().status == .exited(0))
        let manifest = folder.text(of: "m.json")
        for name in names { server.set(name, Exchange(.status(status), .body(Bytes("<Error><Code>\(code)</Code></Error>")))) }
        let refused = try ingest()
        #expect(refused.status == .exited(1), "\(refused.messages)")
        #expect(
            refused.messages.contains(
                "weir: m.json stays as it was: 6 rows without a true size, with 6 rows that their stores refuse, are more than --max-failures 20% allows; "
            ),
            "\(refused.messages)")
        #expect(folder.text(of: "m.json") == manifest)
        for name in names { server.set(name, Self.picture) }
        #expect(try ingest().status == .exited(0))
        #expect(server.requests.count == 18)
    }

    /// A part of a server's URL that no request would use is refused, and not shown.
    @Test(arguments: [
        "http://me:s3cr3t@127.0.0.1:1", "http://127.0.0.1:1?x=s3cr3t", "http://127.0.0.1:1#s3cr3t", "http://:1", "http://s3 cr3t",
    ])
    func endpoint(url: String) throws {
        let outcome = try probe(
            ["s3://shop/a.jpg"], with: ["AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "B", "AWS_ENDPOINT_URL": url])
        #expect(outcome.status == .exited(2))
        #expect(outcome.messages.contains("AWS_ENDPOINT_URL does not name a server"), "\(outcome.messages)")
        #expect(!outcome.messages.contains("s3cr3t"))
    }

    /// A server that the environment names is held to the same. What it says instead may be a secret.
    @Test(
        arguments: [
            (["AWS_ENDPOINT_URL": "http://user:s3cr3t@127.0.0.1:9"], "", "s3://shop/a.jpg", "AWS_ENDPOINT_URL does not name a server"),
            (["AWS_ENDPOINT_URL_S3": "s3cr3t"], "", "s3://shop/a.jpg", "AWS_ENDPOINT_URL_S3 does not name a server"),
            (
                ["AWS_ENDPOINT_URL": ""], "[default]\nendpoint_url = https://127.0.0.1:9/?key=s3cr3t", "s3://shop/a.jpg",
                "endpoint_url of the profile default does not name a server"
            ),
            (["STORAGE_EMULATOR_HOST": "user:s3cr3t@127.0.0.1:9"], "", "gs://shop/a.jpg", "STORAGE_EMULATOR_HOST does not name a server"),
            (
                ["AZURE_STORAGE_SERVICE_ENDPOINT": "http://127.0.0.1:9/?sig=s3cr3t"], "", "az://shop/a.jpg",
                "AZURE_STORAGE_SERVICE_ENDPOINT does not name a server"
            ),
            (
                ["AZURE_STORAGE_SERVICE_ENDPOINT": "", "AZURE_STORAGE_ACCOUNT": "s3cr3t@shop"], "", "az://shop/a.jpg",
                "AZURE_STORAGE_ACCOUNT has characters that no account has"
            ),
        ] as [([String: String], String, String, String)])
    func noServer(variables: [String: String], config: String, url: String, message: String) throws {
        try folder.add(".aws/config", Bytes(config))
        let keys = ["AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "B"]
        let outcome = try probe([Bytes(url)], with: keys.merging(variables) { $1 })
        #expect(outcome.status == .exited(2))
        #expect(outcome.messages.hasPrefix("weir: \(message)"), "\(outcome.messages)")
        #expect(!outcome.messages.contains("s3cr3t"))
    }

    /// Only the store gets the signature, and only its own server may have a private address.
    @Test func redirect() throws {
        let other = try ScriptedServer(otherwise: [Self.picture], address: "127.0.0.2")
        server.set("/shop/a.jpg", Exchange(.redirect(to: other.url("/b.jpg"))))
        let keys = ["AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "B"]
        #expect(try probe(with: keys).text.contains("forbidden-address"))
        #expect(try probe(["--allow-host=private", "s3://shop/a.jpg"], with: keys).status == .exited(0))
        #expect(other.requests.map { $0["Authorization"] } == [nil])
        #expect(try probe(["s3://shop/a.jpg", Bytes(server.url("/shop/a.jpg"))], with: keys).lines[1].contains("forbidden-address"))
    }

    /// Google's store takes keys of its own. Without them it is asked for what everybody may read.
    @Test func google() throws {
        let variables = ["STORAGE_EMULATOR_HOST": server.url("")]
        #expect(try probe(["gs://shop/a.jpg"], with: variables).status == .exited(0))
        let keys = ["GS_ACCESS_KEY_ID": "G", "GS_SECRET_ACCESS_KEY": "H"]
        #expect(try probe(["gs://shop/a.jpg"], with: variables.merging(keys) { $1 }).status == .exited(0))
        #expect(server.requests.map { $0["Authorization"] == nil } == [true, false])
        #expect(credential(server.requests[1])?.hasSuffix("/auto/s3/aws4_request") == true)
    }

    /// The token of Azure is part of the URL that is sent, and of nothing else.
    @Test func azure() throws {
        try folder.addCatalogue(["az://shop/a.jpg", "az://shop/gone.jpg"])
        let variables = [
            "AZURE_STORAGE_SERVICE_ENDPOINT": server.url(""), "AZURE_STORAGE_SAS_TOKEN": "?sv=1&sig=s3cr3t", "HOME": folder.path,
        ]
        let outcome = try Program.weir.run(
            ["ingest", "c.csv", "-o", "m.json", "--report=r.json", "--max-failures=1", "--verbose", "--log-format=json"],
            environment: variables, in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(Set(server.requests.map(\.target)) == ["/shop/a.jpg?sv=1&sig=s3cr3t", "/shop/gone.jpg?sv=1&sig=s3cr3t"])
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).compactMap { folder.content(of: $0) }.joined()
        #expect(!(outcome.messages + String(decoding: Array(files), as: UTF8.self)).contains("s3cr3t"))
        let nobody = try Program.weir.run(["probe", "az://shop/a.jpg"], environment: ["AZURE_STORAGE_ACCOUNT": ""], in: folder)
        #expect(nobody.messages.contains("AZURE_STORAGE_ACCOUNT is not set"))
    }

    /// A page that fails is asked for again, and a listing goes on where the page before has ended.
    @Test func pages() throws {
        func page(_ key: String, _ next: String) -> Exchange {
            Exchange(.body(Bytes("<ListBucketResult><Contents><Key>\(key)</Key></Contents>\(next)</ListBucketResult>")))
        }
        let query = "encoding-type=url&list-type=2&prefix="
        server.set(
            "/shop/?\(query)", Exchange(.status(503)),
            page("a.jpg", "<IsTruncated>true</IsTruncated><NextContinuationToken>t/1</NextContinuationToken>"))
        server.set("/shop/?continuation-token=t%2F1&\(query)", page("b.jpg", ""))
        let outcome = try probe(["-r", "s3://shop"], with: ["AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "B"])
        #expect(outcome.lines.prefix(2) == ["s3://shop/a.jpg: 30x20 jpeg", "s3://shop/b.jpg: error: http-status: the server answered 404"])
        #expect(
            server.requests.map(\.target).prefix(3) == ["/shop/?\(query)", "/shop/?\(query)", "/shop/?continuation-token=t%2F1&\(query)"])
    }

    /// libcurl would resolve a part `.` or `..` of a key, and request another object.
    @Test func listedKeysWithDots() throws {
        let keys = ["../b.jpg", "./c.jpg", "a.jpg", "d/../e.jpg", "f/..", "g/./h.jpg", "i/."]
        let page = keys.map { "<Contents><Key>\($0)</Key></Contents>" }.joined()
        server.set("/shop/?encoding-type=url&list-type=2&prefix=", Exchange(.body(Bytes("<ListBucketResult>\(page)</ListBucketResult>"))))
        let outcome = try probe(["-r", "s3://shop"], with: ["AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "B"])
        let results = keys.map { "s3://shop/\($0): " + ($0 == "a.jpg" ? "30x20 jpeg" : "error: bad-url: the address is not a valid URL") }
        #expect(Array(outcome.lines.dropLast()) == results, "\(outcome.text)")
        #expect(server.requests.count == 2)
    }

    /// The prices of a folder are asked for again like a page of its listing.
    @Test(arguments: [Exchange(.status(503)), Exchange(.reset)])
    func pricesThatFailOnce(fault: Exchange) throws {
        server.set("/shop/f/prices.csv", fault, Exchange(.body("img,price\na.jpg,€5\n")))
        server.set(
            "/shop/?encoding-type=url&list-type=2&prefix=f%2F",
            Exchange(.body("<ListBucketResult><Contents><Key>f/a.jpg</Key></Contents></ListBucketResult>")))
        server.set("/shop/f/a.jpg", Self.picture)
        let variables = ["AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "B", "AWS_ENDPOINT_URL": server.url(""), "HOME": folder.path]
        let outcome = try Program.weir.run(["ingest", "s3://shop/f/", "-o", "m.json"], environment: variables, in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(folder.text(of: "m.json")?.contains("€5") == true)
    }

    /// A listing that is not whole ends the run: the pictures that it lacks would be lost.
    @Test(arguments: [
        ("<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>", "the server does not say where the next page begins"),
        (
            "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken></ListBucketResult>",
            "the server does not say where the next page begins"
        ),
        ("<Error><Code>InternalError</Code><Message>Again.</Message></Error>", "the server answered 200, InternalError: Again."),
        (
            "<Error><Code>AccessDenied</Code><Message>Token=a-token-of-this-session, no.</Message></Error>",
            "the server answered 200, AccessDenied: Token=…, no."
        ),
        ("<html><body>Bad Gateway</body></html>", "the answer is no listing"), ("<ListBucketResult><Cont", "the answer is no listing"),
    ])
    func cutListings(second: String, reason: String) throws {
        let query = "encoding-type=url&list-type=2&prefix=f%2F"
        let more = "<NextContinuationToken>t</NextContinuationToken>"
        server.set(
            "/shop/?\(query)", Exchange(.body(Bytes("<ListBucketResult><Contents><Key>f/a.jpg</Key></Contents>\(more)</ListBucketResult>")))
        )
        server.set("/shop/?continuation-token=t&\(query)", Exchange(.body(Bytes(second))))
        server.set("/shop/f/a.jpg", Self.picture)
        let variables = [
            "AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "B", "AWS_SESSION_TOKEN": "a-token-of-this-session",
            "AWS_ENDPOINT_URL": server.url(""), "HOME": folder.path,
        ]
        let outcome = try Program.weir.run(["ingest", "s3://shop/f/", "-o", "m.json", "--retries=0"], environment: variables, in: folder)
        #expect(outcome.status == .exited(2), "\(outcome.messages)")
        #expect(outcome.messages.contains("s3://shop/f/ cannot be listed: \(reason)"), "\(outcome.messages)")
        #expect(folder.text(of: "m.json") == nil)
    }

    /// Keys that are not below the folder are none of its pictures.
    @Test func otherKeys() throws {
        let keys = ["f/a.jpg", "g/f/a.jpg", "f"].map { "<Contents><Key>\($0)</Key></Contents>" }.joined()
        server.set(
            "/shop/?encoding-type=url&list-type=2&prefix=f%2F", Exchange(.body(Bytes("<ListBucketResult>\(keys)</ListBucketResult>"))))
        server.set("/shop/f/a.jpg", Self.picture)
        let outcome = try probe(["-r", "s3://shop/f/"], with: ["AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "B"])
        #expect(outcome.text == "s3://shop/f/a.jpg: 30x20 jpeg\n")
    }
}

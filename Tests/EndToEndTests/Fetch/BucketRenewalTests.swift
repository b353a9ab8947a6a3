// docs/buckets.md: keys that expire are replaced while a run goes on, and no picture notices.
import Foundation
import TestSupport
import Testing

@Suite(.needs(.time)) struct BucketRenewalTests {
    private let folder: TemporaryFolder
    private let server: ScriptedServer
    private static let picture = Bytes.jpeg(width: 30, height: 20)
    private static let expired = "<Error><Code>ExpiredToken</Code></Error>"

    init() throws {
        folder = try TemporaryFolder()
        try folder.addFolder(".aws")
        server = try ScriptedServer()
    }

    /// Each call of the command adds a line to a file. `then` follows that line.
    private func addCommand(lifetime: Int, then: String = "") throws {
        try folder.add(
            "keys.sh",
            Bytes(
                """
                echo called >>calls
                \(then)
                now=$(date +%s)
                end=$(date -u -d @$((now + \(lifetime))) +%FT%TZ)
                echo "{\\"AccessKeyId\\":\\"K\\",\\"SecretAccessKey\\":\\"S\\",\\"SessionToken\\":\\"$now\\",\\"Expiration\\":\\"$end\\"}"
                """))
        try folder.add(".aws/config", "[default]\ncredential_process = sh keys.sh")
    }

    /// The script fails at every call but the first.
    private static let failing = "[ $(wc -l <calls) -gt 1 ] && exit 1"

    private var calls: Int { folder.text(of: "calls")?.split(separator: "\n").count ?? 0 }

    private func start(_ arguments: [Bytes], with variables: [String: String] = [:]) throws -> RunningProgram {
        let names = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_PROFILE", "AWS_WEB_IDENTITY_TOKEN_FILE"]
        let usual = ["HOME": folder.path, "AWS_ENDPOINT_URL": server.url(""), "AWS_EC2_METADATA_DISABLED": "true", "AWS_REGION": "r"]
        let environment = Dictionary(uniqueKeysWithValues: names.map { ($0, "") }).merging(usual) { $1 }.merging(variables) { $1 }
        return try Program.weir.start(arguments, environment: environment, in: folder)
    }

    private func run(_ arguments: [Bytes], with variables: [String: String] = [:]) throws -> Outcome {
        try start(arguments, with: variables).finish()
    }

    /// The answer of a store that refuses tokens of more than so many seconds.
    private static func store(oldest: Int) -> Exchange {
        Exchange(
            .computed { request in
                let age = request["x-amz-security-token"].flatMap { Int($0) }.map { time(nil) - $0 } ?? .max
                return age > oldest ? [.status(400), .body(Bytes(expired))] : [.body(picture)]
            })
    }

    /// Keys are replaced before their end, and at once when the store says that they have expired. No picture notices.
    @Test(arguments: [(lifetime: 3, oldest: 3), (lifetime: 6, oldest: 1)])
    func shortKeys(lifetime: Int, oldest: Int) throws {
        try addCommand(lifetime: lifetime)
        let store = Self.store(oldest: oldest)
        let paths = (0..<600).map { "/shop/\($0).jpg" }
        for path in paths { server.set(path, store) }
        try folder.add("urls", Bytes(paths.map { "s3:/\($0)\n" }.joined()))
        let begin = Date()
        let outcome = try run(["probe", "--format=jsonl", "--files-from=urls", "--rate=100"])
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(try outcome.pictures.map(\.result) == paths.map { _ in "30x20" })
        #expect(calls >= 3)
        // The run begins with one call, and the last part of a second counts too.
        #expect(calls <= 1 + Int(-begin.timeIntervalSinceNow + 1) * 3 / lifetime, "\(calls)")
    }

    /// Keys are asked for once in their lifetime, however many batches there are.
    @Test func oneCall() throws {
        try addCommand(lifetime: 600)
        let keys = (1...3000).map { "\($0).jpg" }.sorted()
        for key in keys { server.set("/shop/f/\(key)", Exchange(.body(Self.picture))) }
        let list = keys.map { "<Contents><Key>f/\($0)</Key></Contents>" }.joined()
        server.set(
            "/shop/?encoding-type=url&list-type=2&prefix=f%2F", Exchange(.body(Bytes("<ListBucketResult>\(list)</ListBucketResult>"))))
        #expect(try run(["probe", "-r", "s3://shop/f/"]).status == .exited(0))
        #expect(calls == 1)
        #expect(try run(["ingest", "s3://shop/f/", "-o", "m.json"]).status == .exited(0))
        #expect(calls == 2)
    }

    /// A renewal that fails is tried again, and the run goes on with the keys that it has.
    @Test func failedRenewal() throws {
        try addCommand(lifetime: 8, then: Self.failing)
        server.set("/shop/a.jpg", Exchange(.hold, .status(500)), Exchange(.body(Self.picture)))
        let running = try start(["probe", "s3://shop/a.jpg"])
        try waitUntil("the renewal has failed") { calls == 2 }
        server.release()
        let outcome = try running.finish()
        #expect(outcome.status == .exited(0) && outcome.messages == "", "\(outcome.messages)")
        #expect(outcome.text == "s3://shop/a.jpg: 30x20 jpeg\n")
    }

    /// When the keys have really expired, that is the failure of the run. No picture is blamed, and the next run asks for all.
    @Test(arguments: [true, false])
    func end(isRefused: Bool) throws {
        try addCommand(lifetime: 6, then: Self.failing)
        try folder.addCatalogue(["s3://shop/a.jpg", "s3://shop/b.jpg"])
        let answer = isRefused ? Exchange(.status(400), .body(Bytes(Self.expired))) : Exchange(.stall)
        for path in ["/shop/a.jpg", "/shop/b.jpg"] { server.set(path, answer) }
        let outcome = try run(["ingest", "c.csv", "-o", "m.json"])
        #expect(outcome.status == .exited(2))
        #expect(
            outcome.messages.contains(
                "the keys for s3: have expired, and there are no others: the credential_process of the profile default has failed"),
            "\(outcome.messages)")
        #expect(!outcome.messages.contains("http-status") && calls >= 3)
        for path in ["/shop/a.jpg", "/shop/b.jpg"] { server.set(path, Exchange(.body(Self.picture))) }
        let next = try run(["ingest", "c.csv", "-o", "m.json"], with: ["AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "B"])
        #expect(next.status == .exited(0), "\(next.messages)")
    }

    /// Keys that are lent may not say when they expire. Without others, no picture is blamed for their end.
    @Test func keysWithoutEnd() throws {
        try folder.addCatalogue((0..<9).map { "s3://shop/\($0).jpg" })
        for number in 0..<8 { server.set("/shop/\(number).jpg", Exchange(.body(Self.picture))) }
        server.set("/shop/8.jpg", Exchange(.status(400), .body(Bytes(Self.expired))))
        let keys = ["AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "B", "AWS_SESSION_TOKEN": "T"]
        let outcome = try run(["ingest", "c.csv", "-o", "m.json"], with: keys)
        #expect(
            outcome.messages.contains("the keys for s3: have expired, and there are no others: the same keys come again"),
            "\(outcome.messages)")
        #expect(outcome.status == .exited(2) && folder.content(of: "m.json") == nil)
        #expect(server.requests(of: "/shop/8.jpg").count == 1)
    }

    /// Keys that a tool renews in the file of AWS are taken.
    @Test func keysOfAFile() throws {
        func keys(_ session: String) -> Bytes {
            Bytes("[default]\naws_access_key_id = A\naws_secret_access_key = B\naws_session_token = \(session)\n")
        }
        try folder.add(".aws/credentials", keys("old"))
        server.set(
            "/shop/a.jpg",
            Exchange(
                .computed { request in
                    request["x-amz-security-token"] == "new" ? [.body(Self.picture)] : [.status(400), .body(Bytes(Self.expired))]
                }))
        let running = try start(["probe", "s3://shop/a.jpg"])
        try waitUntil("the keys are refused") { !server.requests(of: "/shop/a.jpg").isEmpty }
        try folder.add(".aws/credentials", keys("new"))
        #expect(try running.finish().text == "s3://shop/a.jpg: 30x20 jpeg\n")
    }

    /// A listing goes on with other keys, too.
    @Test func listing() throws {
        try addCommand(lifetime: 6)
        let page = "/shop/?encoding-type=url&list-type=2&prefix="
        server.set(page, Exchange(.status(400), .body(Bytes(Self.expired))), Exchange(.body("<ListBucketResult></ListBucketResult>")))
        let outcome = try run(["probe", "-r", "s3://shop/"])
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(Set(server.requests(of: "/shop/").compactMap { $0["x-amz-security-token"] }).count == 2)
        #expect(calls == 2)
    }

    // MARK: Commands that do not end

    private func addHangingCommand() throws {
        try folder.add("hang.sh", "echo hanging >&2; sleep 600 & echo $! >new; mv new process; wait")
        try folder.add(".aws/config", "[default]\ncredential_process = sh hang.sh")
    }

    /// The number of the process that the command has started. It was killed, and nobody need have waited for it.
    private func expectThatTheCommandHasEnded() throws {
        let process = try #require(folder.text(of: "process")?.split(separator: "\n").first)
        try waitUntil("the process has ended") {
            (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8))?.contains(") Z ") ?? true
        }
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
    func signalled(signal: Int32, status: Int32) throws {
        try addHangingCommand()
        let running = try start(["probe", "s3://shop/a.jpg"])
        try waitUntil("the command hangs") { folder.text(of: "process") != nil }
        running.send(signal: signal)
        #expect(try running.finish().status == .exited(status))
        try expectThatTheCommandHasEnded()
    }

    @Test(arguments: ["c.csv", "s3://shop/"] as [Bytes])
    func timeLimit(catalogue: Bytes) throws {
        try addHangingCommand()
        try folder.addCatalogue(["s3://shop/a.jpg"])
        let outcome = try run(["ingest", catalogue, "-o", "m.json", "--max-time=1s"])
        #expect(outcome.status == .exited(1), "\(outcome.messages)")
        #expect(outcome.messages.hasPrefix("hanging\n"))
        try expectThatTheCommandHasEnded()
    }

    /// The end of the run does not wait for a process that the command has left behind.
    @Test func leftBehind() throws {
        try addCommand(lifetime: 600, then: "sleep 600 & echo $! >process")
        server.set("/shop/a.jpg", Exchange(.body(Self.picture)))
        #expect(try run(["probe", "s3://shop/a.jpg"]).status == .exited(0))
        let process = try #require(folder.text(of: "process").flatMap { pid_t($0.filter(\.isNumber)) })
        #expect(kill(process, SIGKILL) == 0)
    }
}

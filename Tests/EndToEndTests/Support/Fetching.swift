import Foundation
import TestSupport
import Testing

/// A server's answers for one picture, and the expected result.
struct FetchCase: CustomTestStringConvertible, Sendable {
    let title: String
    let script: [Exchange]
    var options: [Bytes] = []
    /// The size, `30x20`, or the code of the failure.
    let result: String
    /// A part of the failure's message.
    var words = ""
    var requests = 1
    /// The maximum number of bytes that the server sends, with those that stay in buffers.
    var bytes: Int

    init(
        _ title: String, _ script: Exchange..., options: [Bytes] = [], is result: String, _ words: String = "",
        requests: Int = 1, bytes: Int = 4096
    ) {
        self.title = title
        self.script = script
        self.options = options
        self.result = result
        self.words = words
        self.requests = requests
        self.bytes = bytes
    }

    var testDescription: String { title }

    /// The limit for a body without end: the most that the buffers of two sockets hold.
    static let buffers = 8 << 20

    /// Limits that end every case, even on a slow machine. A case that tests a limit overrides it.
    static let limits: [Bytes] = [
        "--allow-host=private", "--timeout=80s", "--retries=0",
    ]

    /// Runs the case through `weir probe`.
    func run() throws {
        let server = try ScriptedServer(otherwise: script)
        let outcome = try Program.weir.run(
            ["probe", "--format=jsonl"] + FetchCase.limits + options + [Bytes(server.url("/a.jpg"))])
        server.stop()
        let picture = try #require(try outcome.pictures.first, "\(outcome.messages)")
        #expect(picture.result == result, "\(picture.message ?? "")")
        #expect(words.isEmpty || picture.message?.contains(words) == true)
        #expect(outcome.status == .exited(picture.error == nil ? 0 : 1))
        #expect(outcome.messages == "")
        #expect(server.requests.count == requests)
        let sent = server.requests.reduce(0) { $0 + $1.bytesSent }
        #expect(sent <= bytes, "\(sent) bytes")
    }
}

/// A line of `weir probe --format=jsonl`.
struct ProbedPicture: Decodable {
    let path: String
    let w: Int?
    let h: Int?
    let error: String?
    let message: String?

    var result: String { error ?? "\(w ?? 0)x\(h ?? 0)" }
}

extension Outcome {
    var pictures: [ProbedPicture] {
        get throws {
            try output.split(separator: UInt8(ascii: "\n")).map {
                try JSONDecoder().decode(ProbedPicture.self, from: Data($0))
            }
        }
    }
}

extension Bytes {
    /// A small picture of 30x20.
    static let picture = jpeg(width: 30, height: 20)
    /// A picture of 40x30, behind more metadata than a first range holds.
    static let photograph = jpeg(width: 40, height: 30, behind: 50_000)

    func prefix(_ count: Int) -> Bytes { Bytes(Array(all.prefix(count))) }
    func suffix(from start: Int) -> Bytes { Bytes(Array(all[start...])) }
}

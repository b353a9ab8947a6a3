import Foundation
import TestSupport
import Testing

/// What a server does with the requests for one picture, and what becomes of the picture.
struct FetchCase: CustomTestStringConvertible, Sendable {
    let title: String
    let script: [Exchange]
    var options: [Bytes] = []
    /// The size, `30x20`, or the code of the failure.
    let result: String
    /// What the failure's sentence holds.
    var words = ""
    var requests = 1
    /// The most that the server may get rid of: what buffers between the two hold is among it.
    var bytes: Int

    init(
        _ title: String, _ script: Exchange..., options: [Bytes] = [], is result: String, _ words: String = "",
        requests: Int = 1, bytes: Int = 4096
    ) {
        self.title = title
        self.script = script
        self.options = options
        self.result = result
        self.nouns = nouns
        self.requests = requests
        self.bytes = bytes
    }

    var testDescription: String { title }

    /// A body of any length is given up after what the buffers of two sockets hold.
    static let buffers = 8 << 20

    /// Limits that end every case, and that no machine is too slow for; a case that is about one
    /// of them gives another.
    static let limits: [Bytes] = [
        "--allow-private-hosts", "--connect-timeout=20s", "--timeout=30s", "--stall-timeout=20s", "--retries=0",
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
    /// Of 30x20, in few bytes.
    static let picture = jpeg(width: 30, height: 20)
    /// Of 40x30, behind as much metadata as no first range holds.
    static let photograph = jpeg(width: 40, height: 30, behind: 50_000)

    func prefix(_ count: Int) -> Bytes { Bytes(Array(all.prefix(count))) }
    func suffix(from start: Int) -> Bytes { Bytes(Array(all[start...])) }
}

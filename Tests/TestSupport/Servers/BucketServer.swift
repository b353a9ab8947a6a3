import Foundation

/// A server of buckets that refuses requests without a true signature, for as long as this value lives.
public final class BucketServer: Sendable {
    public let url: String
    /// The two parts of a key that may read all buckets.
    public let key: String
    public let secret: String
    private let output: TemporaryFolder
    private let process: TiedProcess

    /// Each folder below `root` becomes a bucket. An open server does not look at signatures.
    public init(of root: String, isOpen: Bool = false) throws {
        guard case .success(let python) = Program.moto else { throw ServerFailure("there is no moto") }
        let output = try TemporaryFolder()
        try output.add("output")
        let process = try TiedProcess(
            python.name, ["\(Fixtures.root)/Tests/TestSupport/Servers/buckets.py", root] + (isOpen ? ["open"] : []),
            output: output.path + "/output")
        var words: [String] = []
        try waitUntil("the buckets are served") {
            let text = String(decoding: try Fixtures.bytes(of: output.path + "/output"), as: UTF8.self)
            guard !process.hasEnded else { throw ServerFailure("moto has ended: \(text)") }
            let last = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().last { $0.hasPrefix("http://") }
            words = last?.split(separator: " ").map(String.init) ?? []
            return words.count == 3
        }
        (url, key, secret) = (words[0], words[1], words[2])
        (self.output, self.process) = (output, process)
    }

    deinit { process.end() }

    /// The environment of a user of the buckets.
    public var environment: [String: String] {
        ["AWS_ACCESS_KEY_ID": key, "AWS_SECRET_ACCESS_KEY": secret, "AWS_ENDPOINT_URL": url, "AWS_REGION": "eu-central-1"]
    }
}

/// The reason why a picture has no true size: a code for scripts and a sentence for people.
///
/// The set of codes is closed. The report, the journal, JSON Lines and the metrics use the same codes, so
/// one search finds a failure everywhere.
public struct Failure: Error, Equatable, Sendable {
    /// The code for scripts and counts, which does not change as messages do.
    public let code: Code
    /// A description of this failure: one sentence without a full stop.
    public let message: String
    /// Whether this machine is out of something, such as descriptors. Then a picture's failure says nothing of the picture.
    package var isOfTheMachine = false
    /// Whether a store has refused the one who asks. Then the failure may say nothing of the picture.
    package var isOfTheAsker = false
    /// Whether the picture was not asked for, since it has failed before.
    package var isPaused = false

    /// Without a message, the failure gets the sentence of its code.
    public init(_ code: Code, _ message: String? = nil) {
        self.code = code
        self.message = message ?? code.sentence
    }

    /// The codes of docs/failures.md, by the names that reports have.
    public enum Code: String, CaseIterable, Sendable {
        case notFound = "not-found"
        case unreadable
        case outsideRoot = "outside-root"
        case empty
        case notAnImage = "not-an-image"
        case unsupportedFormat = "unsupported-format"
        case truncated
        case corrupt
        case tooLarge = "too-large"
        case noSize = "no-size"
        case badURL = "bad-url"
        case forbiddenScheme = "forbidden-scheme"
        case forbiddenAddress = "forbidden-address"
        case dns
        case connect
        case proxy
        case tls
        case timeout
        case stalled
        case httpStatus = "http-status"
        case tooManyRedirects = "too-many-redirects"
        case contentMismatch = "content-mismatch"
        case hostSuspended = "host-suspended"
        case robots
        case cancelled
    }
}

extension Failure.Code {
    /// An explanation of the code for a reader who sees the code for the first time.
    public var sentence: String {
        switch self {
        case .notFound: "there is no such file"
        case .unreadable: "the file cannot be read"
        case .outsideRoot: "the path leaves the root folder"
        case .empty: "there are no bytes in it"
        case .notAnImage: "the content is not a picture"
        case .unsupportedFormat: "pictures of this format are not read"
        case .truncated: "the bytes end before the size"
        case .corrupt: "the picture's header is damaged"
        case .tooLarge: "the picture exceeds a limit"
        case .noSize: "the picture has no size of its own"
        case .badURL: "the address is not a valid URL"
        case .forbiddenScheme: "only http and https are fetched"
        case .forbiddenAddress: "the host's address is private or reserved"
        case .dns: "the host's name does not resolve"
        case .connect: "the host does not accept connections"
        case .proxy: "the proxy cannot be used"
        case .tls: "the TLS connection failed"
        case .timeout: "the transfer took longer than its limit"
        case .stalled: "the transfer stopped moving"
        case .httpStatus: "the server answered with an error status"
        case .tooManyRedirects: "the server redirects too often"
        case .contentMismatch: "the content is not what was announced"
        case .hostSuspended: "the host failed too often in this run"
        case .robots: "robots.txt of the host forbids it"
        case .cancelled: "the run was stopped first"
        }
    }
}

/// Why a text, a part of a file or a command cannot be used. The caller says where that stands.
package struct Objection: Error, Equatable, Sendable {
    /// A sentence without a full stop; of a command, what follows its name.
    package let message: String

    package init(_ message: String) { self.message = message }
}

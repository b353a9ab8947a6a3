/// The actions of a server for one request: steps that are carried out in order, so that a case of a table reads
/// `Exchange(.status(503), .header("Retry-After", "1"))`.
///
/// The head is sent before the first step that needs it. A step that waits or ends the connection needs the head only
/// if an earlier step set a part of it: `Exchange(.stall)` sends nothing, `Exchange(.status(200), .stall)` sends a
/// head. If a case gives neither `Content-Length` nor `Transfer-Encoding`, the head contains the true length.
public struct Exchange: Sendable {
    public let steps: [Step]

    public init(_ steps: Step...) { self.steps = steps }

    /// Takes steps that are computed.
    public init(steps: [Step]) { self.steps = steps }

    public enum Step: Sendable {
        /// The status, 200 by default; the last one counts.
        case status(Int)
        case header(String, String)
        /// One or several lines of a head, sent as they are, without the end of the last line.
        case headers(Bytes)

        case body(Bytes)
        case chunked([Bytes])
        /// The body in small pieces, with a pause of `every` milliseconds before each.
        case drip(Bytes, by: Int = 1, every: Int)
        /// Zeros, until the client closes the connection or 64 MB were sent.
        case endlessBody
        /// Lines of an endless head, until the client closes the connection or 8 MB were sent.
        case endlessHeaders
        /// Raw bytes instead of head and body.
        case raw(Bytes)

        /// The file or the requested part of it, with `If-Range` and `If-None-Match` obeyed. Without `tag`, the
        /// entity tag is computed from the bytes.
        case range(of: Bytes, tag: String? = nil)
        /// The whole file with 200, even if a range was requested.
        case wholeIgnoringRange(Bytes)
        /// The requested bytes, with a wrong range in `Content-Range`.
        case wrongContentRange(of: Bytes, by: Int = 1)
        /// Megabytes of zeros, compressed to a thousandth.
        case gzipBomb(megabytes: Int = 64)
        case redirect(to: String)

        /// Steps that depend on the request.
        case computed(@Sendable (ReceivedRequest) -> [Step])

        /// A pause of so many milliseconds.
        case pause(Int)
        /// A pause until the test calls `release()`.
        case hold
        /// A pause until the client closes the connection or the server is stopped.
        case stall
        /// Resets the connection, like a machine that does not know the connection (RFC 9293, 3.5.2).
        case reset
        case close
    }
}

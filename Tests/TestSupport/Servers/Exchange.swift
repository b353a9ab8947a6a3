/// What a server does with one request: steps that are carried out in order, so that a case of a
/// table reads `Exchange(.status(503), .header("Retry-After", "1"))`.
///
/// The head is sent before the first step that needs it. A step that waits or ends the connection
/// needs it only where something of it was said before: `Exchange(.stall)` sends nothing at all,
/// `Exchange(.status(200), .stall)` a head. Where a case gives neither `Content-Length` nor
/// `Transfer-Encoding`, the head tells the length truly.
public struct Exchange: Sendable {
    public let steps: [Step]

    public init(_ steps: Step...) { self.steps = steps }

    /// Steps that are computed.
    public init(steps: [Step]) { self.steps = steps }

    public enum Step: Sendable {
        /// 200 where no step says otherwise; the last one counts.
        case status(Int)
        case header(String, String)
        /// Lines of a head as they are, one or several, without the end of the last.
        case headers(Bytes)

        case body(Bytes)
        case chunked([Bytes])
        /// The body in pieces of some bytes, with milliseconds before each.
        case drip(Bytes, by: Int = 1, every: Int)
        /// Zeros, until the client goes or 64 MB were sent.
        case endlessBody
        /// Lines of a head that does not end, until the client goes or 8 MB were sent.
        case endlessHeaders
        /// Bytes in the place of head and body.
        case raw(Bytes)

        /// The file or the part of it that was asked for, with `If-Range` and `If-None-Match` observed.
        /// The entity tag is made of the bytes where none is given.
        case range(of: Bytes, tag: String? = nil)
        /// The whole file with 200, whatever was asked for.
        case wholeIgnoringRange(Bytes)
        /// The bytes that were asked for, said to lie elsewhere.
        case wrongContentRange(of: Bytes, by: Int = 1)
        /// Megabytes of zeros in a thousandth of that.
        case gzipBomb(megabytes: Int = 64)
        case redirect(to: String)

        /// Nothing for so many milliseconds.
        case pause(Int)
        /// Nothing until the test says `release()`.
        case hold
        /// Nothing until the client goes or the server is stopped.
        case stall
        /// Ends the connection as a machine does that knows nothing of it (RFC 9293, 3.5.2).
        case reset
        case close
    }
}

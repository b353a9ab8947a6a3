/// An answer of the server.
struct PreviewAnswer {
    let head: [UInt8]
    private let body: [UInt8]

    var bytes: [UInt8] { head + body }

    /// `isEndless` leaves the length open. A picture is opened by itself only without scripts: an SVG may have some.
    init(_ status: Int, type: String, _ body: [UInt8], isPicture: Bool = false, isEndless: Bool = false) {
        var lines = [
            "HTTP/1.1 \(status) \(Self.reasons[status] ?? "Refused")", "Content-Type: \(type)", "Connection: close",
            "Cache-Control: no-store", "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
            "Cross-Origin-Resource-Policy: same-origin", "X-Frame-Options: DENY",
        ]
        if isPicture { lines.append("Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; sandbox") }
        if !isEndless { lines.append("Content-Length: \(body.count)") }
        head = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        self.body = body
    }

    /// A refusal with a sentence for people.
    init(_ status: Int, _ sentence: String) {
        self.init(status, type: "text/plain; charset=utf-8", Array("\(sentence)\n".utf8))
    }

    private static let reasons = [
        200: "OK", 400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed", 421: "Misdirected Request",
        431: "Request Header Fields Too Large", 503: "Service Unavailable",
    ]
}

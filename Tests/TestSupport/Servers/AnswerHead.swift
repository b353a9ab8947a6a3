/// The status line and the header fields for the steps of an exchange.
struct AnswerHead {
    private var status = 200
    private var lines: Bytes = []
    /// Whether the connection is closed after this answer.
    var isLast = false

    init(_ steps: [Exchange.Step]) {
        var length = 0
        var isChunked = false
        var isEndless = false
        for step in steps {
            switch step {
            case .status(let code): status = code
            case .header(let name, let value): lines += Bytes("\(name): \(value)\r\n")
            case .headers(let raw): lines += raw + "\r\n"
            case .body(let bytes), .drip(let bytes, _, _): length += bytes.count
            case .chunked: isChunked = true
            case .endlessBody, .endlessHeaders: isEndless = true
            default: break
            }
        }
        let hasNoBody = status == 204 || status == 304
        if isEndless || says("connection: close") { isLast = true }
        if isEndless || hasNoBody || says("content-length:") || says("transfer-encoding:") { return }
        lines += isChunked ? "Transfer-Encoding: chunked\r\n" : Bytes("Content-Length: \(length)\r\n")
    }

    var bytes: [UInt8] { (Bytes(unended) + "\r\n").all }

    /// A head without its empty line, so that more lines may follow.
    var unended: [UInt8] {
        let connection: Bytes = isLast && !says("connection:") ? "Connection: close\r\n" : ""
        return (Bytes("HTTP/1.1 \(status) \(Self.reasons[status, default: "Status"])\r\n") + lines + connection).all
    }

    private func says(_ beginning: String) -> Bool {
        let text = String(decoding: lines.all, as: UTF8.self).lowercased()
        return text.split(separator: "\r\n").contains { $0.hasPrefix(beginning) }
    }

    /// Clients must ignore these texts (RFC 9112, 4); they help people to read a failure.
    private static let reasons = [
        200: "OK", 204: "No Content", 206: "Partial Content", 301: "Moved Permanently", 302: "Found",
        303: "See Other", 304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
        403: "Forbidden", 404: "Not Found", 410: "Gone", 416: "Range Not Satisfiable", 429: "Too Many Requests",
        500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
    ]
}

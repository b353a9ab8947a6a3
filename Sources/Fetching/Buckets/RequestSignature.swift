import Base

/// The signature of a request without a body: AWS Signature Version 4, which the stores of others understand too.
struct RequestSignature: Sendable {
    private let path: String
    /// In the order of names.
    private let query: String
    /// The fields that are signed, with their names in small letters.
    private let fields: [(name: String, value: String)]
    /// `20130524T000000Z`.
    private let time: String

    private static let algorithm = "AWS4-HMAC-SHA256"
    private static let hashOfNoBody = SHA256.hexDigest(of: UnsafeRawBufferPointer(start: nil, count: 0))

    /// `url` is the URL as it is sent, with its escapes. Of the lines, the range is signed, and all that begin with `x-amz-`,
    /// since a store wants that.
    init(of url: String, besides lines: [String] = [], at unixSeconds: Int64) {
        let server = url.index(url.firstIndex(of: ":") ?? url.startIndex, offsetBy: "://".count)
        let start = url[server...].firstIndex { $0 == "/" || $0 == "?" } ?? url.endIndex
        let mark = url[start...].firstIndex(of: "?") ?? url.endIndex
        path = start == mark ? "/" : String(url[start..<mark])
        query = url[mark...].dropFirst().split(separator: "&").map { $0.contains("=") ? String($0) : $0 + "=" }.sorted()
            .joined(separator: "&")
        time = String(calendarTime(unixSeconds).filter { $0 != "-" && $0 != ":" })
        var fields = lines.compactMap(fieldParts).filter { $0.name.hasPrefix("x-amz-") || $0.name == "range" }
        fields.append(("host", hostField(String(url[server..<start]), isSecure: url.hasPrefix("https:"))))
        fields.append(("x-amz-content-sha256", RequestSignature.hashOfNoBody))
        fields.append(("x-amz-date", time))
        self.fields = fields
    }

    /// `20130524`.
    var day: String { String(time.prefix(8)) }

    /// The key of all signatures of a day: the secret, bound to the day and a region.
    static func dayKey(_ secret: String, _ day: String, in region: String) -> [UInt8] {
        [day, region, "s3", "aws4_request"].reduce(Array("AWS4\(secret)".utf8)) { SHA256.keyed($0, $1) }
    }

    /// The lines to send, besides those that the signature covers anyway. `dayKey` is that of the same day, keys and region.
    func lines(by keys: SigningKeys, in region: String, dayKey: [UInt8]) -> [String] {
        let session = keys.session.map { [("x-amz-security-token", $0)] } ?? []
        let signed = (fields + session).sorted { $0.name < $1.name }
        let names = signed.map(\.name).joined(separator: ";")
        let request = ["GET", path, query, signed.map { "\($0.name):\($0.value)\n" }.joined(), names, RequestSignature.hashOfNoBody]
            .joined(separator: "\n")
        let scope = "\(day)/\(region)/s3/aws4_request"
        let text = [RequestSignature.algorithm, time, scope, hash(of: request)].joined(separator: "\n")
        let signature = hexDigits(of: SHA256.keyed(dayKey, text))
        return ["x-amz-content-sha256: \(RequestSignature.hashOfNoBody)", "x-amz-date: \(time)"]
            + session.map { "\($0.0): \($0.1)" }
            + ["Authorization: \(RequestSignature.algorithm) Credential=\(keys.name)/\(scope),SignedHeaders=\(names),Signature=\(signature)"]
    }
}

/// The name in small letters and the value, without the blanks around it.
private func fieldParts(of line: String) -> (name: String, value: String)? {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let value = line[line.index(after: colon)...].split(separator: " ").joined(separator: " ")
    return (line[..<colon].lowercased(), value)
}

/// The host as it is sent: without the port that the scheme implies (RFC 9110, 7.2).
private func hostField(_ server: String, isSecure: Bool) -> String {
    let implied = isSecure ? ":443" : ":80"
    return server.hasSuffix(implied) ? String(server.dropLast(implied.count)) : server
}

private func hash(of text: String) -> String { Array(text.utf8).withUnsafeBytes { SHA256.hexDigest(of: $0) } }

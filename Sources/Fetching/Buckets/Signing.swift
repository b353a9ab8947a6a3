import WeirBase
import WeirSystem

/// The second in which a request is signed, with what all signatures of it have in common (AWS Signature Version 4, which the
/// stores of others understand too).
struct SigningMoment {
    let unixSeconds: Int64
    /// `20130524T000000Z`.
    private let time: String
    /// The scope of the key of the day: the day, the region and the service.
    private let scope: String
    private let keys: SigningKeys
    private let dayKey: KeyedSHA256
    /// The lines that all requests send alike, and the beginning of the one that is theirs alone.
    private let sharedLines: [String]
    private let credential: String

    private static let algorithm = "AWS4-HMAC-SHA256"
    private static let hashOfNoBody = SHA256.hexDigest(of: UnsafeRawBufferPointer(start: nil, count: 0))

    /// `previous` is an earlier moment of the same keys and region. Within a day the key stays.
    init(at unixSeconds: Int64, by keys: SigningKeys, in region: String, after previous: SigningMoment?) {
        self.unixSeconds = unixSeconds
        self.keys = keys
        time = String(calendarTime(unixSeconds).filter { $0 != "-" && $0 != ":" })
        let day = String(time.prefix(8))
        scope = "\(day)/\(region)/s3/aws4_request"
        if let previous, previous.scope == scope {
            dayKey = previous.dayKey
        } else {
            let key = [day, region, "s3", "aws4_request"].reduce(Array("AWS4\(keys.secret)".utf8)) { KeyedSHA256(key: $0).digest(of: $1) }
            dayKey = KeyedSHA256(key: key)
        }
        sharedLines =
            ["x-amz-content-sha256: \(Self.hashOfNoBody)", "x-amz-date: \(time)"]
            + (keys.session.map { ["x-amz-security-token: \($0)"] } ?? [])
        credential = "Authorization: \(Self.algorithm) Credential=\(keys.name)/\(scope),SignedHeaders="
    }

    /// The lines to send with a GET request, besides those that the signature covers anyway. `url` is the URL as it is sent, with
    /// its escapes. Of the other lines, the range is signed, and all that begin with `x-amz-`, since a store wants that.
    func lines(for url: String, besides lines: [String]) -> [String] {
        let address = SignedAddress(url)
        var fields = lines.compactMap(signedField)
        fields.append(("host", address.host))
        fields.append(("x-amz-content-sha256", Self.hashOfNoBody))
        fields.append(("x-amz-date", time))
        if let session = keys.session { fields.append(("x-amz-security-token", session)) }
        fields.sort { $0.name < $1.name }
        let names = fields.map(\.name).joined(separator: ";")
        return sharedLines + [credential + names + ",Signature=" + signature(of: address, fields, names)]
    }

    private func signature(of address: SignedAddress, _ fields: [(name: String, value: String)], _ names: String) -> String {
        var text = ByteBuffer(capacity: 1024)
        text.append("GET\n")
        text.append(address.path)
        text.append("\n")
        text.append(address.query)
        text.append("\n")
        for field in fields {
            text.append(field.name)
            text.append(":")
            text.append(field.value)
            text.append("\n")
        }
        text.append("\n")
        text.append(names)
        text.append("\n")
        text.append(Self.hashOfNoBody)
        let hash = text.withBytes { SHA256.hexDigest(of: UnsafeRawBufferPointer($0)) }
        text.removeAll()
        text.append(Self.algorithm)
        text.append("\n")
        text.append(time)
        text.append("\n")
        text.append(scope)
        text.append("\n")
        text.append(hash)
        return hexDigits(of: text.withBytes { dayKey.digest(of: $0) })
    }
}

/// The parts of a URL in the form in which they are signed.
private struct SignedAddress {
    let host: String
    let path: String
    /// In the order of names.
    let query: String

    init(_ url: String) {
        let text = url.utf8
        let isSecure = url.hasPrefix("https:")
        let server = text.index(text.startIndex, offsetBy: isSecure ? "https://".utf8.count : "http://".utf8.count)
        let start = text[server...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? text.endIndex
        let mark = text[start...].firstIndex(of: UInt8(ascii: "?")) ?? text.endIndex
        path = start == mark ? "/" : String(url[start..<mark])
        query =
            mark == text.endIndex
            ? ""
            : url[mark...].dropFirst().split(separator: "&")
                .map { $0.contains("=") ? String($0) : $0 + "=" }.sorted().joined(separator: "&")
        // The port that the scheme implies is not sent (RFC 9110, 7.2).
        let implied = isSecure ? ":443" : ":80"
        let named = url[server..<start]
        host = String(named.hasSuffix(implied) ? named.dropLast(implied.count) : named)
    }
}

/// A line's name in small letters and its value without blanks around it, if the line is signed.
private func signedField(_ line: String) -> (name: String, value: String)? {
    let text = line.utf8
    // Most lines are not signed. Both names begin with one of two letters.
    guard let first = text.first, [UInt8(ascii: "r"), UInt8(ascii: "x")].contains(first | 0x20),
        let colon = text.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    let name = line[..<colon].lowercased()
    guard name == "range" || name.hasPrefix("x-amz-") else { return nil }
    // Blanks around the value are not signed, and of several within it only one is.
    let words = text[text.index(after: colon)...].split(separator: UInt8(ascii: " "))
    return (name, words.count == 1 ? String(Substring(words[0])) : words.map { String(Substring($0)) }.joined(separator: " "))
}

/// The keys with which requests are signed. No message, report or journal has them.
package struct SigningKeys: Equatable, Sendable {
    package let name: String
    package let secret: String
    /// Belongs to keys that are lent for some hours.
    package let session: String?
    /// The Unix time after which they are no longer valid.
    package let expiry: Int64?

    package init(name: String, secret: String, session: String? = nil, expiry: Int64? = nil) {
        (self.name, self.secret, self.session, self.expiry) = (name, secret, session, expiry)
    }

    /// Whether the keys are words. The end of a line, as a file from Windows has it, would begin another line of the request.
    package var canBeSent: Bool {
        [name, secret, session ?? ""].allSatisfy { $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } }
    }
}

/// The keys of a store during a run. Requests are signed when they are sent, so keys that expire are replaced while pictures wait.
/// No lock is held for longer than a signature takes.
package final class StoreKeys: Sendable {
    private struct State {
        var keys: SigningKeys
        /// Counts the keys of the run.
        var edition = 0
        var refusal = Refusal.none
        var isEnded = false
        /// The last second in which a request was signed.
        var moment: SigningMoment?
    }

    /// Whether the store has said that the keys have expired, and whether that was reported.
    private enum Refusal { case none, new, reported }

    private let state: Locked<State>
    private let region: String
    /// Whether other keys may follow, as those that are lent expire.
    package let isRenewed: Bool

    package init(_ keys: SigningKeys, region: String) {
        state = Locked(State(keys: keys))
        self.region = region
        isRenewed = keys.expiry != nil || keys.session != nil
    }

    package var keys: SigningKeys { state.read { $0.keys } }

    var edition: Int { state.read { $0.edition } }

    /// The lines of the head that prove the right to send a GET request, and the edition of the keys. `lines` are those of the user.
    func sign(_ url: String, at unixSeconds: Int64, besides lines: [String]) -> (lines: [String], edition: Int) {
        // The lock covers the signing, too: the hash of a key serves one thread at a time.
        state.change { state in
            let moment: SigningMoment
            if let last = state.moment, last.unixSeconds == unixSeconds {
                moment = last
            } else {
                moment = SigningMoment(at: unixSeconds, by: state.keys, in: region, after: state.moment)
            }
            state.moment = moment
            return (moment.lines(for: url, besides: lines), state.edition)
        }
    }

    // MARK: Renewal

    /// Called if the store says that the keys of this edition have expired.
    func refuse(_ edition: Int) {
        state.announce { if $0.edition == edition, $0.refusal == .none { $0.refusal = .new } }
    }

    package enum News: Equatable, Sendable { case none, refused, ended }

    /// Waits for news, at most for so many seconds. Each refusal is news once.
    package func wait(atMost seconds: Double) -> News {
        _ = state.wait(atMost: seconds) { $0.isEnded || $0.refusal == .new }
        return state.change { state in
            if state.isEnded { return .ended }
            guard state.refusal == .new else { return .none }
            state.refusal = .reported
            return .refused
        }
    }

    /// Signs later requests with other keys. The same keys again are none.
    package func replace(by keys: SigningKeys) {
        state.change { state in
            guard keys != state.keys else { return }
            (state.keys, state.edition, state.moment, state.refusal) = (keys, state.edition + 1, nil, .none)
        }
    }

    /// Wakes the thread that waits for news, for the last time.
    package func end() { state.announce { $0.isEnded = true } }
}

import WeirBase
import WeirRecords

/// The time at which the signature of a URL expires. Each provider has its own names for the parameters.
enum SignatureExpiry {
    /// The Unix time; nil if the address, from its host on, has no signature that expires. With several, the first time counts.
    static func time(_ address: UnsafeBufferPointer<UInt8>.SubSequence) -> Int64? {
        let address = address.prefix { $0 != UInt8(ascii: "#") }
        let path = address.prefix { $0 != UInt8(ascii: "?") }
        let tokens = path.split(separator: UInt8(ascii: "/")).compactMap { token(String(decoding: $0, as: UTF8.self)) }
        return (tokens + times(inQuery: address[path.endIndex...].dropFirst())).min()
    }

    private static func times(inQuery query: UnsafeBufferPointer<UInt8>.SubSequence) -> [Int64] {
        var fields: [String: String] = [:]
        for pair in query.split(separator: UInt8(ascii: "&")) {
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = String(decoding: pair[..<equals], as: UTF8.self).lowercased()
            guard fields[name] == nil, let value = percentDecoded(pair[(equals + 1)...]) else { continue }
            fields[name] = String(decoding: value, as: UTF8.self)
        }
        let tokens = ["hdnts", "hdnea", "__token__"].map { fields[$0].flatMap(token) }
        return ([lasting(fields), counted(fields), shared(fields), policy(fields)] + tokens).compactMap { $0 }
    }

    /// Amazon S3, Google Cloud Storage, Alibaba Cloud and Volcengine: a time and a number of seconds.
    private static func lasting(_ fields: [String: String]) -> Int64? {
        for provider in ["x-amz", "x-goog", "x-oss", "x-tos"] {
            guard let start = fields[provider + "-date"].flatMap(compactTime),
                let seconds = fields[provider + "-expires"].flatMap({ Int64($0) }), (0...maxSeconds).contains(seconds)
            else { continue }
            return start + seconds
        }
        return nil
    }

    /// Parameters that are Unix times: of CloudFront and older signatures of storage services, tokens without a name, Qiniu, Tencent
    /// Cloud, Facebook and Discord. `beside` is another parameter without which this one means something else.
    private static let parameters: [(name: String, beside: String?, radix: Int)] = [
        ("expires", nil, 10), ("exp", nil, 10), ("e", "token", 10), ("txtime", "txsecret", 16), ("oe", "oh", 16), ("ex", "hm", 16),
    ]

    private static func counted(_ fields: [String: String]) -> Int64? {
        for parameter in parameters where parameter.beside.map({ fields[$0] != nil }) ?? true {
            if let time = fields[parameter.name].flatMap({ unixTime($0, radix: parameter.radix) }) { return time }
        }
        // Alibaba Cloud: `1700000000-0-0-md5`.
        let parts = fields["auth_key"]?.split(separator: "-") ?? []
        if parts.count == 4, let time = unixTime(String(parts[0])) { return time }
        return fields["q-sign-time"].flatMap { $0.split(separator: ";").last }.flatMap { unixTime(String($0)) }
    }

    /// A policy of CloudFront: JSON in base64, with other signs where those of base64 mean something in URLs.
    private static func policy(_ fields: [String: String]) -> Int64? {
        guard fields["signature"] != nil, let text = fields["policy"] else { return nil }
        let standard = ["-": "+", "_": "=", "~": "/"]
        let digits = text.map { standard[String($0)] ?? String($0) }.joined()
        guard let json = base64Decoded(Array(digits.utf8)),
            let policy = try? json.withUnsafeBytes({ try JSONValue($0) })
        else { return nil }
        let ends = policy["Statement"]?.array?.compactMap { $0["Condition"]?["DateLessThan"]?["AWS:EpochTime"]?.integer }
        return ends?.min().map(Int64.init)
    }

    /// A shared access signature of Azure.
    private static func shared(_ fields: [String: String]) -> Int64? {
        guard fields["sig"] != nil, let end = fields["se"] else { return nil }
        guard let day = CalendarDay(String(end.prefix(10))) else { return nil }
        let clock = end.dropFirst(10).filter { $0.isASCII && $0.isNumber }
        return day.start + (seconds(clock.count == 4 ? clock + "00" : clock) ?? 0)
    }

    /// Akamai: `exp=1700000000~acl=/*~hmac=…`, also behind the name of the token, as a part of a path.
    private static func token(_ text: String) -> Int64? {
        let parts = text.split(separator: "~")
        guard parts.count > 1 else { return nil }
        for part in parts {
            let words = part.split(separator: "=").suffix(2)
            if words.first == "exp", let time = words.last.flatMap({ unixTime(String($0)) }) { return time }
        }
        return nil
    }

    private static let maxSeconds: Int64 = 1 << 40

    /// Seconds since 1970 in nine to eleven digits, milliseconds in thirteen, or seconds in eight hexadecimal digits. Other
    /// numbers mean something else.
    private static func unixTime(_ text: String, radix: Int = 10) -> Int64? {
        guard let first = text.utf8.first, !"+-".utf8.contains(first), let number = Int64(text, radix: radix) else { return nil }
        switch text.utf8.count {
        case 8 where radix == 16: return number
        case 9...11 where radix == 10: return number
        case 13 where radix == 10: return number / 1000
        default: return nil
        }
    }

    /// `20261121T083000Z`
    private static func compactTime(_ text: String) -> Int64? {
        let digits = text.filter { $0.isASCII && $0.isNumber }
        guard digits.count == 14, let year = Int64(digits.prefix(4)), let month = Int64(digits.dropFirst(4).prefix(2)),
            let number = Int64(digits.dropFirst(6).prefix(2)), let day = CalendarDay(year: year, month: month, day: number)
        else { return nil }
        return seconds(String(digits.suffix(6))).map { day.start + $0 }
    }

    /// `083000`
    private static func seconds(_ clock: String) -> Int64? {
        guard clock.count == 6, let number = Int64(clock) else { return nil }
        return number / 10_000 * 3600 + number / 100 % 100 * 60 + number % 100
    }
}

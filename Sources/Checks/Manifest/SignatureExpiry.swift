import Base

/// The time at which the signature of a URL expires. Each provider has its own names for the parameters.
enum SignatureExpiry {
    /// The Unix time; nil if the query has no signature that expires. With several, the first time counts.
    static func time(inQuery query: UnsafeBufferPointer<UInt8>.SubSequence) -> Int64? {
        var fields: [String: String] = [:]
        for pair in query.prefix(while: { $0 != UInt8(ascii: "#") }).split(separator: UInt8(ascii: "&")) {
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = String(decoding: pair[..<equals], as: UTF8.self).lowercased()
            guard fields[name] == nil, let value = percentDecoded(pair[(equals + 1)...]) else { continue }
            fields[name] = String(decoding: value, as: UTF8.self)
        }
        return [lasting(fields), counted(fields), shared(fields), token(fields)].compactMap { $0 }.min()
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

    /// CloudFront and older signatures of storage services, Qiniu, Tencent Cloud: a Unix time.
    private static func counted(_ fields: [String: String]) -> Int64? {
        if let time = fields["expires"].flatMap(unixTime) { return time }
        if fields["token"] != nil, let time = fields["e"].flatMap(unixTime) { return time }
        return fields["q-sign-time"].flatMap { $0.split(separator: ";").last }.flatMap { unixTime(String($0)) }
    }

    /// A shared access signature of Azure.
    private static func shared(_ fields: [String: String]) -> Int64? {
        guard fields["sig"] != nil, let end = fields["se"] else { return nil }
        guard let day = CalendarDay(String(end.prefix(10))) else { return nil }
        let clock = end.dropFirst(10).filter { $0.isASCII && $0.isNumber }
        return day.start + (seconds(clock.count == 4 ? clock + "00" : clock) ?? 0)
    }

    /// Akamai: `exp=1700000000~acl=/*~hmac=…`.
    private static func token(_ fields: [String: String]) -> Int64? {
        for name in ["hdnts", "hdnea", "__token__"] {
            let part = fields[name]?.split(separator: "~").first { $0.hasPrefix("exp=") }
            if let time = part.flatMap({ unixTime(String($0.dropFirst(4))) }) { return time }
        }
        return nil
    }

    private static let maxSeconds: Int64 = 1 << 40

    /// Seconds since 1970 in nine to eleven digits, or milliseconds in thirteen. Other numbers mean something else.
    private static func unixTime(_ text: String) -> Int64? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(text) else { return nil }
        switch text.utf8.count {
        case 9...11: return number
        case 13: return number / 1000
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

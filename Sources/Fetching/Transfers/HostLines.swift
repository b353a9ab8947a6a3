import CWeirCurl

typealias LineList = UnsafeMutablePointer<curl_slist>

extension LineList {
    static func of(_ lines: [String]) -> LineList? {
        var list: LineList?
        for line in lines { list = curl_slist_append(list, line) }
        return list
    }
}

/// The lines that all requests to a host have in common, as lists for libcurl. They include `User-Agent`, so that a line of
/// the user can replace it.
final class HostLines {
    /// The lines for requests of rows that name the host, including the user's lines, and the lines for other requests.
    let toOwnHost: LineList?
    let toOthers: LineList?
    let ofUser: [String]
    /// The value of `User-Agent` with which the host is asked for pictures of its own.
    let userAgent: String

    /// `lines` are the user's.
    init(userAgent: String, _ lines: [String]) {
        ofUser = lines
        let ours = ["User-Agent: \(userAgent)", "Accept-Encoding: identity"]
        let unsaid = ours.filter { line in !lines.contains { $0.fieldName == line.fieldName } }
        toOwnHost = LineList.of(unsaid + lines)
        toOthers = LineList.of(ours)
        let own = lines.last { $0.fieldName == "user-agent" }
        self.userAgent = own.map { String($0.dropFirst($0.fieldName.utf8.count + 1)) } ?? userAgent
    }

    deinit {
        curl_slist_free_all(toOwnHost)
        curl_slist_free_all(toOthers)
    }
}

extension FetchOptions {
    /// The user's lines for a host with these limits.
    func lines(for host: HostLimits) -> [String] {
        lines.filter { line in !host.lines.contains { $0.fieldName == line.fieldName } } + host.lines
    }
}

extension String {
    /// The field name of a line, in small letters. For a header with an empty value, libcurl expects a semicolon instead of
    /// the colon.
    fileprivate var fieldName: String { prefix { $0 != ":" && $0 != ";" }.lowercased() }
}

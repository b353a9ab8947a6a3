import CCurl

/// The lines that a transfer adds to the head of a request, as a list for libcurl. Lines for which libcurl has options, such as
/// `User-Agent`, are in it too: so a line of the user's replaces ours.
final class RequestLines {
    typealias LineList = UnsafeMutablePointer<curl_slist>

    /// The lines of every request to the host that the row names, with the user's own, and to any other.
    private let toOwnHost: LineList?
    private let toOthers: LineList?
    /// The first and the last line of one request alone, which stand before those.
    private var own: (first: LineList, last: LineList)?

    init(_ settings: FetchSettings) {
        let ours = ["User-Agent: \(settings.userAgent)", "Accept-Encoding: identity"]
        let unsaid = ours.filter { line in !settings.lines.contains { fieldName(of: $0) == fieldName(of: line) } }
        toOwnHost = list(of: unsaid + settings.lines)
        toOthers = list(of: ours)
    }

    deinit {
        freeOwn()
        curl_slist_free_all(toOwnHost)
        curl_slist_free_all(toOthers)
    }

    /// The list for a request; valid until the next one is composed.
    func compose(_ request: PictureRequest, isToOwnHost: Bool) -> LineList? {
        freeOwn()
        let shared = isToOwnHost ? toOwnHost : toOthers
        let range = request.range.map { "Range: bytes=\($0.lowerBound)-\($0.upperBound)" }
        let lines = [range, request.ifRange.map { "If-Range: \($0)" }, request.condition?.line].compactMap { $0 }
        guard let first = list(of: lines) else { return shared }
        var last = first
        while let next = last.pointee.next { last = next }
        last.pointee.next = shared
        own = (first, last)
        return first
    }

    private func freeOwn() {
        own?.last.pointee.next = nil
        curl_slist_free_all(own?.first)
        own = nil
    }
}

/// The name by which libcurl compares lines: a line of the user's replaces ours of the same name.
private func fieldName(of line: String) -> String { line.prefix { $0 != ":" && $0 != ";" }.lowercased() }

private func list(of lines: [String]) -> RequestLines.LineList? {
    var list: RequestLines.LineList?
    for line in lines { list = curl_slist_append(list, line) }
    return list
}

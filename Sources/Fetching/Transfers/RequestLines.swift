import CCurl
import System

/// The lines that a transfer adds to a request's head, as a list for libcurl. The list includes `User-Agent`, so that a
/// line of the user can replace it.
final class RequestLines {
    typealias LineList = UnsafeMutablePointer<curl_slist>

    /// The lines for the host that the row names, including the user's lines, and the lines for other hosts.
    private let toOwnHost: LineList?
    private let toOthers: LineList?
    private let ofUser: [String]
    /// The first and the last line that belong to one request only. The shared lines follow them.
    private var own: (first: LineList, last: LineList)?

    init(_ settings: FetchSettings) {
        let ours = ["User-Agent: \(settings.userAgent)", "Accept-Encoding: identity"]
        let unsaid = ours.filter { line in !settings.lines.contains { fieldName(of: $0) == fieldName(of: line) } }
        ofUser = settings.lines
        toOwnHost = list(of: unsaid + ofUser)
        toOthers = list(of: ours)
    }

    deinit {
        freeOwn()
        curl_slist_free_all(toOwnHost)
        curl_slist_free_all(toOthers)
    }

    /// Returns the list for a request. The list is valid until the next call.
    func compose(_ request: PictureRequest, for address: WebAddress, isToOwnHost: Bool) -> LineList? {
        freeOwn()
        let shared = isToOwnHost ? toOwnHost : toOthers
        let range = request.range.map { "Range: bytes=\($0.lowerBound)-\($0.upperBound)" }
        var lines = [range, request.ifRange.map { "If-Range: \($0)" }, request.condition?.line].compactMap { $0 }
        if let store = address.store {
            lines += store.lines(for: String(decoding: address.bytes, as: UTF8.self), at: unixSeconds(), besides: lines + (isToOwnHost ? ofUser : []))
        }
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

/// The field name of a line. For a header with an empty value, libcurl expects a semicolon instead of the colon.
private func fieldName(of line: String) -> String { line.prefix { $0 != ":" && $0 != ";" }.lowercased() }

private func list(of lines: [String]) -> RequestLines.LineList? {
    var list: RequestLines.LineList?
    for line in lines { list = curl_slist_append(list, line) }
    return list
}

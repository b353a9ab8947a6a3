import CCurl

/// The lines that a transfer adds to the head of a request, as a list for libcurl.
///
/// libcurl has options for some of them (`User-Agent`, `Accept-Encoding`, `Range`), but prints those twice for every request,
/// letter by letter. A line in a list is printed once.
final class RequestLines {
    private typealias LineList = UnsafeMutablePointer<curl_slist>

    /// The lines of every request to the host that the row names, with the user's own, and to any other.
    private let toOwnHost: FixedLines
    private let toOthers: FixedLines
    /// The lines of a request that has conditions, which are used instead.
    private var conditional: LineList?
    /// Stands before the others, and is written anew for each request.
    private let range = LineList.allocate(capacity: 1)

    private struct FixedLines {
        let lines: [String]
        let list: LineList?

        init(_ lines: [String]) {
            self.lines = lines
            list = listed(lines)
        }
    }

    init(_ settings: FetchSettings) {
        let ours = ["User-Agent: \(settings.userAgent)", "Accept-Encoding: identity"]
        let unsaid = ours.filter { line in !settings.lines.contains { fieldName(of: $0) == fieldName(of: line) } }
        toOwnHost = FixedLines(unsaid + settings.lines)
        toOthers = FixedLines(ours)
        range.initialize(to: curl_slist(data: .allocate(capacity: Int(CCurl_range_room)), next: nil))
    }

    deinit {
        range.pointee.data.deallocate()
        range.deallocate()
        for list in [conditional, toOwnHost.list, toOthers.list] { curl_slist_free_all(list) }
    }

    /// The list for a request; valid until the next one is composed.
    func compose(_ request: PictureRequest, isToOwnHost: Bool) -> UnsafeMutablePointer<curl_slist>? {
        curl_slist_free_all(conditional.take())
        if request.ifRange != nil || request.condition != nil {
            let conditions = [request.ifRange.map { "If-Range: \($0)" }, request.condition?.line]
            conditional = listed((isToOwnHost ? toOwnHost.lines : toOthers.lines) + conditions.compactMap { $0 })
        }
        let list = conditional ?? (isToOwnHost ? toOwnHost.list : toOthers.list)
        guard let bytes = request.range else { return list }
        CCurl_print_range(range.pointee.data, bytes.lowerBound, bytes.upperBound)
        range.pointee.next = list
        return range
    }
}

/// The name by which libcurl compares lines: a line of the user's replaces ours of the same name.
private func fieldName(of line: String) -> String { line.prefix { $0 != ":" && $0 != ";" }.lowercased() }

private func listed(_ lines: [String]) -> UnsafeMutablePointer<curl_slist>? {
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines { list = curl_slist_append(list, line) }
    return list
}

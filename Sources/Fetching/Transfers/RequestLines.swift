import CCurl

/// The lines that a transfer adds to the head of a request, as a list of libcurl's.
///
/// Where libcurl has options for them (`User-Agent`, `Accept-Encoding`, `Range`), it prints each line
/// twice, letter by letter, for every request; a line that it is given is printed once.
final class RequestLines {
    private typealias List = UnsafeMutablePointer<curl_slist>

    /// What every request says: to the host that the row named, with the user's own lines, and to any other.
    private let toOwnHost: Standing
    private let toOthers: Standing
    /// What this request says instead, where it is made under conditions.
    private var conditional: List?
    /// Stands before the others, and is written anew for each request.
    private let range = List.allocate(capacity: 1)

    private struct Standing {
        let lines: [String]
        let list: List?

        init(_ lines: [String]) {
            self.lines = lines
            list = listed(lines)
        }
    }

    init(_ settings: FetchSettings) {
        let ours = ["User-Agent: \(settings.userAgent)", "Accept-Encoding: identity"]
        let unsaid = ours.filter { line in !settings.lines.contains { fieldName(of: $0) == fieldName(of: line) } }
        toOwnHost = Standing(unsaid + settings.lines)
        toOthers = Standing(ours)
        range.initialize(to: curl_slist(data: .allocate(capacity: Int(CCurl_range_room)), next: nil))
    }

    deinit {
        range.pointee.data.deallocate()
        range.deallocate()
        for list in [conditional, toOwnHost.list, toOthers.list] { curl_slist_free_all(list) }
    }

    /// The list for a request; valid until the next one is composed.
    func compose(_ request: PictureRequest, isOwnHost: Bool) -> UnsafeMutablePointer<curl_slist>? {
        curl_slist_free_all(conditional.take())
        if request.ifRange != nil || request.condition != nil {
            let conditions = [request.ifRange.map { "If-Range: \($0)" }, request.condition?.line]
            conditional = listed((isOwnHost ? toOwnHost.lines : toOthers.lines) + conditions.compactMap { $0 })
        }
        let list = conditional ?? (isOwnHost ? toOwnHost.list : toOthers.list)
        guard let bytes = request.range else { return list }
        CCurl_print_range(range.pointee.data, bytes.lowerBound, bytes.upperBound)
        range.pointee.next = list
        return range
    }
}

/// As libcurl compares it: the user's line stands where ours would have the same name.
private func fieldName(of line: String) -> String { line.prefix { $0 != ":" && $0 != ";" }.lowercased() }

private func listed(_ lines: [String]) -> UnsafeMutablePointer<curl_slist>? {
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines { list = curl_slist_append(list, line) }
    return list
}

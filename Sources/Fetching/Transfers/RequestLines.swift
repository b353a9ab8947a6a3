import CCurl
import System

typealias LineList = UnsafeMutablePointer<curl_slist>

/// The lines that a transfer adds to a request's head, as a list for libcurl.
final class RequestLines {
    /// The first and the last line that belong to one request only. The lines of the host follow them.
    private var own: (first: LineList, last: LineList)?
    /// The edition of the keys with which the last request to a bucket was signed.
    private(set) var keyEdition = 0

    deinit { freeOwn() }

    /// Returns the list for a request, before lines of the host. The list is valid until the next call. A signature for a bucket
    /// covers some lines of the user.
    func compose(
        _ request: PictureRequest, to address: WebAddress, before shared: LineList?, ofUser userLines: [String]
    ) -> LineList? {
        freeOwn()
        let range = request.range.map { "Range: bytes=\($0.lowerBound)-\($0.upperBound)" }
        var lines = [range, request.ifRange.map { "If-Range: \($0)" }, request.condition?.line].compactMap { $0 }
        if let store = address.store {
            let signed = store.sign(String(decoding: address.bytes, as: UTF8.self), at: unixSeconds(), besides: lines + userLines)
            lines += signed.lines
            keyEdition = signed.edition
        }
        guard let first = LineList.of(lines) else { return shared }
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

extension LineList {
    static func of(_ lines: [String]) -> LineList? {
        var list: LineList?
        for line in lines { list = curl_slist_append(list, line) }
        return list
    }
}

import CWeirCurl
import Glibc
import WeirBase
import WeirSystem

/// A request outside of the fetching loop, whose answer is small and is wanted as a whole: a page of a listing, or keys.
/// The thread that asks waits.
package struct SmallRequest: Sendable {
    /// Whether the method is PUT instead of GET.
    package var isPut = false
    package let url: String
    package var lines: [String] = []
    /// Time limits in milliseconds.
    package var connectTimeout = 10_000
    package var timeout = 60_000
    /// Servers of a cloud's own network are asked without the user's proxy.
    package var usesProxy = true

    /// The largest number of bytes that the answer may have.
    private let most: Int

    /// The longest page of a listing has less: 1000 keys of 1024 bytes, each with three bytes for one, and what describes them.
    package static let usualBytes = 8 << 20

    package init(_ url: String, atMost most: Int = SmallRequest.usualBytes) { (self.url, self.most) = (url, most) }

    package struct Answer: Sendable {
        package let status: Int
        package let body: [UInt8]
    }

    /// The reason why no answer came, as libcurl says it.
    package struct Fault: Error {
        package let message: String
        /// Whether the request was given up because the run ends.
        package let isCancelled: Bool
    }

    /// The text of an answer without what the request's lines and its query say, such as a session's token. A server may repeat it.
    package func hidingSecrets(in text: String) -> String {
        let query = url.drop { $0 != "?" }.split { "?&=".contains($0) }.map(String.init)
        let decoded = query.compactMap { percentDecoded($0.utf8) }.map { String(decoding: $0, as: UTF8.self) }
        let words = lines.flatMap { $0.split { " ,;=:".contains($0) } }.map(String.init) + query + decoded
        return words.filter { $0.utf8.count >= 16 }.reduce(text) { $0.replacing($1, with: "…") }
    }

    /// Sends the request under the trust and the proxy of the options. `isWanted` is asked about once a second.
    package func send(_ options: FetchOptions, while isWanted: @escaping () -> Bool = { true }) throws(Fault) -> Answer {
        guard let easy = CCurl_create_alone() else { throw Fault(message: "there is too little memory", isCancelled: false) }
        defer { curl_easy_cleanup(easy) }
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines + ["User-Agent: \(options.userAgent)"] { list = curl_slist_append(list, line) }
        defer { curl_slist_free_all(list) }
        CCurl_set_text(easy, CURLOPT_URL, url)
        CCurl_set_text(easy, CURLOPT_CUSTOMREQUEST, isPut ? "PUT" : "GET")
        CCurl_set_list(easy, CURLOPT_HTTPHEADER, list)
        CCurl_set_number(easy, CURLOPT_CONNECTTIMEOUT_MS, connectTimeout)
        CCurl_set_number(easy, CURLOPT_TIMEOUT_MS, timeout)
        options.applyTrust(to: easy)
        CCurl_set_text(easy, CURLOPT_NOPROXY, options.proxy == nil || !usesProxy ? "*" : "")
        if usesProxy, let proxy = options.proxy { CCurl_set_text(easy, CURLOPT_PROXY, proxy) }
        return try perform(easy, isWanted)
    }

    private func perform(_ easy: UnsafeMutableRawPointer, _ isWanted: @escaping () -> Bool) throws(Fault) -> Answer {
        let wanted = Wanted(isWanted)
        var answer = CCurl_answer()
        answer.most = most
        answer.owner = Unmanaged.passUnretained(wanted).toOpaque()
        answer.is_wanted = { owner in owner.map { Unmanaged<Wanted>.fromOpaque($0).takeUnretainedValue().ask() } ?? true }
        let code = CCurl_perform(easy, &answer)
        defer { free(answer.bytes) }
        guard code == CURLE_OK else {
            let text = withUnsafeBytes(of: answer.error) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            throw Fault(
                message: text.isEmpty ? String(cString: curl_easy_strerror(code)) : text, isCancelled: code == CURLE_ABORTED_BY_CALLBACK)
        }
        return Answer(status: Int(answer.status), body: Array(UnsafeBufferPointer(start: answer.bytes, count: answer.count)))
    }

    /// A closure that C can hold.
    private final class Wanted {
        let ask: () -> Bool
        init(_ ask: @escaping () -> Bool) { self.ask = ask }
    }
}

// Fetching: URLs to bytes. Values decide, libcurl carries out.

import CCurl
import Failures
import Synchronization

/// Fetches the headers of pictures, many at once. Orders come from any thread; `run` carries them
/// out on one.
public final class Fetcher: Sendable {
    private struct Inbox {
        var orders: [FetchOrder] = []
        var isClosed = false
        var cancellation: Failure?
    }

    private let settings: FetchSettings
    private let inbox = Mutex(Inbox())
    private let counted = Mutex<[String: FetchStatistics]>([:])
    private let multi: Multi

    /// The only function of libcurl that may be called from another thread wakes the loop.
    private struct Multi: @unchecked Sendable {
        let pointer: UnsafeMutableRawPointer
    }

    public init(_ settings: FetchSettings) {
        self.settings = settings
        guard let pointer = curl_multi_init() else { fatalError("out of memory") }
        multi = Multi(pointer: pointer)
        CCurl_set_multi_number(pointer, CURLMOPT_MAXCONNECTS, settings.concurrency)
        CCurl_set_multi_number(pointer, CURLMOPT_MAX_TOTAL_CONNECTIONS, settings.concurrency)
        CCurl_set_multi_number(pointer, CURLMOPT_MAX_HOST_CONNECTIONS, settings.perHost)
    }

    deinit { curl_multi_cleanup(multi.pointer) }

    public func fetch(_ order: FetchOrder) { tell { $0.orders.append(order) } }

    /// No more orders come; `run` ends when those that came are done.
    public func close() { tell { $0.isClosed = true } }

    /// All pictures that are not done fail, now and from now on.
    public func cancel(_ failure: Failure) { tell { $0.cancellation = failure } }

    /// What each host has been asked, by scheme, name and port. Known when `run` has ended.
    public var statistics: [String: FetchStatistics] { counted.withLock { $0 } }

    private func tell(_ change: (inout Inbox) -> Void) {
        inbox.withLock { change(&$0) }
        curl_multi_wakeup(multi.pointer)
    }

    public func run() {
        let loop = FetchLoop(settings, multi.pointer)
        while true {
            let news = inbox.withLock { inbox in
                defer { inbox.orders = [] }
                return inbox
            }
            for order in news.orders { loop.take(order) }
            if let failure = news.cancellation { loop.abandonAll(failure) }
            if news.isClosed, loop.openCount == 0 { break }
            let pause = loop.turn()
            if pause > 0 { curl_multi_poll(multi.pointer, nil, 0, Int32(pause), nil) }
        }
        counted.withLock { $0 = loop.statistics }
    }
}

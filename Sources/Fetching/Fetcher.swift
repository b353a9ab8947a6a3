// Fetching: URLs to bytes. Values decide, libcurl carries out.

import CCurl
import Base
import System

/// Fetches the headers of pictures, many at once. Orders come from any thread; `run` carries them
/// out on one.
public final class Fetcher: Sendable {
    private struct Inbox {
        var orders: [FetchOrder] = []
        var isClosed = false
        var ending: Ending?
    }

    /// Pictures fail that are not under way, and from some millisecond on those that are.
    private struct Ending {
        let failure: Failure
        let deadline: Int64
    }

    private let settings: FetchSettings
    private let hear: TransferHearer?
    private let inbox = Locked(Inbox())
    private let counted = Locked<[String: FetchStatistics]>([:])
    private let sockets: Sockets

    /// `@unchecked Sendable`: other threads than the one that runs do nothing but wake it.
    private struct Sockets: @unchecked Sendable {
        let loop: OpaquePointer
    }

    /// `hear` is told of every transfer, and of none where it is nil.
    public init(_ settings: FetchSettings, hear: TransferHearer? = nil) {
        self.settings = settings
        self.hear = hear
        guard let loop = CCurl_create_loop() else { fatalError("no memory or no descriptors are left") }
        sockets = Sockets(loop: loop)
        CCurl_set_multi_number(CCurl_multi(loop), CURLMOPT_MAXCONNECTS, settings.concurrency)
        CCurl_set_multi_number(CCurl_multi(loop), CURLMOPT_MAX_TOTAL_CONNECTIONS, settings.concurrency)
        CCurl_set_multi_number(CCurl_multi(loop), CURLMOPT_MAX_HOST_CONNECTIONS, settings.perHost)
    }

    deinit { CCurl_free_loop(sockets.loop) }

    public func fetch(_ order: FetchOrder) { tell { $0.orders.append(order) } }

    /// No more orders come; `run` ends when those that came are done.
    public func close() { tell { $0.isClosed = true } }

    /// Begins no picture any more; those that are under way may go on for so many milliseconds. All
    /// others fail, now and from now on.
    public func cancel(_ failure: Failure, after patience: Int64 = 0) {
        let deadline = Moment.now.milliseconds + patience
        tell { $0.ending = Ending(failure: failure, deadline: min(deadline, $0.ending?.deadline ?? .max)) }
    }

    /// What each host has been asked, by scheme, name and port. Known when `run` has ended.
    public var statistics: [String: FetchStatistics] { counted.change { $0 } }

    private func tell(_ change: (inout Inbox) -> Void) {
        inbox.change { change(&$0) }
        CCurl_wake(sockets.loop)
    }

    public func run() {
        CCurl_keep_memory(true)
        defer { CCurl_keep_memory(false) }
        let clock = LoopClock()
        let loop = FetchLoop(settings, sockets.loop, clock, hear: hear)
        while true {
            let news = inbox.change { inbox in
                defer { inbox.orders = [] }
                return inbox
            }
            for order in news.orders { loop.take(order) }
            if let ending = news.ending {
                loop.abandonWaiting(ending.failure)
                if clock.now.milliseconds >= ending.deadline { loop.abandonAll(ending.failure) }
            }
            if news.isClosed, loop.openCount == 0 { break }
            let isEnding = news.ending != nil && loop.openCount > 0
            let left = isEnding ? max(1, (news.ending?.deadline ?? 0) - clock.now.milliseconds) : .max
            CCurl_wait(sockets.loop, Int32(min(Int64(loop.turn()), left)))
            clock.tick()
            CCurl_act(sockets.loop)
        }
        counted.change { $0 = loop.statistics }
    }
}

// Fetching: URLs to bytes. A pure machine decides, a thin loop over libcurl acts.

import CCurl
import Base
import System

/// Fetches pictures or their headers, many at once. Orders come from any thread; `run` carries them
/// out on one.
public final class Fetcher: Sendable {
    private struct Inbox {
        var orders: [FetchOrder] = []
        var isClosed = false
        var ending: Ending?
    }

    /// Pictures that have no transfer fail; from the deadline on, in milliseconds, the others do too.
    private struct Ending {
        let failure: Failure
        let deadline: Int64
    }

    private let settings: FetchSettings
    private let observer: TransferObserver?
    private let inbox = Locked(Inbox())
    private let finalStatistics = Locked<[String: FetchStatistics]>([:])
    private let handle: LoopHandle

    /// `@unchecked Sendable`: threads other than the one that runs do nothing but wake it.
    private struct LoopHandle: @unchecked Sendable {
        let loop: OpaquePointer
    }

    /// `observer` is given every transfer.
    public init(_ settings: FetchSettings, observer: TransferObserver? = nil) {
        self.settings = settings
        self.observer = observer
        guard let loop = CCurl_create_loop() else { fatalError("no memory or no descriptors are left") }
        handle = LoopHandle(loop: loop)
        CCurl_set_multi_number(CCurl_multi(loop), CURLMOPT_MAXCONNECTS, settings.concurrency)
        CCurl_set_multi_number(CCurl_multi(loop), CURLMOPT_MAX_TOTAL_CONNECTIONS, settings.concurrency)
        CCurl_set_multi_number(CCurl_multi(loop), CURLMOPT_MAX_HOST_CONNECTIONS, settings.perHost)
    }

    deinit { CCurl_free_loop(handle.loop) }

    public func fetch(_ order: FetchOrder) { send { $0.orders.append(order) } }

    /// No more orders come; `run` ends when those that came are done.
    public func close() { send { $0.isClosed = true } }

    /// Begins no picture any more. Pictures with a transfer may go on for `grace` milliseconds; all others fail, now and from
    /// now on.
    public func cancel(_ failure: Failure, after grace: Int64 = 0) {
        let deadline = ClockReading.now.milliseconds + grace
        send { $0.ending = Ending(failure: failure, deadline: min(deadline, $0.ending?.deadline ?? .max)) }
    }

    /// The counts of each host, by scheme, name and port. Known when `run` has ended.
    public var statistics: [String: FetchStatistics] { finalStatistics.read { $0 } }

    private func send(_ change: (inout Inbox) -> Void) {
        inbox.change { change(&$0) }
        CCurl_wake(handle.loop)
    }

    public func run() {
        let clock = LoopClock()
        let loop = FetchLoop(settings, handle.loop, clock, observer: observer)
        while true {
            let news = inbox.change { inbox in
                defer { inbox.orders = [] }
                return inbox
            }
            for order in news.orders { loop.accept(order) }
            if let ending = news.ending {
                loop.abandonWaiting(ending.failure)
                if clock.now.milliseconds >= ending.deadline { loop.abandonAll(ending.failure) }
            }
            if news.isClosed, loop.openCount == 0 { break }
            let isEnding = news.ending != nil && loop.openCount > 0
            let left = isEnding ? max(1, (news.ending?.deadline ?? 0) - clock.now.milliseconds) : .max
            CCurl_wait(handle.loop, Int32(min(Int64(loop.turn()), left)))
            clock.tick()
            CCurl_act(handle.loop)
        }
        finalStatistics.change { $0 = loop.statistics }
    }
}

// Fetching: URLs to bytes. A pure state machine decides, and a thin loop over libcurl acts.

import CCurl
import Base
import System

/// Fetches many pictures, or only their headers, at the same time. Any thread may give orders; the thread of `run`
/// carries them out.
package final class Fetcher: Sendable {
    private struct Inbox {
        var orders: [FetchOrder] = []
        var isClosed = false
        var ending: Ending?
    }

    /// Pictures without a transfer or a next request fail at once, all others at the deadline in milliseconds.
    private struct Ending {
        let failure: Failure
        let deadline: Int64
    }

    private let settings: FetchSettings
    private let observer: TransferObserver?
    private let inbox = Locked(Inbox())
    private let running = Locked(0)
    private let finalStatistics = Locked<[String: FetchStatistics]>([:])
    private let finalRanges = Locked<[String: LearnedRanges]>([:])
    private let finalPaces: Locked<[String: HostPace]>
    private let finalRobots: Locked<[String: RobotsText]>
    private let handle: LoopHandle

    /// `@unchecked Sendable`: other threads than that of `run` only wake the loop.
    private struct LoopHandle: @unchecked Sendable {
        let loop: OpaquePointer
    }

    /// `observer` is called with every ended transfer. Throws if the system has nothing to fetch with.
    package init(_ settings: FetchSettings, observer: TransferObserver? = nil) throws(MachineFailure) {
        self.settings = settings
        finalPaces = Locked(settings.paces)
        finalRobots = Locked(settings.robots)
        self.observer = observer
        guard CCurl_is_loaded() else {
            throw .machine("the network cannot be used: libcurl.so.4 or libidn2.so.0 is missing, of Debian's packages libcurl4 and libidn2-0")
        }
        guard let loop = CCurl_create_loop() else {
            throw .machine("the network cannot be used: too many open files, or too little memory; ulimit -n raises the limit on files")
        }
        handle = LoopHandle(loop: loop)
        CCurl_set_multi_number(CCurl_multi(loop), CURLMOPT_MAXCONNECTS, max(settings.concurrency, settings.keptConnections))
        // A host that rests is tried while its last requests may still hang.
        CCurl_set_multi_number(CCurl_multi(loop), CURLMOPT_MAX_HOST_CONNECTIONS, settings.mostConnectionsPerHost + 1)
    }

    deinit { CCurl_free_loop(handle.loop) }

    package func fetch(_ order: FetchOrder) { send { $0.orders.append(order) } }

    /// Announces that no more orders come. `run` returns when all orders are done.
    package func close() { send { $0.isClosed = true } }

    /// Begins no more pictures. Pictures with a transfer or a next request may go on for `grace` milliseconds. All
    /// others, and those of later orders, fail at once.
    package func cancel(_ failure: Failure, after grace: Int64 = 0) {
        let deadline = ClockReading.now.milliseconds + grace
        send { $0.ending = Ending(failure: failure, deadline: min(deadline, $0.ending?.deadline ?? .max)) }
    }

    /// The number of transfers that are under way.
    package var transferCount: Int { running.value }

    /// The counts of each host, by scheme, name and port. Empty until `run` has returned.
    package var statistics: [String: FetchStatistics] { finalStatistics.read { $0 } }

    /// The first ranges that were learned of each host. Empty until `run` has returned.
    package var ranges: [String: LearnedRanges] { finalRanges.value }

    /// The paces of the settings, changed by what `run` has learned.
    package var paces: [String: HostPace] { finalPaces.value }

    /// The robots.txt of the settings, with those that `run` has read.
    package var robots: [String: RobotsText] { finalRobots.value }

    private func send(_ change: (inout Inbox) -> Void) {
        inbox.change { change(&$0) }
        CCurl_wake(handle.loop)
    }

    package func run() {
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
            let turn = loop.turn()
            running.change { $0 = loop.transferCount }
            CCurl_wait(handle.loop, Int32(min(Int64(turn), left)))
            clock.tick()
            CCurl_act(handle.loop)
        }
        finalStatistics.change { $0 = loop.statistics }
        finalRanges.change { $0 = loop.ranges }
        finalPaces.change { $0 = loop.paces }
        finalRobots.change { $0 = loop.robots }
    }
}

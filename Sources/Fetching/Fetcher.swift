// Fetching: URLs to bytes. A pure state machine decides, and a thin loop over libcurl acts.

import CWeirCurl
import WeirBase
import WeirSystem

/// Fetches many pictures, or only their headers, at the same time. Any thread may add pictures; the thread of `run` fetches them
/// and calls the client.
package final class Fetcher: Sendable {
    private struct Inbox {
        var pictures = NameQueue()
        /// Pictures that go before those that wait at their hosts.
        var first: [Picture] = []
        var stores: [BucketStore.Kind: BucketStore] = [:]
        var hasRoom = false
        var isClosed = false
        var ending: Ending?
    }

    /// Pictures without a transfer or a next request fail at once, all others at the deadline in milliseconds.
    private struct Ending {
        let failure: Failure
        let deadline: Int64
    }

    private let options: FetchOptions
    private let client: any FetchClient
    private let observer: TransferObserver?
    private let inbox = Locked(Inbox())
    private let running = Locked(0)
    private let finalTotals: Locked<FetchTotals>
    /// `unsafe`: other threads than that of `run` only wake the loop.
    private nonisolated(unsafe) let curlLoop: OpaquePointer

    /// `observer` is called with every ended transfer. Throws if the system has nothing to fetch with.
    package init(_ options: FetchOptions, for client: any FetchClient, observer: TransferObserver? = nil) throws(MachineFailure) {
        self.options = options
        self.client = client
        finalTotals = Locked(FetchTotals(before: options))
        self.observer = observer
        guard CCurl_is_loaded() else {
            throw .machine(
                "the network cannot be used: libcurl.so.4 or libidn2.so.0, of Debian's packages libcurl4 and libidn2-0, cannot be loaded")
        }
        guard let loop = CCurl_create_loop() else {
            throw .machine("the network cannot be used: too many open files, or too little memory; ulimit -n raises the limit on files")
        }
        curlLoop = loop
        CCurl_set_multi_number(CCurl_multi(loop), CURLMOPT_MAXCONNECTS, max(options.concurrency, options.keptConnections))
        // A host that rests is tried while its last requests may still hang.
        CCurl_set_multi_number(CCurl_multi(loop), CURLMOPT_MAX_HOST_CONNECTIONS, options.mostConnectionsPerHost + 1)
    }

    deinit { CCurl_free_loop(curlLoop) }

    /// While so many pictures wait for the loop, those who add more wait. At a host a picture takes less memory than here.
    private static let mostUnread = 1 << 14

    /// Adds pictures, whose names are URLs. `stores` has the stores of those that are in buckets.
    package func add(_ pictures: NameBlock, in stores: [BucketStore.Kind: BucketStore] = [:]) {
        inbox.wait(until: { $0.pictures.count < Self.mostUnread }) { inbox in
            inbox.pictures.append(pictures)
            inbox.stores.merge(stores) { $1 }
        }
        CCurl_wake(curlLoop)
    }

    /// Adds a picture that goes before those that wait at its host.
    package func addFirst(_ picture: Picture, in stores: [BucketStore.Kind: BucketStore] = [:]) {
        send { inbox in
            inbox.first.append(picture)
            inbox.stores.merge(stores) { $1 }
        }
    }

    /// Lets the pictures go on for which the client had no terms.
    package func makeRoom() { send { $0.hasRoom = true } }

    /// Announces that no more pictures come. `run` returns when all are fetched.
    package func close() { send { $0.isClosed = true } }

    /// Begins no more pictures. Pictures with a transfer or a next request may go on for `grace` milliseconds. All
    /// others, and those that are added later, fail at once.
    package func cancel(_ failure: Failure, after grace: Int64 = 0) {
        let deadline = ClockReading.now.milliseconds + grace
        send { $0.ending = Ending(failure: failure, deadline: min(deadline, $0.ending?.deadline ?? .max)) }
    }

    /// The number of transfers that are under way.
    package var transferCount: Int { running.value }

    /// Complete when `run` has returned.
    package var totals: FetchTotals { finalTotals.value }

    private func send(_ change: (inout Inbox) -> Void) {
        inbox.change { change(&$0) }
        CCurl_wake(curlLoop)
    }

    package func run() {
        let clock = LoopClock()
        let loop = FetchLoop(options, for: client, curlLoop, clock, observer: observer)
        while true {
            var news = Inbox()
            inbox.announce { inbox in
                news = inbox
                (inbox.pictures, inbox.first, inbox.hasRoom) = (NameQueue(), [], false)
            }
            loop.accept(news.pictures, first: news.first, in: news.stores)
            if news.hasRoom { loop.makeRoom() }
            if let ending = news.ending {
                loop.abandonWaiting(ending.failure)
                if clock.now.milliseconds >= ending.deadline { loop.abandonAll(ending.failure) }
            }
            if news.isClosed, loop.openCount == 0 { break }
            let isEnding = news.ending != nil && loop.openCount > 0
            let left = isEnding ? max(1, (news.ending?.deadline ?? 0) - clock.now.milliseconds) : .max
            let turn = loop.turn()
            running.change { $0 = loop.transferCount }
            CCurl_wait(curlLoop, Int32(min(Int64(turn), left)))
            clock.tick()
            CCurl_act(curlLoop)
        }
        finalTotals.change { $0 = loop.totals }
    }
}

/// The run that wants pictures. The loop calls it on the fetching thread alone, and no transfer goes on meanwhile.
package protocol FetchClient: AnyObject, Sendable {
    /// How a picture is asked for. Called when its turn has come, so nothing that it takes waits with the picture. nil puts the
    /// picture off until `Fetcher.makeRoom` is called.
    func terms(of picture: Picture) -> (any FetchTerms)?
    /// Called once for each picture. The terms are those on which it was asked for; nil if it was given up before that.
    func fetched(_ picture: Picture, _ outcome: FetchOutcome, _ terms: (any FetchTerms)?)
}

/// How a picture is asked for. The client gets its terms back with the outcome.
package protocol FetchTerms: AnyObject, Sendable {
    /// The validators of an earlier answer. A picture that still has them is not sent.
    var validators: PictureValidators? { get }
    /// The URL to which the picture has moved. If it fails there, it is asked for at its own URL.
    var movedTo: [UInt8]? { get }
    /// The store of all bytes; nil if only the header is wanted.
    var store: (any PictureStore)? { get }
}

/// The counts and the lessons of a run. Hosts are named by scheme, name and port.
package struct FetchTotals: Sendable {
    package internal(set) var statistics: [String: FetchStatistics] = [:]
    /// The first ranges that were learned.
    package internal(set) var ranges: [String: LearnedRanges] = [:]
    /// The paces of the options, changed by what was learned.
    package internal(set) var paces: [String: HostPace]
    /// The robots.txt of the options, with those that were read.
    package internal(set) var robots: [String: RobotsText]

    package init(before options: FetchOptions) { (paces, robots) = (options.paces, options.robots) }
}

/// Counts of a run's requests, or of those to one host.
package struct FetchStatistics: Equatable, Sendable {
    package var requests = 0
    /// The number of connections, and the number of those with TLS.
    package var connections = 0
    package var handshakes = 0
    /// The bytes of heads and bodies.
    package var bytesReceived = 0
    /// The bytes of ranges that servers sent, and of all other bodies as far as they came.
    package var bytesAsked = 0
    /// The bytes of bodies up to the last one that was used, and those that came besides.
    package var bytesNeeded = 0
    package var bytesWasted = 0
    /// Bytes of measured pictures that were not transferred.
    package var bytesSaved = 0

    package init() {}

    package mutating func add(_ other: FetchStatistics) {
        requests += other.requests
        connections += other.connections
        handshakes += other.handshakes
        bytesReceived += other.bytesReceived
        bytesAsked += other.bytesAsked
        bytesNeeded += other.bytesNeeded
        bytesWasted += other.bytesWasted
        bytesSaved += other.bytesSaved
    }
}

import WeirBase

/// A host and the pictures that wait for it.
final class FetchHost {
    let origin: String
    let lines: HostLines
    var state: HostState
    var statistics = FetchStatistics()
    /// Whether the host is in the loop's list of ready hosts.
    var isReady = false
    /// Names without the server, as most are; others are whole URLs.
    private var unasked = NameQueue()
    /// Pictures without a request that go before the others.
    private var first: [Picture] = []
    /// Pictures that have a next request, such as a second range. They go before the waiting pictures.
    private var begun: [PictureJob] = []
    /// Requests for robots.txt, of this host or of one that redirects here. They go before all pictures.
    private var robotsJobs: [PictureJob] = []
    var gate: RobotsGate
    /// The server in the URLs of this host.
    private let server: [UInt8]
    /// The host to which the last picture of this host was redirected.
    weak var target: FetchHost?
    /// Hosts whose pictures wait there while too many of theirs wait here.
    var followers: [FetchHost] = []

    /// Addresses of the host that gave no connection, and are passed over.
    private(set) var passedAddresses: Set<InternetAddress> = []

    init(_ origin: String, _ lines: HostLines, _ state: consuming HostState, _ gate: RobotsGate) {
        self.origin = origin
        self.lines = lines
        self.gate = gate
        self.state = state
        let implied = origin.hasPrefix("https:") ? ":443" : ":80"
        server = Array((origin.hasSuffix(implied) ? origin.dropLast(implied.count) : origin[...]).utf8)
    }

    /// Whether pictures wait that have had no request.
    var hasNew: Bool { !unasked.isEmpty || !first.isEmpty }

    /// The number of pictures that wait for a further request; nil if others have had none.
    var waiting: Int? { hasNew ? nil : begun.count }

    var isIdle: Bool { robotsJobs.isEmpty && (gate == .reading || !hasPictures) }

    var hasPictures: Bool { !begun.isEmpty || hasNew }

    /// A redirect may be signed for a short time, so a picture waits at its own host while so many wait at the target.
    private static let mostBehindRedirects = 16

    /// Whether the next picture would only wait at another host.
    var isAheadOfTarget: Bool {
        begun.isEmpty && hasNew && target.map { $0 !== self && $0.begun.count >= FetchHost.mostBehindRedirects } ?? false
    }

    /// Whether hosts that redirect here may go on.
    var hasRoomForFollowers: Bool { begun.count < FetchHost.mostBehindRedirects / 2 }

    /// Whether the URL begins with this host as it is usually written.
    func isServer(of url: UnsafeBufferPointer<UInt8>) -> Bool {
        url.count > server.count && url[server.count] == UInt8(ascii: "/") && url.starts(with: server)
    }

    func append(_ picture: Picture) {
        picture.name.withUnsafeBufferPointer { url in
            unasked.append(picture.number, isServer(of: url) ? UnsafeBufferPointer(rebasing: url[server.count...]) : url)
        }
    }

    /// Takes the addresses that a request has tried. libcurl gives each of many half of the time that is left, so the request may end
    /// before the last ones; the next request begins with them. If none is left, all are tried again.
    func learn(tried: [InternetAddress], reached: InternetAddress?, wereAll: Bool) {
        if let reached {
            passedAddresses.formUnion(tried.filter { $0 != reached })
        } else if wereAll {
            passedAddresses = []
        } else {
            passedAddresses.formUnion(tried.dropLast())
        }
    }

    /// Puts a picture before those that wait.
    func prepend(_ picture: Picture) { first.append(picture) }

    func append(_ job: PictureJob) {
        if job.robots == nil { begun.append(job) } else { robotsJobs.append(job) }
    }

    /// The next picture or robots.txt that was begun; nil if there is none, or if a trial is for a new picture.
    ///
    /// The trial with a number, from 1 on, takes in turn the last picture that waits, one that has had requests, and the first one
    /// that waits. Pictures that can never be had often stand together. Of those that have had requests it is the one that has failed
    /// most, since the host may fail a few times for each. From the third failure on it is in turn the one that has failed least and
    /// the one that has waited longest, so that each has its trial.
    func nextBegun(forTrial trial: Int? = nil) -> PictureJob? {
        if let job = robotsJobs.popLast() { return job }
        guard let trial else { return begun.popLast() }
        guard trial % 3 == 2 || !hasNew, !begun.isEmpty else { return nil }
        return begun.remove(at: FetchHost.indexForTrial(trial, failures: begun.map(\.fetch.failures.count)))
    }

    /// The index of the picture that a trial is for. There is at least one.
    static func indexForTrial(_ trial: Int, failures: [Int]) -> Int {
        let few = failures.indices.filter { failures[$0] < 3 }
        if let most = few.max(by: { failures[$0] < failures[$1] }) { return most }
        return trial % 2 == 0 ? failures.indices.min { failures[$0] < failures[$1] } ?? 0 : 0
    }

    /// The next picture that has had no request.
    func nextWaiting(forTrial trial: Int? = nil) -> Picture? {
        let last = trial.map { $0 % 3 == 1 } ?? false ? unasked.popLast() : nil
        return last.map(picture) ?? first.popLast() ?? unasked.popFirst().map(picture)
    }

    private func picture(_ waiting: Picture) -> Picture {
        waiting.name.first == UInt8(ascii: "/") ? Picture(waiting.number, server + waiting.name) : waiting
    }
}

/// The hosts of a run, by their origins. Each is made with the limits and lines that the options have for it.
final class HostTable {
    private let options: FetchOptions
    private var hosts: [String: FetchHost] = [:]
    /// The lines for hosts that have no lines of their own.
    private let lines: HostLines
    /// The robots.txt of the options, with those that were read.
    var robots: [String: RobotsText]

    init(_ options: FetchOptions) {
        self.options = options
        lines = HostLines(userAgent: options.userAgent, options.lines)
        robots = options.robots
    }

    var all: some Sequence<FetchHost> { hosts.values }

    var count: Int { hosts.count }

    var totals: FetchTotals {
        var totals = FetchTotals(before: options)
        totals.statistics = hosts.mapValues(\.statistics)
        totals.ranges = hosts.compactMapValues { $0.state.ranges.learned }
        for (origin, host) in hosts { totals.paces[origin] = host.state.learnedPace }
        totals.robots = robots
        return totals
    }

    func host(_ origin: String) -> FetchHost {
        if let host = hosts[origin] { return host }
        let patience = CircuitBreaker.Patience(run: options.hostPatience)
        let own = options.hostLimits(of: WebAddress.host(in: origin))
        let allowance = HostState.Allowance(
            transfers: own.perHost ?? options.perHost, rate: own.rate ?? options.rate, pace: options.paces[origin], patience: patience)
        let lines = own.lines.isEmpty ? lines : HostLines(userAgent: options.userAgent, options.lines(for: own))
        let host = FetchHost(origin, lines, HostState(allowance), gate(of: origin, lines))
        hosts[origin] = host
        return host
    }

    private func gate(of origin: String, _ lines: HostLines) -> RobotsGate {
        guard options.obeysRobots else { return .open }
        return options.robots[origin].map { .read(RobotsRules($0.text, for: lines)) } ?? .unread
    }

    /// The proxy, with the limits of a host. It is not in the table.
    func makeProxy(_ origin: String) -> FetchHost {
        // Nothing else can be done meanwhile, so the patience for a proxy that nobody has reached is short.
        let patience = CircuitBreaker.Patience(run: options.hostPatience, stranger: 5000)
        return FetchHost(origin, lines, HostState(.init(transfers: .fixed(options.concurrency), patience: patience)), .open)
    }
}

import WeirBase

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

extension RobotsRules {
    /// The rules of a robots.txt for the program that sends these lines.
    init(_ text: [UInt8], for lines: HostLines) { self.init(text, for: RobotsRules.product(of: lines.userAgent)) }
}

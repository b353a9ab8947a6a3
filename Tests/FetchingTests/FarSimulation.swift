import WeirBase

@testable import Fetching

/// A run against servers that are far away, with the states of hosts that the loop has and a clock of its own.
struct FarSimulation: ~Copyable {
    final class Host {
        var server: FarServer
        var state: HostState
        /// The pictures that wait.
        var left: Int
        var answers = 0
        var refusals = 0
        var end: Int64 = 0
        /// The requests under way after each answer.
        var underWay: [Int] = []

        init(_ server: FarServer, _ perHost: PerHost, pictures: Int) {
            (self.server, left) = (server, pictures)
            state = HostState(.init(transfers: perHost))
        }
    }

    let hosts: [Host]
    private let concurrency: Int
    private var answers: [(time: Double, sent: Double, host: Host, ticket: HostState.Ticket, isRefusal: Bool)] = []
    private var now = 1000.0
    /// The number of turns that hosts have had.
    private var turn = 0

    init(_ servers: [FarServer], _ perHost: PerHost = .automatic(most: nil), pictures: Int, concurrency: Int = 512) {
        hosts = servers.map { Host($0, perHost, pictures: pictures) }
        self.concurrency = concurrency
    }

    /// Runs to the end, or until the first host is done.
    mutating func run(toFirst: Bool = false, using random: inout some RandomNumberGenerator) {
        while true {
            let due = start(using: &random)
            let next = answers.indices.min { answers[$0].time < answers[$1].time }
            if let next, answers[next].time <= due {
                now = max(now, answers[next].time)
                take(answers.remove(at: next))
            } else if due < .infinity {
                now = max(now, due)
            } else {
                return
            }
            if toFirst, hosts.contains(where: { $0.left == 0 }) { return }
        }
    }

    private var clock: ClockReading { ClockReading(milliseconds: Int64(now), unixSeconds: 1_785_499_200) }

    /// Starts what may start; hosts take turns. Returns the time at which more may.
    private mutating func start(using random: inout some RandomNumberGenerator) -> Double {
        var due = Double.infinity
        var unable = 0
        while answers.count < concurrency, unable < hosts.count {
            let host = hosts[turn % hosts.count]
            turn += 1
            unable += 1
            guard host.left > 0 else { continue }
            switch host.state.mayStart(at: clock) {
            case .now, .trial:
                host.left -= 1
                let ticket = host.state.started(at: clock)
                let (time, isRefusal) = host.server.answer(at: now, using: &random)
                answers.append((time, now, host, ticket, isRefusal))
                unable = 0
            case .at(let later): due = min(due, Double(later))
            case .whenOneEnds, .suspended: break
            }
        }
        return due
    }

    private mutating func take(_ answer: (time: Double, sent: Double, host: Host, ticket: HostState.Ticket, isRefusal: Bool)) {
        let host = answer.host
        var ticket = answer.ticket
        host.server.answered()
        let status = "HTTP/\(host.server.version).1 \(answer.isRefusal ? 429 : 206)"
        _ = host.state.answered(&ticket, head(status), after: answer.time - answer.sent, waiting: nil, at: clock)
        _ = host.state.ended(ticket, nil, at: clock)
        host.answers += 1
        host.end = clock.milliseconds - 1000
        host.underWay.append(host.state.running)
        if answer.isRefusal {
            host.refusals += 1
            host.left += 1
        }
    }
}

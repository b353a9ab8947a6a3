import ImageHeaders
import WeirBase

@testable import Fetching

/// A run of pictures against a drawn server, with the machines that the loop has and a clock of its own.
struct HostSimulation: ~Copyable {
    private var server: DrawnServer
    private var host: HostState
    private var fetches: [PictureFetch]
    private var waiting: [Int]
    private var begun: [Int] = []
    private var ends: [(time: Int64, picture: Int, ticket: HostState.Ticket, begun: Int64, answer: DrawnServer.Answer)] = []
    private var pauses: [(time: Int64, picture: Int)] = []
    private(set) var failures: [Int: Failure] = [:]
    /// The pictures that failed when no new picture waited.
    private(set) var failuresAtTheEnd: Set<Int> = []
    /// The largest number of requests for one picture.
    private(set) var mostRequests = 0
    private var done = 0
    static let begin: Int64 = 1000
    private var now = HostSimulation.begin
    /// The times of the requests.
    private(set) var requests: [Int64] = []
    /// The answers, each with the time of its request and whether it was a refusal.
    private(set) var answers: [(begun: Int64, time: Int64, isRefusal: Bool)] = []

    init(_ server: DrawnServer) {
        self.server = server
        host = HostState(.init(transfers: server.transfers))
        fetches = (0..<server.pictures).map { _ in PictureFetch(.header, firstRange: 2048, limits: FetchLimits()) }
        waiting = Array((0..<server.pictures).reversed())
    }

    /// Runs to the end. Returns nil if the run does not end within hours of its clock.
    mutating func run(using random: inout some RandomNumberGenerator) -> Int64? {
        while done < server.pictures {
            guard now < 20_000_000 else { return nil }
            let due = start(using: &random)
            guard done < server.pictures else { break }
            let next = min(due, ends.map(\.time).min() ?? .max, pauses.map(\.time).min() ?? .max)
            now = max(now, next)
            while let index = ends.firstIndex(where: { $0.time <= now }) { end(ends.remove(at: index), using: &random) }
            while let index = pauses.firstIndex(where: { $0.time <= now }) {
                carryOut(.woken, for: pauses.remove(at: index).picture, using: &random)
            }
        }
        return now
    }

    private var clock: ClockReading { ClockReading(milliseconds: now, unixSeconds: 1_785_499_200) }

    /// Starts what may start. Returns the time at which more may.
    private mutating func start(using random: inout some RandomNumberGenerator) -> Int64 {
        while !waiting.isEmpty || !begun.isEmpty {
            switch host.mayStart(at: clock) {
            case .at(let later): return later
            case .whenOneEnds: return .max
            case .suspended(let failure):
                for picture in waiting + begun { carryOut(.abandoned(failure), for: picture, using: &random) }
                (waiting, begun) = ([], [])
            case .now:
                if let picture = begun.popLast() { send(picture, using: &random) } else { open(waiting.popLast(), using: &random) }
            case .trial(let trials):
                if trials % 3 == 2 || waiting.isEmpty, !begun.isEmpty {
                    let index = FetchHost.indexForTrial(trials, failures: begun.map { fetches[$0].failures.count })
                    send(begun.remove(at: index), using: &random)
                } else if !waiting.isEmpty {
                    open(trials % 3 == 1 ? waiting.removeFirst() : waiting.removeLast(), using: &random)
                }
            }
        }
        return .max
    }

    private mutating func open(_ picture: Int?, using random: inout some RandomNumberGenerator) {
        guard let picture else { return }
        _ = fetches[picture].received(.begin, at: clock, random: 0)
        send(picture, using: &random)
    }

    private mutating func send(_ picture: Int, using random: inout some RandomNumberGenerator) {
        let ticket = host.started(failedAt: fetches[picture].failures.repeatedAt, at: clock)
        var (time, answer) = server.answer(to: picture, at: now, using: &random)
        if answer == .fault(.timeout), let longest = ticket.longestSilence { time = min(time, now + longest) }
        requests.append(now)
        ends.append((time, picture, ticket, now, answer))
    }

    private mutating func end(
        _ end: (time: Int64, picture: Int, ticket: HostState.Ticket, begun: Int64, answer: DrawnServer.Answer),
        using random: inout some RandomNumberGenerator
    ) {
        var ticket = end.ticket
        switch end.answer {
        case .fault(let fault):
            let hadHead = fault == .shortBody || fault == .stalled
            if hadHead { _ = answered(&ticket, 206) }
            let blame = host.ended(ticket, fault, waiting: waiting.isEmpty ? begun.count : nil, at: clock)
            if hadHead { carryOut(.head(part, .picture), for: end.picture, using: &random) }
            carryOut(.ended(fault, Self.noReading, blame), for: end.picture, using: &random)
        case .refusal(let status), .status(let status):
            let wait = if case .refusal = end.answer, server.retryAfter > 0 { ["Retry-After: \(server.retryAfter)"] } else { [String]() }
            let blame = answered(&ticket, status, wait)
            _ = host.ended(ticket, nil, at: clock)
            answers.append((end.begun, now, status == 429 || status == 503))
            carryOut(.head(status == 206 ? part : head(["HTTP/1.1 \(status)"] + wait), blame), for: end.picture, using: &random)
            if status == 206 {
                carryOut(.body(.found(header, end: 20), left: 0), for: end.picture, using: &random)
            }
        }
    }

    private static let noReading = BodyReading.outside(PictureFetch.firstBytes)
    private let part = head("HTTP/1.1 206", "Content-Range: bytes 0-2047/50000", "ETag: \"a\"")

    private mutating func answered(
        _ ticket: inout HostState.Ticket, _ status: Int, _ lines: [String] = []
    ) -> CircuitBreaker.Blame {
        host.answered(&ticket, head(["HTTP/1.1 \(status)"] + lines), waiting: waiting.isEmpty ? begun.count : nil, at: clock)
    }

    private mutating func carryOut(
        _ event: FetchEvent, for picture: Int, using random: inout some RandomNumberGenerator
    ) {
        switch fetches[picture].received(event, at: clock, random: random.next()) {
        case .wait, .read, .readRefusal, .awaitKeys, .follow, .takeText: break
        case .release: carryOut(.ended(nil, Self.noReading), for: picture, using: &random)
        case .request: begun.append(picture)
        case .pause(let until): pauses.append((until, picture))
        case .finish(let outcome):
            done += 1
            mostRequests = max(mostRequests, outcome.cost.requests)
            if case .failure(let failure) = outcome.result {
                failures[picture] = failure
                if waiting.isEmpty { failuresAtTheEnd.insert(picture) }
            }
        }
    }
}

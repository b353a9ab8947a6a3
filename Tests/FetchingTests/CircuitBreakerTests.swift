import Testing
import WeirBase

@testable import Fetching

/// Stories of a host, line by line: the millisecond and the event, then the state of the host after it and, for a
/// failure, whose failure it is.
///
///     0 starts a         -> untried
///     9 fails a          -> rests until 259, picture
///     300 starts b       -> tries
///     310 good b         -> well
struct HostStory: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let patience: CircuitBreaker.Patience

    init(_ title: String, patience: Int64 = 10_000, _ text: String) {
        (testDescription, self.text) = (title, text)
        self.patience = CircuitBreaker.Patience(run: patience, stranger: 3000)
    }

    func play() throws {
        var host = CircuitBreaker(patience)
        var tickets: [Substring: CircuitBreaker.Ticket] = [:]
        var failures: [Substring: Int64] = [:]
        var left: Int?
        for line in text.split(separator: "\n") {
            let sides = line.split(separator: "->")
            let words = sides[0].split(separator: " ")
            let now = try #require(Int64(words[0]), "\(line)")
            let name = words.last ?? ""
            var blame: CircuitBreaker.Blame?
            switch words[1] {
            case "starts":
                tickets[name] = host.started(failedAt: failures[name], at: now)
            case "head": host.answered()
            case "all": left = 1
            case "good":
                host.answered()
                host.succeeded(at: now)
            case "fails":
                let ticket = try #require(tickets[name], "\(line)")
                blame = host.failed(ticket, Failure(.connect), left: left, at: now)
            case "errs":
                host.answered()
                let ticket = try #require(tickets[name], "\(line)")
                blame = host.failed(ticket, Failure(.httpStatus, "it answered 500"), left: left, at: now)
            case "drops": host.dropped(try #require(tickets[name], "\(line)"), at: now)
            default: Issue.record("this is no event: \(line)")
            }
            if blame != nil { failures[name] = now }
            let reported = HostStory.words(host.state) + (blame.map { ", " + HostStory.words($0) } ?? "")
            #expect(" \(reported)" == sides[1].description, "\(line)")
        }
    }

    private static func words(_ state: CircuitBreaker.State) -> String {
        switch state {
        case .untried: "untried"
        case .well: "well"
        case .resting(let until): "rests until \(until)"
        case .trying: "tries"
        case .dead(let failure, let until): "dead\(until == .max ? "" : " until \(until)"): \(failure.message)"
        }
    }

    private static func words(_ blame: CircuitBreaker.Blame) -> String {
        switch blame {
        case .picture: "picture"
        case .host: "host"
        }
    }
}

@Suite struct CircuitBreakerTests {
    @Test(arguments: stories) func aStory(_ story: HostStory) throws { try story.play() }

    private static let stories = [
        HostStory(
            "a head makes a host known, a good answer makes it well",
            """
            0 starts a -> untried
            5 head -> well
            6 good -> well
            """),
        HostStory(
            "requests that were under way together are one event",
            """
            0 starts a -> untried
            1 good -> well
            2 starts b -> well
            2 starts c -> well
            2 starts d -> well
            9 fails b -> rests until 259, host
            9 fails c -> rests until 259, host
            9 fails d -> rests until 259, host
            259 starts e -> tries
            260 good e -> well
            """),
        HostStory(
            "a failure beside a good answer is the picture's",
            """
            0 starts a -> untried
            1 good -> well
            2 starts b -> well
            2 starts c -> well
            8 good c -> well
            9 errs b -> well, picture
            """),
        HostStory(
            "rests double, up to a limit",
            """
            0 starts a -> untried
            1 good -> well
            2 starts b -> well
            2 fails b -> rests until 252, host
            252 starts c -> tries
            252 fails c -> rests until 752, host
            752 starts d -> tries
            752 fails d -> rests until 1752, host
            1752 starts e -> tries
            1752 fails e -> rests until 3752, host
            3752 starts f -> tries
            3752 fails f -> rests until 7752, host
            7752 starts g -> tries
            7752 fails g -> rests until 10002, host
            10002 starts h -> tries
            10002 fails h -> dead: the host failed 7 times in 10 s: the host does not accept connections, host
            """),
        HostStory(
            "patience is counted over all outages, and a first trial is always made",
            """
            0 starts a -> untried
            1 good -> well
            10 starts b -> well
            4010 fails b -> rests until 4260, host
            4260 starts c -> tries
            4270 fails c -> rests until 4770, host
            4770 starts d -> tries
            4780 fails d -> rests until 5780, host
            5780 starts e -> tries
            5790 fails e -> rests until 7790, host
            8500 starts f -> tries
            8510 good f -> well
            9000 starts g -> well
            11600 fails g -> rests until 11850, host
            11850 starts h -> tries
            11860 fails h -> dead: the host failed 2 times in 11 s: the host does not accept connections, host
            """),
        HostStory(
            "an outage that its first trials end costs no patience",
            """
            0 starts a -> untried
            1 good -> well
            10 starts b -> well
            9010 fails b -> rests until 9260, host
            9260 starts c -> tries
            9300 good c -> well
            9400 starts d -> well
            18500 fails d -> rests until 18750, host
            """),
        HostStory(
            "a host without a good answer has less patience, and its failures are the pictures'",
            """
            0 starts a -> untried
            2000 fails a -> rests until 2250, picture
            2250 starts b -> tries
            3000 errs b -> dead: the host failed 2 times in 3 s: it answered 500, picture
            """),
        HostStory(
            "a picture that failed often before a good answer to another is to blame for itself",
            """
            0 starts a -> untried
            1 good -> well
            2 starts b -> well
            2 starts c -> well
            9 fails b -> rests until 259, host
            9 fails c -> rests until 259, host
            259 starts d -> tries
            260 good d -> well
            270 starts b -> well
            270 starts c -> well
            280 fails b -> well, picture
            281 fails c -> well, picture
            """),
        HostStory(
            "without new pictures the patience is short, and a later picture tries the host again", patience: 60_000,
            """
            0 starts a -> untried
            1 good -> well
            2 starts b -> well
            2 starts c -> well
            2 all have begun -> well
            3 errs b -> rests until 253, host
            253 starts c -> tries
            254 errs c -> rests until 754, host
            754 starts b -> tries
            755 errs b -> rests until 1755, host
            1755 starts c -> tries
            1756 errs c -> rests until 3756, host
            3756 starts b -> tries
            3757 errs b -> rests until 7757, host
            7757 starts c -> tries
            7758 errs c -> rests until 10002, host
            10002 starts b -> tries
            10003 errs b -> dead until 10253: the host failed 7 times in 11 s: it answered 500, host
            90000 starts d -> tries
            90001 good d -> well
            """),
        HostStory(
            "an outage costs a picture that is left alone nothing",
            """
            0 starts a -> untried
            1 good -> well
            2 starts b -> well
            3 errs b -> rests until 253, host
            253 starts b -> tries
            260 errs b -> rests until 760, host
            760 starts b -> tries
            770 errs b -> rests until 1770, host
            1770 starts b -> tries
            1780 good b -> well
            """),
        HostStory(
            "a trial that was given up is free again",
            """
            0 starts a -> untried
            1 good -> well
            2 starts b -> well
            3 fails b -> rests until 253, host
            253 starts c -> tries
            300 drops c -> rests until 300
            301 starts d -> tries
            302 good d -> well
            """),
        HostStory(
            "a request from before the outage tells nothing after it",
            """
            0 starts a -> untried
            1 good -> well
            2 starts b -> well
            2 starts c -> well
            3 fails b -> rests until 253, host
            253 starts d -> tries
            260 good d -> well
            270 fails c -> well, host
            """),
        HostStory(
            "a good answer in the middle of a request counts, and one before that does not",
            """
            0 starts a -> untried
            1 good -> well
            2 starts b -> well
            6 good c -> well
            10 fails b -> well, picture
            20 starts d -> well
            24 good e -> well
            30 fails d -> rests until 280, host
            """),
        HostStory(
            "a request from the end of an outage decides nothing, and one behind it does",
            """
            0 starts a -> untried
            1 good -> well
            2 starts b -> well
            3 fails b -> rests until 253, host
            253 starts c -> tries
            260 good c -> well
            260 starts d -> well
            261 starts e -> well
            300 fails d -> well, host
            300 fails e -> rests until 550, host
            """),
        HostStory(
            "a picture is to blame for itself if the host was well when it failed, and not if it was well before",
            """
            0 starts a -> untried
            1 good -> well
            2 starts b -> well
            9 fails b -> rests until 259, host
            9 good c -> well
            100 starts b -> well
            110 fails b -> well, picture
            200 starts d -> well
            210 fails d -> rests until 460, host
            460 starts d -> tries
            465 fails d -> rests until 965, host
            """),
        HostStory(
            "an outage of three rests costs no patience",
            """
            0 starts a -> untried
            1 good -> well
            10 starts b -> well
            9010 fails b -> rests until 9260, host
            9260 starts c -> tries
            9260 fails c -> rests until 9760, host
            9760 starts d -> tries
            9760 fails d -> rests until 10010, host
            10010 starts e -> tries
            10020 good e -> well
            11000 starts f -> well
            18000 fails f -> rests until 18250, host
            18250 starts g -> tries
            18260 fails g -> rests until 18760, host
            """),
        HostStory(
            "the last millisecond of patience", patience: 1000,
            """
            0 starts a -> untried
            1 good -> well
            10 starts b -> well
            10 fails b -> rests until 260, host
            260 starts c -> tries
            1009 fails c -> rests until 1259, host
            """),
        HostStory(
            "no patience is left", patience: 1000,
            """
            0 starts a -> untried
            1 good -> well
            10 starts b -> well
            10 fails b -> rests until 260, host
            260 starts c -> tries
            1010 fails c -> dead: the host failed 2 times in 1 s: the host does not accept connections, host
            """),
        HostStory(
            "requests from before the outage, and heads, change nothing in it",
            """
            0 starts a -> untried
            1 good -> well
            2 starts b -> well
            2 starts c -> well
            2 starts d -> well
            2 drops d -> well
            3 fails b -> rests until 253, host
            4 head -> rests until 253
            253 starts e -> tries
            254 drops c -> tries
            255 drops e -> rests until 255
            """),
    ]

    /// A host that fails so many milliseconds after the start of a request, with so many pictures left, and the time that the next
    /// request has for its answer.
    @Test(
        arguments: [
            (0, nil, true, 119_750), (0, 2, true, 19_750), (0, 1, true, 9750), (0, 0, true, 1000), (0, 100, true, 119_750),
            (0, nil, false, 19_750), (0, 1, false, 19_750), (8000, 1, true, 1750), (8750, 1, true, 1000), (8749, 1, true, 1001),
            (8751, 1, true, 1000), (9999, 1, true, 1000),
        ] as [(Int64, Int?, Bool, Int64)])
    func timeForATrial(duration: Int64, left: Int?, hasSucceeded: Bool, silence: Int64) {
        var host = CircuitBreaker()
        let first = host.started(failedAt: nil, at: 0)
        #expect(first.longestSilence == nil && !first.isTrial)
        if hasSucceeded { host.succeeded(at: 0) }
        let ticket = host.started(failedAt: nil, at: 10)
        _ = host.failed(ticket, Failure(.connect), left: left, at: 10 + duration)
        let trial = host.started(failedAt: nil, at: 20_000)
        #expect(trial.longestSilence == silence && trial.isTrial)
        host.succeeded(at: 20_001)
        #expect(host.started(failedAt: nil, at: 20_002).longestSilence == nil)
    }
}

import Testing

@testable import Fetching

/// Faults, errors, waits and redirects.
@Suite struct PictureFetchFaultTests {
    @Test(arguments: retries) func aRetry(_ script: FetchScript) { script.play() }
    @Test(arguments: waits) func aWait(_ script: FetchScript) { script.play() }
    @Test(arguments: refusals) func aRefusal(_ script: FetchScript) { script.play() }
    @Test(arguments: redirects) func aRedirect(_ script: FetchScript) { script.play() }
    @Test(arguments: lateNews) func aLateEvent(_ script: FetchScript) { script.play() }

    /// A request that was decided and never sent does not count.
    @Test(arguments: abandoned) func anAbandonedPicture(_ script: FetchScript, requests: Int) {
        #expect(script.play().cost.requests == requests)
    }

    /// A transfer that lost its time while the program was suspended is made again, and no request more is counted.
    @Test func lostTime() {
        var fetch = PictureFetch(.header, limits: FetchLimits())
        let now = ClockReading(milliseconds: 0, unixSeconds: 0)
        #expect(fetch.received(.lostTime, at: now, random: 0) == .wait)
        let step = fetch.received(.begin, at: now, random: 0)
        #expect(fetch.received(.lostTime, at: now, random: 0) == step)
        #expect(step != .wait)
        #expect(fetch.cost.requests == 1)
    }

    /// A request is counted only if a connection was allowed.
    @Test(arguments: [("loopback", 0), ("metadata", 0), ("tls", 1), ("ended", 1)])
    func requests(fault: String, count: Int) {
        var fetch = PictureFetch(.header, limits: FetchLimits())
        let now = ClockReading(milliseconds: 0, unixSeconds: 0)
        let faults: [String: TransferFault] = [
            "loopback": .forbiddenAddress(.loopback), "metadata": .forbiddenAddress(.metadata), "tls": .tls(""),
        ]
        _ = fetch.received(.begin, at: now, random: 0)
        _ = fetch.received(.ended(faults[fault], .outside(PictureFetch.firstBytes)), at: now, random: 0)
        #expect(fetch.isFinished && fetch.cost.requests == count)
    }

    /// The age of a picture is that of its oldest answer, and a max-age counts only without redirects.
    @Test(arguments: [(false, 30, 60), (true, 30, nil)] as [(Bool, Int64, Int64?)])
    func ages(isRedirected: Bool, age: Int64, maxAge: Int64?) throws {
        var fetch = PictureFetch(.header, limits: FetchLimits())
        let first = isRedirected ? head("HTTP/1.1 302", "Location: /b", "Age: 30") : head("HTTP/1.1 500", "Age: 30")
        let answer = head("HTTP/1.1 200", "Age: 10", "Cache-Control: max-age=60", "Content-Length: 0")
        let noReading = BodyReading.outside(PictureFetch.firstBytes)
        var step = FetchStep.wait
        for event in [
            .begin, .head(first), .ended(nil, noReading), isRedirected ? .redirected(nil) : .woken, .head(answer),
            .ended(nil, .found(header, end: 9)),
        ] as [FetchEvent] {
            step = fetch.received(event, at: ClockReading(milliseconds: 0, unixSeconds: 0), random: 0)
        }
        guard case .finish(let outcome) = step else { return #expect(Bool(false), "\(step)") }
        #expect(outcome.age == age && outcome.maxAge == maxAge && outcome.headerEnd == 9 && outcome.status == nil)
    }

    private static let abandoned = [
        (
            FetchScript(
                "behind its request",
                """
                begin -> asks 0-16383
                suspended -> host-suspended: the host failed too often in this run
                """), 1
        ),
        (
            FetchScript(
                "before its request",
                """
                begin -> asks 0-16383
                suspended unsent -> host-suspended: the host failed too often in this run
                """), 0
        ),
        (
            FetchScript(
                "before its second request",
                """
                begin -> asks 0-16383
                503 -> resets, waits 2 s
                woken -> asks 0-16383
                suspended unsent -> http-status: the server answered 503
                """), 1
        ),
        (
            FetchScript(
                "while it waits",
                """
                begin -> asks 0-16383
                503 -> resets, waits 2 s
                suspended unsent -> http-status: the server answered 503
                """), 1
        ),
        (
            FetchScript(
                "before all",
                """
                suspended unsent -> host-suspended: the host failed too often in this run
                """), 0
        ),
    ]

    /// The status is that of the failure that is named. It decides how long the picture rests.
    @Test func statusOfAnAbandonedPicture() {
        let script = FetchScript(
            "behind a redirect",
            """
            begin -> asks 0-16383
            429 -> resets, waits 2 s
            woken -> asks 0-16383
            302 | Location: /b -> resets, follows /b
            redirected -> asks 0-16383
            suspended unsent -> http-status: the server answered 429
            """)
        #expect(script.play().lastStatus == 429)
    }

    private static let retries =
        [
            FetchScript(
                "a server that breaks down",
                """
                begin -> asks 0-16383
                500 | Content-Length: 90 -> drains, waits 500 ms
                woken -> asks 0-16383
                502 -> resets, waits 1 s
                woken -> asks 0-16383
                504 -> resets, waits 2 s
                woken -> asks 0-16383
                599 -> resets, http-status: the server answered 599
                """),
            FetchScript(
                "a server that recovers",
                """
                begin -> asks 0-16383
                500 -> resets, waits 500 ms
                woken -> asks 0-16383
                206 | bytes 0-16383/50000 -> reads 0-16383/50000 fresh
                found left 0 -> drains, found, 50000 bytes, 2 requests, 1 retries
                """),
            FetchScript(
                "a proxy that recovers",
                """
                begin -> asks 0-16383
                no proxy -> waits 500 ms
                woken -> asks 0-16383
                busy proxy -> waits 1 s
                """),
            FetchScript(
                "retries are counted over all kinds", retries: 2,
                """
                begin -> asks 0-16383
                dns -> waits 500 ms
                woken -> asks 0-16383
                connect -> waits 1 s
                woken -> asks 0-16383
                reset -> connect: the server broke the connection off
                """),
            FetchScript(
                "a request that takes its whole time is repeated once",
                """
                begin -> asks 0-16383
                timeout -> waits 500 ms
                woken -> asks 0-16383
                stalled -> stalled: the transfer stopped moving
                """),
            FetchScript(
                "failures of the host cost no retry, and no wait of the picture", retries: 2,
                """
                begin -> asks 0-16383
                tls by host -> asks 0-16383
                500 by host -> resets, asks 0-16383
                206 | bytes 0-16383/50000 -> reads 0-16383/50000 fresh
                found left 0 -> drains, found, 50000 bytes, 3 requests
                """),
            FetchScript(
                "an outage costs no retry, however long it is", retries: 1,
                """
                begin -> asks 0-16383
                reset by host -> asks 0-16383
                500 by host -> resets, asks 0-16383
                stalled by host -> asks 0-16383
                timeout by host -> asks 0-16383
                reset -> waits 500 ms
                woken -> asks 0-16383
                reset -> connect: the server broke the connection off
                """),
            FetchScript(
                "without retries no failure of the host is repeated", retries: 0,
                """
                begin -> asks 0-16383
                reset by host -> connect: the server broke the connection off
                """),
            FetchScript(
                "a slow request of an outage does not count as the picture's",
                """
                begin -> asks 0-16383
                stalled by host -> asks 0-16383
                timeout -> waits 500 ms
                woken -> asks 0-16383
                timeout -> timeout: the transfer took longer than its limit
                """),
            FetchScript(
                "a time that an outage names is waited for, and costs no retry", retries: 1,
                """
                begin -> asks 0-16383
                503 | Retry-After: 2 by host -> resets, waits 2 s
                woken -> asks 0-16383
                503 | Retry-After: 2 by host -> resets, waits 2 s
                woken -> asks 0-16383
                503 | Retry-After: 2 -> resets, waits 2 s
                woken -> asks 0-16383
                503 | Retry-After: 2 -> resets, http-status: the server answered 503
                """),
            FetchScript(
                "a connection that ends behind other requests costs no retry, some times", retries: 1,
                """
                begin -> asks 0-16383
                lost -> asks 0-16383
                lost -> asks 0-16383
                lost -> waits 500 ms
                woken -> asks 0-16383
                lost -> connect: the server broke the connection off
                """),
            FetchScript(
                "a wait has a longest", retries: 9,
                """
                begin -> asks 0-16383
                dns -> waits 500 ms
                woken -> asks 0-16383
                dns -> waits 1 s
                woken -> asks 0-16383
                dns -> waits 2 s
                woken -> asks 0-16383
                dns -> waits 4 s
                woken -> asks 0-16383
                dns -> waits 8 s
                woken -> asks 0-16383
                dns -> waits 16 s
                woken -> asks 0-16383
                dns -> waits 30 s
                woken -> asks 0-16383
                dns -> waits 30 s
                """),
            FetchScript(
                "a body that breaks is continued",
                """
                begin -> asks 0-16383
                206 | bytes 0-16383/50000 | ETag: "a" -> reads 0-16383/50000 fresh
                more 9000+4 left 12000 -> waits
                reset at 9002+2 left 7000 -> waits 500 ms
                woken -> asks 9002-13097 if "a"
                206 | bytes 9002-13097/50000 | ETag: "a" -> reads 9002-13097/50000
                """),
            FetchScript(
                "a whole body that breaks is continued by a range",
                """
                begin -> asks 0-16383
                200 | Content-Length: 500000 -> reads 0-499999/500000 fresh end
                more 300000+4 left 400000 -> waits
                stalled at 300000+4 left 350000 -> waits 500 ms
                woken -> asks 300000-304095
                """),
            FetchScript(
                "Content-Length: 9, body of 4 -> truncated", retries: 1,
                """
                begin -> asks 0-16383
                200 | Content-Length: 9 -> reads 0-8/9 fresh end
                short at 4+1020 left 5 -> waits 500 ms
                woken -> asks 4-8
                206 | bytes 4-8/9 -> reads 4-8/9 end
                short at 4+1020 left 5 -> truncated: the transfer ended before the announced length
                """),
            FetchScript(
                "a body that ends politely and too soon", retries: 0,
                """
                begin -> asks 0-16383
                206 | bytes 0-16383/50000 -> reads 0-16383/50000 fresh
                short at 100+924 left 16284 -> truncated: the transfer ended before the announced length
                """),
            FetchScript(
                "a header that was found before the break counts",
                """
                begin -> asks 0-16383
                206 | bytes 0-16383/50000 -> reads 0-16383/50000 fresh
                reset at found left 16000 -> found, 50000 bytes, 1 requests
                """),
            FetchScript(
                "a picture that changes in a pause",
                """
                begin -> asks 0-16383
                206 | bytes 0-16383/50000 | ETag: "a" -> reads 0-16383/50000 fresh
                timeout at 9000+4 left 7000 -> waits 500 ms
                woken -> asks 9000-13095 if "a"
                200 | ETag: "b" | Content-Length: 60000 -> reads 0-59999/60000 fresh end
                """),
        ]
        + [
            ("dns", "dns: the host's name does not resolve"), ("connect", "connect: the host does not accept connections"),
            ("timeout", "timeout: the transfer took longer than its limit"),
            ("stalled", "stalled: the transfer stopped moving"), ("reset", "connect: the server broke the connection off"),
            ("short", "truncated: the transfer ended before the announced length"),
        ].map { fault, failure in
            FetchScript(
                "\(fault), once and again", retries: 1,
                """
                begin -> asks 0-16383
                \(fault) -> waits 500 ms
                woken -> asks 0-16383
                \(fault) -> \(failure)
                """)
        }

    private static let waits =
        [
            FetchScript(
                "503, Retry-After: 1 -> waits 1 s",
                """
                begin -> asks 0-16383
                503 | Retry-After: 1 -> resets, waits 1 s
                woken -> asks 0-16383
                """),
            FetchScript(
                "a date",
                """
                begin -> asks 0-16383
                429 | Retry-After: Fri, 31 Jul 2026 12:00:30 GMT -> resets, waits 30 s
                """),
            FetchScript(
                "a date that has passed",
                """
                begin -> asks 0-16383
                429 | Retry-After: Fri, 31 Jul 2026 11:00:00 GMT -> resets, waits 2 s
                """),
            FetchScript(
                "nonsense",
                """
                begin -> asks 0-16383
                503 | Retry-After: tomorrow -> resets, waits 2 s
                """),
            FetchScript(
                "as long as is waited",
                """
                begin -> asks 0-16383
                503 | Retry-After: 60 -> resets, waits 60 s
                """),
            FetchScript(
                "longer than is waited",
                """
                begin -> asks 0-16383
                503 | Retry-After: 61 -> resets, http-status: the server answered 503 and asks to wait 61 s
                """),
            FetchScript(
                "without retries there is no wait", retries: 0,
                """
                begin -> asks 0-16383
                503 | Retry-After: 1 -> resets, http-status: the server answered 503
                """),
        ]
        + [408, 425, 429, 500, 502, 503, 504, 507, 520, 599].map { status in
            FetchScript(
                "\(status)",
                """
                begin -> asks 0-16383
                \(status) -> resets, waits \(status == 429 || status == 503 ? "2 s" : "500 ms")
                """)
        }

    private static let refusals =
        [201, 204, 205, 300, 304, 305, 400, 401, 403, 404, 410, 451, 501, 505, 600, 999].map {
            FetchScript(
                "\($0)",
                """
                begin -> asks 0-16383
                \($0) | Content-Length: 0 -> drains, http-status: the server answered \($0)\($0 == 403 ? "; if it refuses this program, a header line User-Agent names another" : "")
                woken -> waits
                """)
        }
        + [
            ("tls", "tls: the TLS connection failed: certificate has expired"),
            ("long", "content-mismatch: the server sent more bytes than it announced"),
            ("loopback", "forbidden-address: the host's name stands for a loopback address; private hosts are not allowed"),
            ("metadata", "forbidden-address: the host's name stands for the address of a cloud's metadata; it is not allowed by its name"),
            ("no tunnel", "proxy: the proxy refused to connect to the host: it answered 403"),
            ("headers", "http-status: the head of the server's answer is longer than is read"),
            ("malformed", "http-status: the server's answer breaks the rules of HTTP: no status line"),
            ("ended", "http-status: the server's answer breaks the rules of HTTP: no head came"),
        ].map { fault, failure in
            FetchScript(
                fault,
                """
                begin -> asks 0-16383
                \(fault) -> \(failure)
                """)
        }

    private static let redirects = [
        FetchScript(
            "once",
            """
            begin -> asks 0-16383
            302 | Location: /b | Content-Length: 90 -> drains, follows /b
            redirected -> asks 0-16383
            206 | bytes 0-16383/50000 -> reads 0-16383/50000 fresh
            found left 0 -> drains, found, 50000 bytes, 2 requests
            """),
        FetchScript(
            "round and round", redirects: 2,
            """
            begin -> asks 0-16383
            301 | Location: /b -> resets, follows /b for good
            redirected -> asks 0-16383
            307 | Location: /a -> resets, follows /a
            redirected -> asks 0-16383
            308 | Location: /b -> resets, too-many-redirects: the server redirects more than 2 times
            """),
        FetchScript(
            "no redirects are followed", redirects: 0,
            """
            begin -> asks 0-16383
            303 | Location: /b -> resets, too-many-redirects: the server redirects more than 0 times
            """),
        FetchScript(
            "without a location",
            """
            begin -> asks 0-16383
            302 -> resets, http-status: the server answered 302 and does not say where to
            """),
        FetchScript(
            "to what is no URL",
            """
            begin -> asks 0-16383
            302 | Location: http://[ -> resets, follows http://[
            redirected to no URL -> bad-url: the server redirects to what is not a valid URL
            """),
        FetchScript(
            "to another scheme",
            """
            begin -> asks 0-16383
            302 | Location: ftp://b/ -> resets, follows ftp://b/
            redirected to ftp -> forbidden-scheme: the server redirects to neither http nor https
            """),
        FetchScript(
            "in the middle of a picture",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/500000 | ETag: "a" -> reads 0-16383/500000 fresh
            wants 300000+4 left 0 -> drains, asks 300000-304095 if "a"
            307 | Location: /b -> resets, follows /b
            redirected -> asks 300000-304095 if "a"
            """),
    ]

    private static let lateNews = [
        FetchScript(
            "an end behind the end",
            """
            begin -> asks 0-16383
            404 -> resets, http-status: the server answered 404
            ended -> waits
            reset -> waits
            suspended -> waits
            begin -> waits
            """),
        FetchScript(
            "news of a transfer that was left",
            """
            begin -> asks 0-16383
            503 -> resets, waits 2 s
            ended -> waits
            more 5+5 -> waits
            200 -> waits
            redirected -> waits
            woken -> asks 0-16383
            """),
        FetchScript(
            "a second head",
            """
            begin -> asks 0-16383
            200 -> reads 0-*/* fresh end
            404 -> waits
            """),
        FetchScript(
            "suspended while it waits",
            """
            begin -> asks 0-16383
            503 -> resets, waits 2 s
            suspended -> http-status: the server answered 503
            """),
        FetchScript(
            "suspended while it is read",
            """
            begin -> asks 0-16383
            200 -> reads 0-*/* fresh end
            suspended -> host-suspended: the host failed too often in this run
            """),
        FetchScript(
            "suspended before it begins",
            """
            suspended -> host-suspended: the host failed too often in this run
            begin -> waits
            """),
    ]
}

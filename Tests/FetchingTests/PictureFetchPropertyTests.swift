import ImageHeaders
import TestSupport
import Testing
import WeirBase

@testable import Fetching

/// For any events a fetch does not trap, comes to an end, and keeps its limits.
@Suite struct PictureFetchPropertyTests {
    private static let lines = [
        "Content-Length: 0", "Content-Length: 4096", "Content-Length: 99999999999", "Content-Length: -1",
        "Content-Range: bytes 0-16383/50000", "Content-Range: bytes */50", "Content-Range: bytes */0",
        "ETag: \"a\"", "ETag: \"b\"", "ETag: W/\"a\"", "Last-Modified: today", "Retry-After: 3", "Retry-After: 90",
        "Location: /b", "Content-Encoding: gzip", "Connection: close", "Content-Type: text/html",
    ]
    private static let faults: [TransferFault?] = [
        nil, .dns, .connect, .timeout, .stalled, .reset, .tls(""), .shortBody, .longBody,
        .forbiddenAddress(.loopback), .headersTooLong, .malformed(""),
    ]

    private typealias Case = (goal: FetchGoal, firstRange: Int?, kept: PictureValidators?, earlier: PictureValidators?)
    private static let cases: [Case] = [
        (.header, 1024, nil, nil), (.header, 16_384, nil, PictureValidators(etag: "\"a\"")),
        (.wholePicture, 5000, nil, nil), (.wholePicture, nil, nil, nil),
        (.wholePicture, nil, nil, PictureValidators(lastModified: "today")),
        (.wholePicture, nil, PictureValidators(length: 50_000, etag: "\"a\""), PictureValidators(etag: "\"b\"")),
    ]

    @Test(arguments: cases.indices) func anySequenceOfEvents(_ index: Int) {
        let (goal, firstRange, kept, earlier) = Self.cases[index]
        var seed = Seed.announced(for: "fetch events")
        var finished = 0
        for round in 0..<3000 {
            let limits = FetchLimits(
                maxBytes: [0, 1, 5000, 100_000, 64 << 20, .max].randomElement(using: &seed) ?? 0,
                maxRedirects: Int.random(in: 0...5, using: &seed), retries: Int.random(in: 0...4, using: &seed))
            let keyRenewals = Int.random(in: 0...1, using: &seed)
            var fetch = PictureFetch(
                goal, firstRange: firstRange, unless: earlier, limits: limits, isInBucket: round % 2 == 1, keyRenewals: keyRenewals)
            if let kept { fetch.resume(behind: 4000, of: kept) }
            var tally = Tally(limits: limits)
            var now = ClockReading(milliseconds: 0, unixSeconds: 1_785_499_200)
            var last = fetch.received(.begin, at: now, random: seed.next())
            tally.count(last)
            for _ in 0..<300 where !tally.isFinished {
                let isFitting = Int.random(in: 0..<8, using: &seed) > 0
                let event = isFitting ? fittingEvent(after: last, &seed) : anyEvent(&seed)
                let step = fetch.received(event, at: now, random: seed.next())
                if case .pause(let until) = step {
                    #expect((now.milliseconds...(now.milliseconds + 60_000)).contains(until), "round \(round), \(seed)")
                    now.milliseconds = until
                }
                // No request is sent to a forbidden address.
                if case .request = last, case .ended(.forbiddenAddress, _, _) = event { tally.requests -= 1 }
                if step != .wait { last = step }
                tally.count(step)
            }
            // The limit is not checked for a whole picture, which is stored again from its start if it changes.
            if case .header = goal { #expect(tally.bodyBytes <= limits.maxBytes, "round \(round), \(seed)") }
            #expect(tally.requests <= limits.mostRequests + keyRenewals, "round \(round), \(seed)")
            #expect(tally.requests == fetch.cost.requests, "round \(round), \(seed)")
            finished += tally.isFinished ? 1 : 0
        }
        // The other fetches are still reading a body.
        #expect(finished > 2900, "\(seed)")
    }

    /// The server gives every range in full, and the reader always wants more.
    @Test(arguments: [1, 4, 5000, 1 << 20])
    func aReaderThatAlwaysWantsMore(_ count: Int) {
        let limits = FetchLimits()
        var fetch = PictureFetch(.header, firstRange: 16_384, limits: limits)
        var tally = Tally(limits: limits)
        let now = ClockReading(milliseconds: 0, unixSeconds: 0)
        var step = fetch.received(.begin, at: now, random: 0)
        while case .request(let request) = step, let range = request.range {
            tally.count(step)
            tally.count(fetch.received(.head(answer(range, total: "*")), at: now, random: 0))
            let next = ByteRequest(offset: range.upperBound + 1, count: count)
            step = fetch.received(.body(.outside(next), left: 0), at: now, random: 0)
            if case .release = step { step = fetch.received(.ended(nil, .outside(next)), at: now, random: 0) }
        }
        tally.count(step)
        #expect(tally.isFinished)
        #expect(tally.bodyBytes <= limits.maxBytes)
        #expect(tally.requests <= limits.mostRequests)
    }

    private func fittingEvent(after step: FetchStep, _ seed: inout Seed) -> FetchEvent {
        switch step {
        case .pause, .awaitKeys: return .woken
        case .release: return .ended(nil, .outside(PictureFetch.firstBytes))
        case .readRefusal: return Int.random(in: 0..<9, using: &seed) > 0 ? refusal(&seed) : anyEvent(&seed)
        case .follow: return .redirected(Int.random(in: 0..<9, using: &seed) > 0 ? nil : .badURL)
        case .request(let request):
            guard Int.random(in: 0..<4, using: &seed) > 0 else { return anyEvent(&seed) }
            guard let range = request.range else { return .head(head("HTTP/1.1 200")) }
            return .head(answer(range, total: Bool.random(using: &seed) ? "*" : "\(range.upperBound &+ 70_000)"))
        case .read(let extent):
            let offset = extent.offset + UInt64.random(in: 0...200_000, using: &seed)
            let request = ByteRequest(offset: offset, count: Int.random(in: 0...5000, using: &seed))
            return Int.random(in: 0..<9, using: &seed) > 0
                ? .body(.outside(request), left: 0) : anyEvent(&seed)
        case .wait, .finish, .takeText: return anyEvent(&seed)
        }
    }

    private func anyEvent(_ seed: inout Seed) -> FetchEvent {
        switch Int.random(in: 0..<40, using: &seed) {
        case 0..<12:
            let status = [103, 200, 206, 206, 302, 400, 404, 416, 429, 503].randomElement(using: &seed) ?? 200
            let fields = (0..<Int.random(in: 0...4, using: &seed)).compactMap { _ in Self.lines.randomElement(using: &seed) }
            return .head(head(["HTTP/\(Bool.random(using: &seed) ? "1.1" : "2") \(status)"] + fields))
        case 12..<24: return .body(anyReading(&seed), left: [nil, 0, 9, .max].randomElement(using: &seed) ?? nil)
        case 24..<33: return .ended((Self.faults.randomElement(using: &seed) ?? nil), anyReading(&seed))
        case 33..<36: return .woken
        case 36..<38: return .redirected([nil, .badURL, .forbiddenScheme].randomElement(using: &seed) ?? nil)
        case 38: return Bool.random(using: &seed) ? .begin : refusal(&seed)
        default: return .abandoned(Failure(.cancelled))
        }
    }

    private func refusal(_ seed: inout Seed) -> FetchEvent {
        let document = ["", "<Code>ExpiredToken</Code>", "<Code>NoSuchKey</Code>"].randomElement(using: &seed) ?? ""
        return .body(.text(Array(document.utf8)), left: nil)
    }

    private func anyReading(_ seed: inout Seed) -> BodyReading {
        let request = ByteRequest(
            offset: [0, 1000, 1 << 20, 1 << 62, .max].randomElement(using: &seed) ?? 0,
            count: [0, 1, 1024, 1 << 20].randomElement(using: &seed) ?? 0)
        let readings: [BodyReading] = [
            .outside(request), .ahead(request), .ahead(request), .failed(Failure(.corrupt)), .found(header, end: 9),
        ]
        return readings.randomElement(using: &seed) ?? .ahead(request)
    }

    private func answer(_ range: ClosedRange<UInt64>, total: String) -> ResponseHead {
        head("HTTP/1.1 206", "Content-Range: bytes \(range.lowerBound)-\(range.upperBound)/\(total)")
    }
}

/// Counts of a fetch's requests and bytes.
private struct Tally {
    let limits: FetchLimits
    var requests = 0
    var bodyBytes: UInt64 = 0
    var isFinished = false

    init(limits: FetchLimits) { self.limits = limits }

    mutating func count(_ step: FetchStep) {
        switch step {
        case .request: requests += 1
        // A body that is the whole picture is read only up to the limit.
        case .read(let extent): bodyBytes += extent.endsPicture && extent.offset == 0 ? 0 : extent.length ?? 0
        case .finish, .takeText: isFinished = true
        case .wait, .release, .pause, .follow, .readRefusal, .awaitKeys: break
        }
    }
}

extension FetchLimits {
    /// The maximum number of requests: the first one, later ranges, and all repetitions.
    fileprivate var mostRequests: Int { 1 + laterRanges + retries + maxRedirects + restarts + 1 }
}

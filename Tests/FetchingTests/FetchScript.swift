import ImageHeaders
import Testing
import WeirBase

@testable import Fetching

/// The events of a picture's fetch, line by line, each with the step that must follow:
///
///     begin                        -> asks 0-16383
///     503 | Retry-After: 1         -> resets, waits 1 s
///     woken                        -> asks 0-16383
///     206 | bytes 0-16383/50000    -> reads 0-16383/50000 fresh
///     found left 0                 -> drains, found
///
/// An event that the host is to blame for says so: `reset by host`.
/// The random number always gives the longest wait. The clock moves in pauses only.
struct FetchScript: Sendable, CustomTestStringConvertible {
    let title: String
    let lines: [String]
    var limits = FetchLimits()
    var goal = FetchGoal.header
    var firstRange: Int?
    /// The version of the 4000 bytes that a previous run has stored.
    var kept: PictureValidators?
    /// The validators of a previous run.
    var earlier: PictureValidators?
    /// How often the picture may wait for other keys, if it is in a bucket.
    var keyRenewals: Int?

    init(
        _ title: String, first: Int = 16_384, maxBytes: UInt64 = 64 << 20, redirects: Int = 5, retries: Int = 3,
        _ text: String
    ) {
        self.title = title
        lines = text.split(separator: "\n").map(String.init)
        limits = FetchLimits(maxBytes: maxBytes, maxRedirects: redirects, retries: retries)
        firstRange = first
    }

    /// The fetch of the header of a picture that a previous run knew.
    static func revalidation(_ title: String, etag: String? = nil, date: String? = nil, _ text: String) -> FetchScript {
        var script = FetchScript(title, text)
        script.earlier = PictureValidators(etag: etag.map { Array($0.utf8) }, lastModified: date.map { Array($0.utf8) })
        return script
    }

    /// The fetch of a whole picture.
    static func download(
        _ title: String, first: Int? = nil, kept: PictureValidators? = nil, recorded: String? = nil, maxBytes: UInt64 = 1_000_000,
        retries: Int = 3, _ text: String
    ) -> FetchScript {
        var script = FetchScript(title, maxBytes: maxBytes, retries: retries, text)
        (script.goal, script.firstRange, script.kept) = (.wholePicture, first, kept)
        script.earlier = recorded.map { PictureValidators(etag: $0) }
        return script
    }

    /// The fetch of a robots.txt.
    static func text(_ title: String, retries: Int = 3, _ text: String) -> FetchScript {
        var script = FetchScript(title, retries: retries, text)
        script.goal = .text
        return script
    }

    /// The fetch of the header of a picture in a bucket.
    static func bucket(_ title: String, keyRenewals: Int = 1, _ text: String) -> FetchScript {
        var script = FetchScript(title, text)
        script.keyRenewals = keyRenewals
        return script
    }

    var testDescription: String { title }

    /// Returns the fetch after the last event.
    @discardableResult
    func play() -> PictureFetch {
        var fetch = PictureFetch(
            goal, firstRange: firstRange, unless: earlier, limits: limits, isInBucket: keyRenewals != nil, keyRenewals: keyRenewals ?? 0)
        if let kept { fetch.resume(behind: 4000, of: kept) }
        var now = ClockReading(milliseconds: 1_000_000, unixSeconds: 1_785_499_200)
        for line in lines {
            let sides = line.components(separatedBy: "->")
            let isOfHost = sides[0].hasSuffix(" by host")
            let text = isOfHost ? String(sides[0].dropLast(" by host".count)) : sides[0]
            guard sides.count == 2, let event = event(text, isOfHost ? .host : .picture) else {
                Issue.record("\(title): this is no event: \(line)")
                return fetch
            }
            var step = fetch.received(event, at: now, random: .max)
            var release = ""
            if case .release(let kind) = step {
                release = kind == .drain ? "drains, " : "resets, "
                step = fetch.received(.ended(nil, .outside(PictureFetch.firstBytes)), at: now, random: .max)
            }
            #expect(release + words(for: step, at: now) == sides[1], "\(title): \(line)")
            if case .pause(let until) = step { now.milliseconds = until }
        }
        return fetch
    }
}

// MARK: Events

private func event(_ text: String, _ blame: CircuitBreaker.Blame) -> FetchEvent? {
    if text == "begin" { return .begin }
    if text == "woken" { return .woken }
    if text.hasPrefix("<") || text == "nothing" { return .body(.text(text == "nothing" ? [] : Array(text.utf8)), left: nil) }
    if text == "suspended" { return .abandoned(Failure(.hostSuspended)) }
    if text == "suspended unsent" { return .abandoned(Failure(.hostSuspended), isUnsent: true) }
    if text == "redirected" { return .redirected(nil) }
    if text == "redirected to no URL" { return .redirected(.badURL) }
    if text == "redirected to ftp" { return .redirected(.forbiddenScheme) }
    if let status = text.split(separator: " ").first.flatMap({ Int($0.replacing("h2:", with: "")) }) {
        return .head(head(of: text, status), blame)
    }
    var (text, left) = (text, UInt64?.none)
    if let range = text.firstRange(of: " left ") {
        left = UInt64(text[range.upperBound...])
        text = String(text[..<range.lowerBound])
    }
    if let reading = reading(text) { return .body(reading, left: left) }
    let words = text.components(separatedBy: " at ")
    guard words[0] == "ended" || faults[words[0]] != nil else { return nil }
    let reading = words.count == 1 ? .outside(PictureFetch.firstBytes) : reading(words[1]) ?? reading("wants " + words[1])
    return reading.map { .ended(faults[words[0]], $0, blame) }
}

private let faults: [String: TransferFault] = [
    "dns": .dns, "connect": .connect, "timeout": .timeout, "stalled": .stalled, "reset": .reset, "lost": .lostConnection,
    "tls": .tls("certificate has expired"), "short": .shortBody, "long": .longBody,
    "no proxy": .proxy("no route"), "no tunnel": .tunnel(403), "busy proxy": .tunnel(503), "metadata": .forbiddenAddress(.metadata),
    "loopback": .forbiddenAddress(.loopback), "headers": .headersTooLong, "malformed": .malformed("no status line"),
]

private func reading(_ text: String) -> BodyReading? {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    switch words[0] {
    case "found": return .found(header, end: 1024)
    case "no-picture": return .failed(Failure(.notAnImage))
    case "complete": return .text([])
    case "corrupt": return .failed(Failure(.corrupt))
    case "wants": return request(words[1]).map(BodyReading.outside)
    case "more": return request(words[1]).map(BodyReading.ahead)
    default: return nil
    }
}

/// `20000+4`
private func request(_ text: String) -> ByteRequest? {
    let numbers = text.split(separator: "+").compactMap { UInt64($0) }
    return numbers.count == 2 ? ByteRequest(offset: numbers[0], count: Int(numbers[1])) : nil
}

/// `206 | bytes 0-5/10 | ETag: "a"`; `h2:206` for another version.
private func head(of text: String, _ status: Int) -> ResponseHead {
    let fields = text.components(separatedBy: " | ").dropFirst()
    return head(
        [(text.hasPrefix("h2:") ? "HTTP/2 " : "HTTP/1.1 ") + "\(status)"]
            + fields.map { $0.hasPrefix("bytes ") ? "Content-Range: \($0)" : $0 })
}

let header = ImageHeader(
    format: .png, displayed: PixelSize(width: 3, height: 2), stored: PixelSize(width: 3, height: 2), orientation: .up)

// MARK: Steps

private func words(for step: FetchStep, at now: ClockReading) -> String {
    switch step {
    case .wait: return "waits"
    case .request(let request):
        let range = request.range.map { "\($0.lowerBound)-\($0.upperBound)" } ?? "all"
        let condition =
            request.condition.map {
                $0.replacing("If-None-Match: ", with: " unless ").replacing("If-Modified-Since: ", with: " if newer than ")
            } ?? ""
        return "asks \(range)" + (request.ifRange.map { " if \($0)" } ?? "") + condition
    case .read(let extent):
        let last = extent.length.map { "\(Int64(extent.offset + $0) - 1)" } ?? "*"
        let total = extent.total.map(String.init) ?? "*"
        return "reads \(extent.offset)-\(last)/\(total)" + (extent.isAtStart ? " fresh" : "")
            + (extent.endsPicture ? " end" : "")
    case .pause(let until):
        let wait = until - now.milliseconds
        return wait % 1000 == 0 ? "waits \(wait / 1000) s" : "waits \(wait) ms"
    case .follow(let location, let isPermanent): return "follows \(location)" + (isPermanent ? " for good" : "")
    case .finish(let outcome): return words(for: outcome)
    case .takeText: return "takes the text"
    case .readRefusal: return "reads the refusal"
    case .release: return "releases twice"
    case .awaitKeys: return "awaits keys"
    }
}

private func words(for outcome: FetchOutcome) -> String {
    switch outcome.result {
    case .success(nil): return "unchanged"
    case .success:
        let cost = outcome.cost
        return "found, \(outcome.validators.length.map(String.init) ?? "*") bytes, \(cost.requests) requests"
            + (outcome.validators.etag.map { ", \($0)" } ?? "") + (cost.retries > 0 ? ", \(cost.retries) retries" : "")
    case .failure(let failure): return "\(failure.code.rawValue): \(failure.message)"
    }
}

extension String {
    /// Without the blanks around the parts.
    fileprivate func components(separatedBy separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map { part in
            let start = part.firstIndex { $0 != " " } ?? part.endIndex
            let end = part.lastIndex { $0 != " " } ?? start
            return start == part.endIndex ? "" : String(part[start...end])
        }
    }
}

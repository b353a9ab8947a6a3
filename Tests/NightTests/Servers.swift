import Foundation
import TestSupport

/// A size in pixels.
struct Size: Hashable, CustomStringConvertible {
    let width: Int
    let height: Int
    var description: String { "\(width)x\(height)" }
}

/// A request that a server has seen, and what it answered.
struct Request {
    /// Milliseconds since the night began, of the request and of its answer.
    let time: Double
    /// When the client began with it: a new connection takes a time before the request can be sent.
    let begun: Double
    var answered = Double.infinity
    let host: Int
    let connection: Int64
    let path: String
    let picture: Int?
    let range: ClosedRange<Int>?
    /// The validator in it.
    let condition: String?
    /// 0 if no head was sent.
    var status = 0
    /// The size of the answered picture, if the answer is whole or has enough bytes for a size.
    var size: Size?
    var retryAfter: Int?
    var hasValidKeys = true
    var tag: String?
    var note = ""
}

/// The hosts of a night, and what they have seen.
final class Servers {
    private let world: World
    private let number: Int
    private let night: Night
    /// The version of each picture before the night.
    private let versions: [Int]
    private let begin: Int64
    /// The beginning in Unix seconds.
    private let start: Int64
    private(set) var requests: [Request] = []
    private var heads: [Int64: [UInt8]] = [:]
    private var hostOf: [Int64: Int] = [:]
    /// The connections to the lender of keys.
    private var lending: Set<Int64> = []
    private static let keyLender: UInt32 = 0xA9FE_AA02  // 169.254.170.2
    /// When connections were begun that have had no request.
    private var connecting: [Int64: Double] = [:]
    /// The requests for each picture so far.
    private var attempts: [Int: Int] = [:]
    /// The seconds of the night, and the requests that a limited host has answered in each.
    private var served: [Int: [Int: Int]] = [:]
    private(set) var refusedConnections = 0
    private(set) var connections = 0

    init(_ world: World, _ number: Int, versions: [Int], begin: Int64, start: Int64) {
        (self.world, self.number, night, self.versions, self.begin, self.start) = (
            world, number, world.nights[number], versions, begin, start
        )
    }

    private func milliseconds(_ time: Int64) -> Double { Double(time - begin) / 1000 }

    private func outage(of host: Int, at time: Int64) -> Weather.Outage? {
        guard case .outage(let from, let to, let outage) = night.weather[host], (Double(from)..<Double(to)).contains(milliseconds(time))
        else { return nil }
        return outage
    }

    /// The version of a picture at a time: 0, 1, …
    private func version(of picture: Int, at time: Int64) -> Int {
        versions[picture]
            + night.changes.count { change in
                change.picture == picture && change.time.map { milliseconds(time) >= Double($0) } ?? true
            }
    }

    static func size(_ world: World, of picture: Int, version: Int) -> Size {
        let drawn = world.draw(.version, picture, version)
        return Size(width: 1 + Int(drawn % 4000), height: 1 + Int(drawn >> 32 % 4000))
    }

    // MARK: Questions

    func answer(_ question: Question) -> Answer {
        switch question.kind {
        case .resolves: return resolve(question)
        case .connects: return connect(question)
        case .sends: return receive(question)
        default:
            heads[question.number] = nil
            return Answer()
        }
    }

    private func resolve(_ question: Question) -> Answer {
        guard let host = world.hosts.first(where: { $0.name == question.text }) else { return Answer(code: EAI_NONAME) }
        if outage(of: host.number, at: question.time) == .nameless { return Answer(code: EAI_AGAIN) }
        return Answer(events: [Event(kind: .names, time: question.time + 3000, number: Int64(host.address))])
    }

    private func connect(_ question: Question) -> Answer {
        let address = UInt32(truncatingIfNeeded: question.other >> 16)
        if address == Servers.keyLender {
            lending.insert(question.number)
            return Answer(events: [Event(kind: .accepts, time: question.time + 1000, number: question.number)])
        }
        guard let host = world.hosts.first(where: { $0.address == address }) else { return Answer() }
        connections += 1
        hostOf[question.number] = host.number
        connecting[question.number] = milliseconds(question.time)
        switch outage(of: host.number, at: question.time) {
        case .refuses:
            refusedConnections += 1
            return Answer(events: [Event(kind: .refuses, time: question.time + 1000, number: question.number, value: ECONNREFUSED)])
        case .silent: return Answer()
        default: return Answer(events: [Event(kind: .accepts, time: question.time + Int64(host.latency) * 500, number: question.number)])
        }
    }

    private func receive(_ question: Question) -> Answer {
        if lending.contains(question.number) { return lendKeys(question) }
        guard let number = hostOf[question.number] else { return Answer() }
        let host = world.hosts[number]
        if host.isExpired {
            // An alert: the certificate has expired (RFC 8446, 6).
            return Answer(events: [
                Event(kind: .comes, time: question.time + 1000, number: question.number, bytes: [21, 3, 3, 0, 2, 2, 45]),
                Event(kind: .ends, time: question.time + 1001, number: question.number),
            ])
        }
        heads[question.number, default: []] += question.bytes
        let head = heads[question.number, default: []]
        guard head.suffix(4).elementsEqual("\r\n\r\n".utf8) else { return Answer() }
        heads[question.number] = nil
        return respond(String(decoding: head, as: UTF8.self), question, host)
    }

    /// Lends the keys of the store. Their token is the second of the night in which they were lent.
    private func lendKeys(_ question: Question) -> Answer {
        let second = (question.time - begin) / 1_000_000
        let end = ISO8601DateFormatter().string(
            from: Date(timeIntervalSince1970: Double(start + second + (world.hosts[0].keys?.life ?? 0))))
        let keys = #"{"AccessKeyId":"K","SecretAccessKey":"S","Token":"\#(second)","Expiration":"\#(end)"}"#
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: \(keys.utf8.count)\r\n\r\n\(keys)"
        return Answer(events: [Event(kind: .comes, time: question.time + 1000, number: question.number, bytes: Array(answer.utf8))])
    }

    private func respond(_ head: String, _ question: Question, _ host: Host) -> Answer {
        let lines = head.split(separator: "\r\n").map(String.init)
        let path = String(lines[0].split(separator: " ")[1])
        func field(_ name: String) -> String? {
            lines.first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.utf8.count + 2)) }
        }
        let range = field("Range").flatMap { text -> ClosedRange<Int>? in
            let ends = text.dropFirst("bytes=".count).split(separator: "-").compactMap { Int($0) }
            return ends.count == 2 ? ends[0]...ends[1] : nil
        }
        let picture = path.split(separator: "/").last.flatMap { Int($0.dropLast(4)) }.flatMap {
            world.pictures.indices.contains($0) ? $0 : nil
        }
        var request = Request(
            time: milliseconds(question.time), begun: connecting.removeValue(forKey: question.number) ?? milliseconds(question.time),
            host: host.number, connection: question.number, path: path, picture: picture, range: range,
            condition: field("If-None-Match") ?? field("If-Modified-Since"))
        if let keys = host.keys, path.hasPrefix("/shop/") {
            let second = (question.time - begin) / 1_000_000
            request.hasValidKeys = field("x-amz-security-token").flatMap { Int64($0) }.map { second - $0 < keys.realLife } ?? false
        }
        let delay = delay(of: host, question.time)
        let answer = respond(to: &request, field("If-Range"), host, question.time, delay)
        request.answered = answer.isEmpty ? .infinity : milliseconds(answer.map(\.time).max() ?? 0)
        requests.append(request)
        return Answer(events: answer)
    }

    /// Microseconds.
    private func delay(of host: Host, _ time: Int64) -> Int64 {
        var delay = host.latency * 1000
        if host.jitter > 0 { delay += Int(world.draw(.latency, number, host.number, requests.count) % UInt64(host.jitter * 1000)) }
        if case .slow(let more) = night.weather[host.number] { delay += more * 1000 }
        return Int64(delay)
    }

    // MARK: Answers

    private func respond(to request: inout Request, _ ifRange: String?, _ host: Host, _ time: Int64, _ delay: Int64) -> [Event] {
        let (connection, due) = (request.connection, time + delay)
        func sent(_ head: String, _ body: [UInt8] = [], ends: Bool = false, breaks: Bool = false) -> [Event] {
            var events = [Event(kind: .comes, time: due, number: connection, bytes: Array(head.utf8) + body)]
            if breaks { events.append(Event(kind: .breaks, time: due + 1, number: connection)) }
            if ends || !host.keepsConnections { events.append(Event(kind: .ends, time: due + 1, number: connection)) }
            return events
        }
        func refused(_ status: Int, _ lines: String = "") -> [Event] {
            request.status = status
            return sent("HTTP/1.1 \(status) No\r\nContent-Length: 0\r\n\(lines)\r\n")
        }
        switch outage(of: host.number, at: time) {
        case .refuses, .breaks:
            request.note = "breaks"
            return [Event(kind: .breaks, time: due, number: connection)]
        case .silent:
            request.note = "silent"
            return []
        case .errors: return refused(503)
        case .nameless, nil: break
        }
        if let limit = host.limit, isBeyond(limit, host, time) {
            request.retryAfter = limit.retryAfter
            return refused(429, limit.retryAfter.map { "Retry-After: \($0)\r\n" } ?? "")
        }
        if request.path == "/robots.txt", world.options.obeysRobots, let forbidden = host.forbidden {
            request.status = 200
            let text = "User-agent: *\nDisallow: \(forbidden)\n"
            return sent("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
        }
        if !request.hasValidKeys {
            request.status = 400
            let refusal = "<Error><Code>ExpiredToken</Code></Error>"
            return sent("HTTP/1.1 400 No\r\nContent-Length: \(refusal.utf8.count)\r\n\r\n", Array(refusal.utf8))
        }
        guard let number = request.picture, !night.gone.contains(number) else { return refused(404) }
        if let move = world.pictures[number].move, move.host != host.number {
            request.status = move.isPermanent ? 301 : 302
            return sent(
                "HTTP/1.1 \(request.status) Moved\r\nLocation: http://\(world.hosts[move.host].name)/moved/\(number).jpg\r\nContent-Length: 0\r\n\r\n"
            )
        }
        let attempt = attempts[number, default: 0]
        attempts[number] = attempt + 1
        if case .wrong(let share) = night.weather[host.number], world.draw(.weather, self.number, number) % 100 < share {
            if world.draw(.weather, self.number, number) >> 40 % 2 == 0 { return refused(500) }
            request.status = 200
            request.note = "an error page"
            let page = "<html><body>Sorry</body></html>"
            return sent("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\n\r\n\(page)")
        }
        let version = version(of: number, at: time)
        let size = Servers.size(world, of: number, version: version)
        var lines = "Content-Type: image/jpeg\r\n"
        let tag = tag(of: host, number, version)
        if let tag { lines += host.validators == .date ? "Last-Modified: \(tag)\r\n" : "ETag: \(tag)\r\n" }
        request.tag = tag
        switch fault(of: number, attempt, host) {
        case 0:
            request.note = "breaks"
            return [Event(kind: .breaks, time: due, number: connection)]
        case 1: return refused(500)
        case 2: return refused(503)
        case 3:
            request.status = 200
            request.note = "cut"
            return sent("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\(lines)\r\n", [0xFF, 0xD8, 0xFF], ends: true)
        case 4:
            request.note = "silent"
            return []
        default: break
        }
        request.size = size
        if let tag, request.condition == tag {
            request.status = 304
            return sent("HTTP/1.1 304 Not Modified\r\n\(lines)\r\n")
        }
        let body = Servers.content(size, metadata: world.pictures[number].metadata)
        if let range = request.range, host.servesRanges, ifRange == nil || ifRange == tag {
            guard range.lowerBound < body.count else {
                request.status = 416
                return sent("HTTP/1.1 416 No\r\nContent-Range: bytes */\(body.count)\r\nContent-Length: 0\r\n\r\n")
            }
            let part = body[range.lowerBound...min(range.upperBound, body.count - 1)]
            request.status = 206
            return sent(
                "HTTP/1.1 206 Part\r\nContent-Range: bytes \(part.startIndex)-\(part.endIndex - 1)/\(body.count)\r\nContent-Length: \(part.count)\r\n\(lines)\r\n",
                Array(part))
        }
        request.status = 200
        return sent("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\(lines)\r\n", body)
    }

    private func isBeyond(_ limit: Host.Limit, _ host: Host, _ time: Int64) -> Bool {
        let second = Int(milliseconds(time) / 1000)
        served[host.number, default: [:]][second, default: 0] += 1
        return served[host.number]![second]! > limit.perSecond
    }

    /// Which fault the answer has: 0 to 4, or another number for none. The third answer has none, and only the first is silent.
    private func fault(of picture: Int, _ attempt: Int, _ host: Host) -> Int {
        guard case .faulty(let share) = night.weather[host.number], attempt < 2 else { return -1 }
        let drawn = world.draw(.fault, number, picture, attempt)
        guard drawn % 100 < share else { return -1 }
        let fault = Int(drawn >> 32 % 5)
        return fault == 4 && attempt > 0 ? 0 : fault
    }

    private func tag(of host: Host, _ picture: Int, _ version: Int) -> String? {
        switch host.validators {
        case .none: nil
        case .strong: "\"\(picture)-\(version)\""
        case .weak: "W/\"\(picture)-\(version)\""
        case .date: "Mon, 0\(1 + version / 3600 % 7) Jan 2024 00:\(two(version / 60 % 60)):\(two(version % 60)) GMT"
        }
    }

    private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    static func content(_ size: Size, metadata: Int) -> [UInt8] {
        Bytes.jpeg(width: UInt16(size.width), height: UInt16(size.height), behind: metadata).all + [UInt8](repeating: 0, count: 300)
    }
}

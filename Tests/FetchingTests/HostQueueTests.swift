import TestSupport
import Testing
import WeirBase

@testable import Fetching

/// The pictures that wait for a host.
@Suite struct HostQueueTests {
    private static func host(_ origin: String = "http://shop.example:80", _ gate: RobotsGate = .open) -> FetchHost {
        FetchHost(origin, HostLines(userAgent: "test", []), HostState(), gate)
    }

    private func add(_ numbers: Range<Int32>, to host: FetchHost) {
        for number in numbers { host.append(Picture(number, Array("http://shop.example/\(number)".utf8))) }
    }

    /// A picture that has a next request, after this number of failures.
    private func begun(_ number: Int32, at host: FetchHost, failures: Int = 0) throws -> PictureJob {
        let url = Array("http://shop.example/\(number)".utf8)
        let job = PictureJob(Picture(number, url), TestTerms(), at: try WebAddress(url), host, limits: FetchLimits())
        let clock = LoopClock()
        let events = [FetchEvent.begin] + (0..<failures).flatMap { _ in [.ended(.reset, .outside(PictureFetch.firstBytes)), .woken] }
        for event in events { _ = job.fetch.received(event, at: clock.now, random: 0) }
        return job
    }

    /// Takes the picture that goes next.
    private func next(of host: FetchHost, forTrial trial: Int? = nil) -> String {
        if let job = host.nextBegun(forTrial: trial) { return "begun \(job.picture.number)" }
        guard let picture = host.nextWaiting(forTrial: trial) else { return "none" }
        return "waiting \(picture.number) \(String(decoding: picture.name, as: UTF8.self))"
    }

    /// A host keeps the names of its own pictures without the server, and other URLs whole.
    @Test(arguments: [
        ("http://shop.example:80", "http://shop.example/", true), ("http://shop.example:80", "http://shop.example/a.jpg", true),
        ("http://shop.example:80", "http://shop.example", false), ("http://shop.example:80", "http://shop.example:80/a", false),
        ("http://shop.example:80", "http://shop.exampleX/a", false), ("http://shop.example:80", "http://shop.exampla/a", false),
        ("http://shop.example:80", "https://shop.example/a", false), ("https://shop.example:443", "https://shop.example/a", true),
        ("http://shop.example:443", "http://shop.example:443/a", true), ("http://shop.example:443", "http://shop.example/a", false),
    ])
    func servers(origin: String, url: String, isServer: Bool) {
        let host = Self.host(origin)
        #expect(Array(url.utf8).withUnsafeBufferPointer { host.isServer(of: $0) } == isServer)
        host.append(Picture(7, Array(url.utf8)))
        #expect(next(of: host) == "waiting 7 \(url)")
    }

    /// Pictures that were begun go first, and then those that were put before the others.
    @Test func order() throws {
        let host = Self.host()
        #expect(host.isIdle && !host.hasNew && !host.hasPictures && next(of: host) == "none")
        add(0..<2, to: host)
        host.prepend(Picture(9, Array("http://shop.example/9".utf8)))
        #expect(host.hasNew && host.hasPictures && !host.isIdle)
        host.append(try begun(5, at: host))
        let names = [
            "begun 5", "waiting 9 http://shop.example/9", "waiting 0 http://shop.example/0", "waiting 1 http://shop.example/1", "none",
        ]
        for name in names { #expect(next(of: host) == name) }
        host.prepend(Picture(9, Array("http://shop.example/9".utf8)))
        #expect(host.hasNew && !host.isIdle)
        _ = host.nextWaiting()
        host.append(try begun(5, at: host))
        #expect(!host.hasNew && host.hasPictures && !host.isIdle)
    }

    /// While robots.txt is read, pictures wait.
    @Test func robots() throws {
        let host = Self.host()
        let robots = PictureJob(robotsOf: host, at: try WebAddress(Array("http://shop.example/robots.txt".utf8)), limits: FetchLimits())
        add(0..<1, to: host)
        host.append(try begun(5, at: host))
        host.gate = .reading
        #expect(host.isIdle)
        host.append(robots)
        #expect(!host.isIdle && next(of: host, forTrial: 1) == "begun -1")
        host.append(robots)
        host.gate = .open
        #expect(["begun -1", "begun 5", "waiting 0 http://shop.example/0"].allSatisfy { next(of: host) == $0 })
    }

    /// The last one that waits, one that has failed, and the first one that waits. That is the one that has failed most, up to twice.
    /// Then it is in turn the one that has failed least and the one that was begun first.
    @Test func trials() throws {
        let host = Self.host()
        add(0..<6, to: host)
        for (number, failures) in [(10, 4), (11, 3), (12, 4), (13, 1), (14, 2)] as [(Int32, Int)] {
            host.append(try begun(number, at: host, failures: failures))
        }
        let names = ["waiting 5", "begun 14", "waiting 0", "waiting 4", "begun 13", "waiting 1", "waiting 3", "begun 11", "waiting 2"]
        for (trial, name) in names.enumerated() { #expect(next(of: host, forTrial: trial + 1).hasPrefix(name), "trial \(trial + 1)") }
        host.append(try begun(15, at: host, failures: 3))
        #expect([11, 12, 13].map { next(of: host, forTrial: $0) } == ["begun 10", "begun 15", "begun 12"])
        #expect(next(of: host, forTrial: 14) == "none")
    }

    /// A host waits while sixteen of its pictures wait at the host to which it redirects, and goes on when eight of them are left.
    @Test func redirectedPictures() throws {
        let (host, target) = (Self.host(), Self.host("http://other.example:80"))
        add(0..<3, to: host)
        for count in 1...16 {
            #expect(!host.isAheadOfTarget && target.hasRoomForFollowers == (count <= 8), "\(count - 1) wait")
            host.target = target
            target.append(try begun(Int32(count), at: target))
        }
        #expect(host.isAheadOfTarget)
        target.target = target
        add(3..<4, to: target)
        #expect(!target.isAheadOfTarget)
        let next = try begun(99, at: host)
        host.append(next)
        #expect(!host.isAheadOfTarget)
        _ = host.nextBegun()
        #expect(host.isAheadOfTarget)
        while host.nextWaiting() != nil {}
        #expect(!host.isAheadOfTarget)
    }

    /// Addresses that gave no connection are passed over, until none is left.
    @Test func passedAddresses() {
        let host = Self.host()
        let (one, two, three) = (InternetAddress.v4(1), InternetAddress.v4(2), InternetAddress.v4(3))
        host.learn(tried: [one, two], reached: two, wereAll: false)
        #expect(host.passedAddresses == [one])
        host.learn(tried: [two, three], reached: nil, wereAll: false)
        #expect(host.passedAddresses == [one, two])
        host.learn(tried: [three], reached: nil, wereAll: true)
        #expect(host.passedAddresses == [])
    }

    @Test func hostsTakeTurns() {
        let ready = ReadyHosts()
        let hosts = (0..<3).map { Self.host("http://\($0).example:80") }
        #expect(ready.next == nil)
        ready.append(hosts[0])
        #expect(ready.next == nil)
        for host in hosts { add(0..<1, to: host) }
        for host in hosts + hosts { ready.append(host) }
        var turns: [String] = []
        for _ in 0..<4 {
            turns.append(ready.next?.origin ?? "none")
            ready.passTurn()
        }
        #expect(turns == [hosts[0], hosts[1], hosts[2], hosts[0]].map(\.origin))
        #expect(ready.next === hosts[1])
        ready.removeNext()
        #expect(ready.next === hosts[2])
        ready.removeNext()
        #expect(ready.next === hosts[0])
        ready.append(hosts[2])
        ready.passTurn()
        #expect(ready.next === hosts[2])
    }

    /// Items come in the order of their times, whatever the order in which they were added.
    @Test(arguments: [0, 1, 2, 3, 10, 100])
    func dueItems(count: Int) {
        var seed = Seed.announced(for: "due items \(count)")
        for _ in 0..<20 {
            var queue = DueQueue<Int64>()
            let dues = (0..<count).map { _ in Int64.random(in: 0...50, using: &seed) }
            for due in dues { queue.append(due, due: due) }
            var taken: [Int64] = []
            for now in Int64(0)...50 {
                while let item = queue.popFirst(at: now) { taken.append(item == now ? now : -1) }
                #expect(queue.nextDue == dues.filter { $0 > now }.min(), "\(seed)")
            }
            #expect(taken == dues.sorted(), "\(seed)")
            for due in dues { queue.append(due, due: due) }
            #expect(queue.removeAll().sorted() == dues.sorted() && queue.nextDue == nil, "\(seed)")
        }
    }
}

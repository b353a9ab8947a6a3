import TestSupport
import Testing

@testable import Fetching

/// Runs of thousands of pictures against servers that are far away.
@Suite struct FarSimulationTests {
    /// The count finds what the server bears: the run is not much longer than the best one that the ceiling allows, the
    /// line at the server stays short, and the count does not swing.
    @Test func theCountConverges() throws {
        var seed = Seed.announced(for: "far servers")
        for round in 0..<15 {
            let server = FarServer {
                $0.roundTrip = Double.random(in: 10...250, using: &seed)
                $0.jitter = $0.roundTrip * Double.random(in: 0...0.5, using: &seed)
                $0.capacity = [50, 200, 800, 3000].randomElement(using: &seed) ?? 200
                $0.version = Int.random(in: 1...2, using: &seed)
            }
            let most = PerHost.automatic(most: nil).most(version: server.version)
            let time = server.roundTrip + server.jitter / 2
            let pace = min(server.capacity, Double(most) * 1000 / time)
            // Long enough for the first rounds not to count.
            let pictures = Int(pace * 20)
            var run = FarSimulation([server], pictures: pictures)
            run.run(using: &seed)
            let host = run.hosts[0]
            #expect(Double(host.end) <= 1.5 * Double(pictures) / pace * 1000, "round \(round), \(seed): \(server)")
            let steady = host.underWay[(host.underWay.count / 2)...(host.underWay.count * 9 / 10)]
            let (least, largest) = try (#require(steady.min()), #require(steady.max()))
            #expect(largest <= max(12, 2 * least), "round \(round), \(seed): \(least) to \(largest), \(server)")
            // As many as the server can answer at a time, or the few that are always allowed.
            let room = max(8, pace * (time + 5) / 1000)
            #expect(Double(largest) <= 2 * room + 4, "round \(round), \(seed): \(largest), \(server)")
        }
    }

    @Test(arguments: [1, 2])
    func tenHostsShare(version: Int) throws {
        var seed = Seed.announced(for: "ten hosts")
        let server = FarServer { $0.version = version }
        var run = FarSimulation(Array(repeating: server, count: 10), pictures: 3000, concurrency: 100)
        run.run(toFirst: true, using: &seed)
        let answers = run.hosts.map(\.answers)
        let (least, most) = try (#require(answers.min()), #require(answers.max()))
        #expect(Double(most) <= 1.5 * Double(least), "\(answers), \(seed)")
    }

    /// The hosts take as long together as the slowest takes alone.
    @Test func aSlowHostDelaysNoOther() {
        var seed = Seed.announced(for: "hosts of different capacity")
        let capacities = [20.0, 50, 100, 200, 400, 800, 1000, 1500, 2000, 3000]
        let servers = capacities.map { capacity in FarServer { $0.capacity = capacity } }
        var together = FarSimulation(servers, pictures: 1000)
        together.run(using: &seed)
        for (server, host) in zip(servers, together.hosts) {
            var alone = FarSimulation([server], pictures: 1000)
            alone.run(using: &seed)
            #expect(Double(host.end) <= 1.1 * Double(alone.hosts[0].end), "\(server), \(seed)")
        }
    }

    /// A server with a limit of requests a second refuses at most three of 200 answers, and the run is not much longer
    /// than the limit makes it.
    @Test(arguments: [0.0, 10, 50], [1, 2])
    func aLimitIsFound(burst: Double, version: Int) {
        var seed = Seed.announced(for: "limit")
        for roundTrip in [5.0, 50, 200] {
            let server = FarServer {
                ($0.roundTrip, $0.version, $0.limit) = (roundTrip, version, (50, burst))
            }
            var run = FarSimulation([server], pictures: 6000)
            run.run(using: &seed)
            let host = run.hosts[0]
            #expect(host.refusals * 200 <= host.answers * 3, "\(host.refusals) of \(host.answers) at \(roundTrip) ms, \(seed)")
            #expect(host.end <= 160_000, "\(roundTrip) ms, \(seed)")
        }
    }

    /// A server that slows down when it is asked too much is not asked too much.
    @Test func aServerThatSlowsDown() {
        var seed = Seed.announced(for: "a server that slows down")
        func time(_ perHost: PerHost) -> Double {
            var run = FarSimulation([FarServer { ($0.capacity, $0.room) = (200, 28) }], perHost, pictures: 4000)
            run.run(using: &seed)
            return Double(run.hosts[0].end)
        }
        let found = time(.automatic(most: 200))
        #expect(found <= 1.2 * time(.fixed(24)), "\(seed)")
        #expect(found <= 0.6 * time(.fixed(8)), "\(seed)")
        #expect(found <= 0.6 * time(.fixed(200)), "\(seed)")
    }
}

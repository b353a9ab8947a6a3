import Foundation
import TestSupport
import Testing
import WeirBase

@testable import Fetching

@Suite(.needs(.time)) struct HostSimulationTests {
    private static let servers = ProcessInfo.processInfo.environment["WEIR_SERVERS"].flatMap { Int($0) } ?? 200

    /// A patient client gets every picture that the server can send, and the server is asked at most a tenth more
    /// than its limit allows after it has said so. The last few pictures of a run may be lost in an outage of over ten seconds for
    /// each, since no new picture can show then that the host is well again. Each picture has its retries, three requests more
    /// until it is suspected, and the trials of one outage. A run takes three times the least time at most, and a quarter of an hour.
    /// WEIR_SERVERS sets the number of servers.
    @Test func drawnServers() throws {
        var seed = Seed.announced(for: "drawn servers")
        for round in 0..<Self.servers {
            let server = DrawnServer(using: &seed)
            var run = HostSimulation(server)
            let end = run.run(using: &seed)
            try #require(end != nil, "the run has no end: round \(round), \(seed)")
            let lost = run.failures.filter { !server.broken.contains($0.key) && !run.failuresAtTheEnd.contains($0.key) }
            let why = lost.min { $0.key < $1.key }?.value.message ?? ""
            #expect(lost.count == 0, "\(server.pictures) pictures, round \(round), \(seed): \(why)")
            #expect(server.broken.allSatisfy { run.failures[$0] != nil }, "round \(round), \(seed)")
            let retries = FetchLimits().retries
            #expect(run.mostRequests <= 1 + retries + 9, "round \(round), \(seed)")
            let taken = end.map { $0 - HostSimulation.begin } ?? .max
            #expect(taken <= 3 * server.leastTime + 900_000, "\(taken / 1000) s for \(server.leastTime / 1000) s: round \(round), \(seed)")
            if let limit = server.limit {
                let excess = Self.excess(of: run, over: limit, outages: server.outages.map(\.time))
                #expect(excess <= 0, "round \(round), \(seed): \(excess) requests over the limit of \(limit)")
            }
        }
    }

    /// The end of a run is as patient as its middle, where more than a few pictures are left.
    @Test(arguments: DrawnServer.Outage.allCases)
    func theEndOfARun(_ outage: DrawnServer.Outage) {
        var seed = Seed.announced(for: "ten pictures are left when an outage of 15 s begins")
        for round in 0..<20 {
            var run = HostSimulation(DrawnServer(pictures: 400, outage: (5850..<20_850, outage)))
            let end = run.run(using: &seed)
            #expect(end != nil && run.failures.isEmpty, "\(run.failures.count) are lost, round \(round), \(seed)")
        }
    }

    @Test func theLastPicturesFailTwice() {
        var seed = Seed.announced(for: "100 of 200 pictures are answered with 503 twice")
        for round in 0..<10 {
            var run = HostSimulation(DrawnServer(pictures: 200, slowToComeAt: 100))
            let end = run.run(using: &seed)
            #expect(end != nil && run.failures.isEmpty, "\(run.failures.count) are lost, round \(round), \(seed)")
        }
    }

    /// A limit is found in a few seconds, and with few refusals. With 429 the host names a time in which it is not asked at all.
    @Test(arguments: [429, 503], [0, 1])
    func aStrictLimit(status: Int, retryAfter: Int) {
        var seed = Seed.announced(for: "100 requests a second, and 5 at once")
        for round in 0..<20 {
            var run = HostSimulation(DrawnServer(pictures: 1500, limit: (100, 5), status: status, retryAfter: retryAfter))
            let end = run.run(using: &seed)
            let refusals = run.answers.count { $0.isRefusal }
            let pauses = status == 429 ? Int64(refusals * retryAfter) * 1000 : 0
            #expect(end.map { $0 - HostSimulation.begin - pauses <= 21_000 } == true, "\(end ?? 0) ms, round \(round), \(seed)")
            #expect(refusals <= 30 && run.failures.isEmpty, "\(refusals) refusals, \(run.failures.count) lost, round \(round), \(seed)")
        }
    }

    /// There are few pictures, so that often only one of them is left for all trials.
    @Test func anOutageCostsNoPictureItsRetries() throws {
        var seed = Seed.announced(for: "servers that are out once")
        for round in 0..<5 * Self.servers {
            let server = DrawnServer(outOnceUsing: &seed)
            var run = HostSimulation(server)
            let end = run.run(using: &seed)
            #expect(
                end != nil && run.failures.isEmpty,
                "\(run.failures), \(server.pictures) pictures, \(server.outages), round \(round), \(seed)")
        }
    }

    /// The largest number of requests above the limit, in any five seconds that follow four refusals among 64 answers.
    /// Refusals of requests that were under way at an earlier such moment do not count again, and those of an outage do not tell
    /// the limit.
    private static func excess(
        of run: borrowing HostSimulation, over limit: (perSecond: Double, burst: Double), outages: [Range<Int64>]
    ) -> Int {
        var (said, last, worst) = (Int64.min, [Bool](), Int.min)
        for answer in run.answers where answer.begun > said || !answer.isRefusal {
            if outages.contains(where: { $0.contains(answer.begun) }) { continue }
            last.append(answer.isRefusal)
            guard answer.isRefusal, last.suffix(64).count(where: { $0 }) >= 4 else { continue }
            (said, last) = (answer.time, [])
            let asked = run.requests.count { $0 > said && $0 <= said + 5000 }
            worst = max(worst, asked - Int(1.1 * limit.perSecond * 5 + limit.burst) - 1)
        }
        return worst
    }
}

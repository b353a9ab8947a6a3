import Base
import TestSupport
import Testing

@testable import Ingest

/// The places for pictures that are ordered ahead of their rows.
@Suite struct HostSharesTests {
    private static func hash(_ host: Int) -> NameHash { Array("host \(host)".utf8).withUnsafeBytes { NameHash(of: $0) } }

    /// Tries to order so many pictures of each host in a round. Returns how many found a place, and whether there are more.
    private func round(_ shares: inout HostShares, _ pictures: [Int]) -> (taken: [Int], hasMore: Bool) {
        shares.beginRound()
        let taken = pictures.enumerated().map { host, count in (0..<count).count { _ in shares.take(Self.hash(host)) != nil } }
        return (taken, shares.endRound())
    }

    /// The first round counts the hosts. Then all places are shared, by eight at least.
    @Test(arguments: [
        ([5, 900], [5, 100]), ([900], [100]), ([900, 900, 900, 0], [100, 100, 100, 0]),
        (Array(repeating: 900, count: 10), Array(repeating: 80, count: 10)), (Array(repeating: 900, count: 1600), Array(repeating: 1, count: 800) + Array(repeating: 0, count: 800)),
    ])
    func sharesOfHosts(_ pictures: [Int], _ taken: [Int]) {
        var shares = HostShares(places: 800)
        let first = round(&shares, pictures)
        #expect(first.taken == pictures.map { _ in 0 } && first.hasMore && shares.isDue)
        #expect(round(&shares, pictures).taken == taken)
    }

    /// Another round is due when a host with further pictures has half of its share left, and not for a host without.
    @Test func roundsThatAreDue() {
        var shares = HostShares(places: 80)
        _ = round(&shares, [30, 4])
        #expect(round(&shares, [30, 4]) == ([10, 4], true))
        #expect(!shares.isDue)
        #expect((0..<4).allSatisfy { _ in !shares.finish(1) })
        #expect((0..<5).map { _ in shares.finish(0) } == [false, false, false, false, true])
        #expect(shares.isDue)
        #expect(round(&shares, [20, 0]) == ([5, 0], true))
        #expect(!shares.isDue)
        #expect((0..<10).count { _ in shares.finish(0) } == 1)
        #expect(round(&shares, [7, 0]) == ([7, 0], false))
        #expect(!shares.isDue)
    }

    /// While hosts that do not answer have all places, no round is due; one is as soon as a place is free.
    @Test func placesOfSilentHosts() {
        var shares = HostShares(places: 80)
        let (silent, exhausted) = (Array(repeating: 5, count: 13), Array(repeating: 0, count: 13))
        _ = round(&shares, silent + [90, 90])
        #expect(round(&shares, silent + [90, 90]).taken == silent + [5, 5])
        // The silent hosts have no further pictures, so the two others share all places, and there are not enough.
        #expect(round(&shares, exhausted + [85, 85]).taken == exhausted + [0, 0])
        #expect(shares.isDue)
        #expect(round(&shares, exhausted + [85, 85]).taken == exhausted + [5, 0])
        #expect(!shares.isDue)
        let isDueNow = shares.finish(0)
        #expect(isDueNow && shares.isDue)
    }

    /// A round is due when one host has half of its share left, and urgent when nearly all pictures of all hosts have come.
    @Test func roundsThatAreUrgent() {
        var shares = HostShares(places: 80)
        _ = round(&shares, Array(repeating: 90, count: 10))
        #expect(round(&shares, Array(repeating: 90, count: 10)).taken == Array(repeating: 8, count: 10))
        let news = (0..<80).map { shares.finish($0 / 8) }
        #expect(news.indices.filter { news[$0] } == [3, 70])
        #expect(shares.isDue && shares.isUrgent)
        _ = round(&shares, Array(repeating: 1, count: 10))
        #expect(!shares.isUrgent)
    }

    /// No host has more than its share, all have no more than all places, and no host is forgotten.
    @Test(arguments: 0..<50)
    func everyPictureInTheEnd(_ number: Int) {
        var seed = Seed.announced(for: "HostSharesTests.everyPictureInTheEnd \(number)")
        let places = Int.random(in: 1...100, using: &seed)
        var shares = HostShares(places: places)
        var left = (0..<Int.random(in: 1...30, using: &seed)).map { _ in Int.random(in: 0...200, using: &seed) }
        var waiting: [Int: Int] = [:]
        var rounds = 0
        while rounds < 100_000 {
            rounds += 1
            shares.beginRound()
            for host in left.indices {
                while left[host] > 0, let number = shares.take(Self.hash(host)) {
                    left[host] -= 1
                    waiting[number, default: 0] += 1
                }
            }
            #expect(waiting.values.reduce(0, +) <= places, "\(seed)")
            guard shares.endRound() else { break }
            // The hosts answer in any order until another round is due.
            while !shares.isDue, let (host, _) = waiting.randomElement(using: &seed) {
                waiting[host] = waiting[host].flatMap { $0 == 1 ? nil : $0 - 1 }
                _ = shares.finish(host)
            }
            #expect(shares.isDue, "\(seed)")
            // At least one answers, since nothing is ordered while all places are taken.
            if let (host, _) = waiting.randomElement(using: &seed) {
                waiting[host] = waiting[host].flatMap { $0 == 1 ? nil : $0 - 1 }
                _ = shares.finish(host)
            }
        }
        #expect(left.allSatisfy { $0 == 0 }, "\(seed)")
    }
}

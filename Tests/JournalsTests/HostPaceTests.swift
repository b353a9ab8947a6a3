import TestSupport
import Testing
import WeirBase

@testable import Journals

/// The paces of hosts, from run to run.
@Suite struct HostPaceTests {
    private let folder: TemporaryFolder
    private let now = SamplePicture.now

    init() throws { folder = try TemporaryFolder() }

    private func pace(_ rate: Double = 35.5, served: Double? = nil, refused: Int64 = SamplePicture.now) -> HostPace {
        HostPace(rate: rate, refusedRate: served, refusedAt: refused)
    }

    @Test func paces() throws {
        #expect(try folder.journal().paces(at: now) == [:])
        let kept = ["https://a.example:443": pace(served: 50.7), "http://b.example:80": pace(1)]
        try folder.journal().keep(kept)
        #expect(try folder.journal(.reading).paces(at: now) == kept)
        // The next run replaces all of them.
        try folder.journal().keep(["http://b.example:80": pace(2)])
        #expect(try folder.journal().paces(at: now) == ["http://b.example:80": pace(2)])
        #expect(try folder.journal().check() == [])
    }

    /// A pace is forgotten after a week. A refusal in the future comes from a wrong clock.
    @Test(arguments: [(0, true), (7 * 86_400 - 1, true), (7 * 86_400, false), (-1, false), (.max, false)] as [(Int64, Bool)])
    func ages(age: Int64, isKnown: Bool) throws {
        try folder.journal().keep(["http://a.example:80": pace(refused: age == .max ? 0 : now - age)])
        #expect(try folder.journal().paces(at: now).isEmpty == !isKnown)
    }

    @Test(arguments: [("*", 0), ("http://a.example:80", 1), ("http://a.example/*", 2)])
    func forgotten(pattern: String, left: Int) throws {
        try folder.journal().keep(["http://a.example:80": pace(), "http://b.example:80": pace()])
        #expect(try folder.journal().forget(Array(pattern.utf8)) == 0)
        #expect(try folder.journal().paces(at: now).count == left)
    }

    /// Rows that another program has written.
    @Test(arguments: ["'fast', NULL, 1700000000", "35.0, NULL, 'now'", "x'00', NULL, 1700000000"])
    func strangeRows(values: String) throws {
        try folder.journal().keep([:])
        try Connection(folder.path(of: "j").all, creates: false, patience: 0).run("INSERT INTO hosts VALUES ('http://a:80', \(values))")
        #expect(try folder.journal().paces(at: now) == [:])
    }
}

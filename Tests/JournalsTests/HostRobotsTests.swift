import TestSupport
import Testing
import WeirBase

@testable import Journals

/// The robots.txt of hosts, from run to run.
@Suite struct HostRobotsTests {
    private let folder: TemporaryFolder
    private let now = SamplePicture.now

    init() throws { folder = try TemporaryFolder() }

    private func robots(_ text: String = "User-agent: *", read: Int64 = SamplePicture.now) -> RobotsText {
        RobotsText(Array(text.utf8), readAt: read)
    }

    @Test func robots() throws {
        #expect(try folder.journal().robots(at: now) == [:])
        let bytes = RobotsText([0xFF, 0, 0x0A], readAt: now)
        let kept = ["https://a.example:443": robots(), "http://b.example:80": robots(""), "http://c.example:80": bytes]
        try folder.journal().keep(robots: kept)
        #expect(try folder.journal(.reading).robots(at: now) == kept)
        // The next run replaces all of them.
        try folder.journal().keep(robots: ["http://b.example:80": robots()])
        #expect(try folder.journal().robots(at: now) == ["http://b.example:80": robots()])
        #expect(try folder.journal().check() == [])
    }

    /// It is obeyed for a day (RFC 9309, 2.4).
    @Test(arguments: [(0, true), (86_399, true), (86_400, false), (-1, false)] as [(Int64, Bool)])
    func ages(age: Int64, isKnown: Bool) throws {
        try folder.journal().keep(robots: ["http://a.example:80": robots(read: now - age)])
        #expect(try folder.journal().robots(at: now).isEmpty == !isKnown)
    }

    @Test func forgotten() throws {
        try folder.journal().keep(robots: ["http://a.example:80": robots(), "http://b.example:80": robots()])
        #expect(try folder.journal().forget(Array("http://a*".utf8)) == 0)
        #expect(try folder.journal().robots(at: now).keys.sorted() == ["http://b.example:80"])
    }
}

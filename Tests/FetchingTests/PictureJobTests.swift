import ImageHeaders
import Testing
import WeirBase

@testable import Fetching

@Suite struct PictureJobTests {
    private func host(of address: WebAddress) -> FetchHost {
        FetchHost(address.origin, HostLines(userAgent: "test", []), HostState(), .open)
    }

    private func address(_ url: String, in store: BucketStore? = nil) throws -> WebAddress {
        try WebAddress(Array(url.utf8), in: store.map { [.s3: $0] } ?? [:])
    }

    private func job(
        _ url: String = "http://shop.example/a?x=1", moved: String? = nil, in store: BucketStore? = nil, after earlier: FetchCost? = nil,
        terms: any FetchTerms = TestTerms()
    ) throws -> PictureJob {
        let own = try address(url, in: store)
        let moved = try moved.map { try address($0) }
        return PictureJob(
            Picture(7, Array(url.utf8)), terms, at: own, moved: moved, host(of: moved ?? own), after: earlier, limits: FetchLimits())
    }

    private func move(_ job: PictureJob, to url: String, isPermanent: Bool = true) throws {
        let target = try address(url)
        job.move(to: target, at: host(of: target), isPermanent: isPermanent)
        job.fetch.cost.redirects += 1
    }

    private func lentKeys(_ name: String) -> SigningKeys { SigningKeys(name: name, secret: "S", session: "T") }

    private func bucket(_ keys: StoreKeys?) -> BucketStore {
        BucketStore(at: .path("http://127.0.0.1:9000"), by: keys.map { .signature($0) } ?? .everybody, isNamedByUser: true)
    }

    /// The status behind a redirect, or another failure, and whether the picture is asked for at its own address.
    @Test(
        arguments: [
            (400, 1, true), (401, 1, true), (403, 1, true), (403, 2, true), (403, 0, false), (404, 1, false), (503, 1, false),
            (nil, 1, false),
        ] as [(Int?, Int, Bool)])
    func refusedBehindARedirect(status: Int?, redirects: Int, isRetried: Bool) throws {
        let outcome = FetchOutcome(.failure(Failure(status == nil ? .timeout : .httpStatus)), FetchCost(), status: status)
        for (earlier, isRetried) in [(nil, isRetried), (FetchCost(), false)] as [(FetchCost?, Bool)] {
            let job = try job(after: earlier)
            for _ in 0..<redirects { try move(job, to: "http://b.example/1") }
            #expect(job.isRetriedAtOwnAddress(after: outcome) == isRetried)
        }
    }

    /// A picture that has moved is asked for at its own address after every failure of its server.
    @Test func failedWhereItHasMoved() throws {
        var machine = Failure(.connect)
        machine.isOfTheMachine = true
        let job = try job(moved: "http://b.example/1")
        for (failure, isRetried) in [(Failure(.notAnImage), true), (Failure(.cancelled), false), (machine, false)] {
            #expect(job.isRetriedAtOwnAddress(after: FetchOutcome(failure)) == isRetried)
        }
        #expect(!job.isRetriedAtOwnAddress(after: FetchOutcome(.success(nil), FetchCost())))
    }

    /// The redirects of a picture, the temporary ones with a `~`, and the address that a later run asks.
    @Test(
        arguments: [
            ("http://shop.example/a?x=1", nil, [], nil),
            ("http://shop.example/a?x=1", nil, ["http://b.example/1"], "http://b.example/1"),
            ("http://shop.example/a?x=1", nil, ["http://b.example/1", "http://b.example/2"], "http://b.example/2"),
            ("http://shop.example/a?x=1", nil, ["http://b.example/1", "~http://b.example/2"], "http://b.example/1"),
            ("http://shop.example/a?x=1", nil, ["~http://b.example/1", "http://b.example/2"], nil),
            ("http://shop.example/a?x=1", nil, ["http://b.example/1?x=1"], "http://b.example/1?x=1"),
            ("http://shop.example/a?x=1", nil, ["http://b.example/1?x=2", "http://b.example/2"], nil),
            ("http://shop.example/a?x=1", nil, ["http://u:p@b.example/1"], nil),
            ("http://u:p@shop.example/a", nil, ["http://b.example/1"], nil),
            ("http://shop.example/a?x=1", "http://b.example/1", [], "http://b.example/1"),
            ("http://shop.example/a?x=1", "http://b.example/1", ["http://b.example/2"], "http://b.example/2"),
            ("http://shop.example/a?x=1", "http://b.example/1", ["~http://b.example/2"], "http://b.example/1"),
        ] as [(String, String?, [String], String?)])
    func moves(url: String, moved: String?, redirects: [String], movedTo: String?) throws {
        let job = try job(url, moved: moved)
        for redirect in redirects {
            let isPermanent = !redirect.hasPrefix("~")
            try move(job, to: isPermanent ? redirect : String(redirect.dropFirst()), isPermanent: isPermanent)
        }
        #expect(job.movedTo.map { String(decoding: $0, as: UTF8.self) } == movedTo)
        #expect(job.isAtOwnAddress == (moved == nil && redirects.isEmpty))
        #expect(job.isAtOwnHost == (moved == nil && redirects.isEmpty))
    }

    /// A redirect within the host keeps the user's lines, and is no longer the row's address.
    @Test func aRedirectWithinTheHost() throws {
        let job = try job()
        let first = job.host
        try move(job, to: "http://shop.example/b")
        #expect(job.isAtOwnHost && !job.isAtOwnAddress && first.target === job.host)
    }

    /// Addresses that differ only in how they are signed are one.
    @Test(arguments: [
        ("/k?X-Amz-Signature=1&e=2", "/k?X-Amz-Signature=9&e=3", true), ("/k?e=2&x-goog-signature=1", "/k?e=3&X-Goog-Signature=2", true),
        ("/k?Signature=1", "/k?a=1&Signature=2", true), ("/k?sig=1&v=1", "/k?v=2&sig=3", true), ("/k?sig", "/k?sig=2", true),
        ("/k", "/k?sig=1", true), ("/k?sig=1", "/l?sig=1", false), ("/k?v=1", "/k?v=2", false), ("/k?v=sig", "/k?v=sig2", false),
        ("/k?signed=1", "/k?signed=2", false), ("/k", "/l", false), ("/k?v=1", "/k?v=1", true), ("/k?v=1", "/k", false),
    ])
    func givers(one: String, other: String, isSame: Bool) throws {
        let givers = try [one, other].map { path in
            let job = try job()
            #expect(job.fetch.giver == PictureValidators.ownAddress)
            try move(job, to: "http://b.example\(path)")
            return job.fetch.giver
        }
        #expect((givers[0] == givers[1]) == isSame)
        #expect(!givers.contains(PictureValidators.ownAddress) && !givers.contains(1))
    }

    @Test func theGiverOfAnAddressFromBefore() throws {
        let job = try job(moved: "http://b.example/1")
        #expect(job.fetch.giver != PictureValidators.ownAddress)
        try move(job, to: "http://shop.example/a?x=1")
        #expect(job.fetch.giver == PictureValidators.ownAddress)
    }

    /// Whether a connection is refused, and the host that is named if a server has chosen the address.
    @Test func objections() throws {
        let (rules, loopback) = (AddressRules(), InternetAddress.v4(0x7F00_0001))
        let job = try job()
        #expect(job.objection(to: .v4(0x0808_0808), by: rules) == nil)
        #expect(job.objection(to: loopback, by: rules) == .forbiddenAddress(.loopback))
        try move(job, to: "http://b.example/1")
        #expect(job.objection(to: loopback, by: rules) == .forbiddenAddress(.loopback, redirect: "b.example"))
        let moved = try self.job(moved: "http://b.example/1")
        #expect(moved.objection(to: loopback, by: rules) == .forbiddenAddress(.loopback, redirect: "b.example"))
        #expect(try self.job("s3://bucket/key", in: bucket(nil)).objection(to: loopback, by: rules) == nil)
    }

    /// A picture waits for other keys as long as its store has none.
    @Test func otherKeys() throws {
        let keys = StoreKeys(lentKeys("A"), region: "r")
        let job = try job("s3://bucket/key", in: bucket(keys))
        job.awaitKeys()
        #expect(job.awaitsKeys && keys.wait(atMost: 0) == .refused)
        keys.replace(by: lentKeys("B"))
        job.awaitKeys()
        #expect(!job.awaitsKeys && keys.wait(atMost: 0) == .none)
        job.keyEdition = 1
        job.awaitKeys()
        #expect(job.awaitsKeys && keys.wait(atMost: 0) == .refused)
        let plain = try self.job()
        plain.awaitKeys()
        #expect(!plain.awaitsKeys)
    }

    /// Only pictures of buckets wait for keys, and only if there may be others. Journals keep no address of a bucket.
    @Test func picturesOfBuckets() throws {
        let lent = StoreKeys(lentKeys("A"), region: "r")
        let kept = StoreKeys(SigningKeys(name: "A", secret: "S"), region: "r")
        for (keys, renewals) in [(lent, 1), (kept, 0), (nil, 0)] as [(StoreKeys?, Int)] {
            let job = try job("s3://bucket/key", in: bucket(keys))
            #expect(job.fetch.isInBucket && job.fetch.keyRenewals == renewals)
            try move(job, to: "http://b.example/1")
            #expect(job.movedTo == nil)
        }
        let plain = try job()
        #expect(!plain.fetch.isInBucket && plain.fetch.keyRenewals == 0 && plain.fetch.goal == .header)
    }

    /// A store of all bytes has its own first range, and goes on behind the bytes that it has kept.
    @Test(arguments: [(nil, 0), (PictureValidators(etag: "\"a\""), 9)] as [(PictureValidators?, UInt64)])
    func stores(kept: PictureValidators?, offset: UInt64) throws {
        let job = try job(terms: StoreTerms(KeptStore(kept)))
        #expect(job.fetch.goal == .wholePicture && job.fetch.firstRange == 500 && job.sink is StoreSink)
        #expect(job.fetch.wanted.offset == offset && job.fetch.validators.etag == kept?.etag)
    }

    /// A robots.txt is for everybody, is redirected five times, and does not hold up the host's pictures.
    @Test func robots() throws {
        let address = try address("http://shop.example/robots.txt")
        let host = host(of: address)
        let job = PictureJob(robotsOf: host, at: address, limits: FetchLimits(maxRedirects: 9))
        #expect(job.fetch.limits.maxRedirects == 5 && job.fetch.goal == .text && job.sink is TextSink && job.robots === host)
        #expect(!job.isAtOwnHost && job.isAtOwnAddress)
        try move(job, to: "http://b.example/robots.txt")
        #expect(host.target == nil && job.movedTo == nil)
    }
}

private final class StoreTerms: FetchTerms {
    let validators: PictureValidators? = nil
    let movedTo: [UInt8]? = nil
    let store: (any PictureStore)?

    init(_ store: any PictureStore) { self.store = store }
}

/// A store that has nine bytes of a previous run, and takes no others.
private final class KeptStore: PictureStore {
    let kept: PictureValidators?
    let count: UInt64 = 9
    let firstRange: Int? = 500

    init(_ kept: PictureValidators?) { self.kept = kept }

    func open(at offset: UInt64, _ version: PictureValidators) -> Failure? { nil }
    func append(_ bytes: UnsafeRawBufferPointer) -> Failure? { nil }
    func header() -> Result<ImageHeader, Failure> { .failure(Failure(.truncated)) }
    func close() {}
}

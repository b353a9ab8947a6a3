import Testing

@testable import Fetching

/// Keys that are replaced while requests are made.
@Suite struct StoreKeysTests {
    private static let time: Int64 = 1_369_353_600
    private static let url = "http://h:9000/b/k"

    private func keys(_ name: String, secret: String = "S", expiry: Int64? = 9) -> SigningKeys {
        SigningKeys(name: name, secret: secret, session: "T", expiry: expiry)
    }

    /// A request is signed with the keys of its time, within the same second, too.
    @Test func replaced() {
        let store = StoreKeys(keys("A"), region: "r")
        for (edition, next) in [keys("A"), keys("B"), keys("B", secret: "U")].enumerated() {
            store.replace(by: next)
            let signed = store.sign(Self.url, at: Self.time, besides: [])
            #expect(signed.edition == edition && store.edition == edition && store.keys == next)
            #expect(signed.lines == StoreKeys(next, region: "r").sign(Self.url, at: Self.time, besides: []).lines)
        }
    }

    /// A refusal is news once, and only if it is of the keys that are used.
    @Test func news() {
        let store = StoreKeys(keys("A"), region: "r")
        #expect(store.wait(atMost: 0) == .none)
        for _ in 0..<2 { store.refuse(0) }
        #expect(store.wait(atMost: 60) == .refused)
        store.refuse(0)
        #expect(store.wait(atMost: 0) == .none)
        store.replace(by: keys("B"))
        store.refuse(0)
        #expect(store.wait(atMost: 0) == .none)
        store.refuse(1)
        #expect(store.wait(atMost: 60) == .refused)
        store.refuse(1)
        store.end()
        #expect(store.wait(atMost: 60) == .ended)
    }

    /// Only keys that are lent, or say when they expire, are replaced.
    @Test(arguments: [(nil, nil, false), (nil, 9, true), ("T", nil, true)] as [(String?, Int64?, Bool)])
    func ofAStore(session: String?, expiry: Int64?, isRenewed: Bool) {
        let keys = StoreKeys(SigningKeys(name: "A", secret: "S", session: session, expiry: expiry), region: "r")
        let store = BucketStore(at: .path("http://h:9000"), by: .signature(keys), isNamedByUser: true)
        #expect(store.renewsKeys == isRenewed && store.has(0) && !store.has(1))
        #expect(store.mayPass("ExpiredToken", signedWith: 0) == isRenewed)
        #expect(!store.mayPass("AccessDenied", signedWith: 0) && !store.mayPass(nil, signedWith: 0))
        let open = BucketStore(at: .path("http://h:9000"), by: .everybody, isNamedByUser: true)
        #expect(!open.renewsKeys && !open.has(0) && !open.mayPass("ExpiredToken", signedWith: nil))
    }

    /// A refusal that comes late says nothing of the keys that have followed.
    @Test func aLateRefusal() {
        let keys = StoreKeys(keys("A"), region: "r")
        let store = BucketStore(at: .path("http://h:9000"), by: .signature(keys), isNamedByUser: true)
        keys.replace(by: self.keys("B"))
        #expect(store.mayPass("ExpiredToken", signedWith: 0))
        #expect(keys.wait(atMost: 0) == .none)
        #expect(store.mayPass("ExpiredToken", signedWith: 1))
        #expect(keys.wait(atMost: 0) == .refused)
    }

    /// The robots.txt of a store is asked for where the user has named the store.
    @Test(arguments: [
        ("http://h:9000", true, "http://h:9000", true), ("http://H", true, "http://h:80", true),
        ("https://h/deep", true, "https://h:443", true),
        ("http://h:9000", false, "http://h:9000", false), ("http://h:9000", true, "http://h:9001", false),
        ("http://h", true, "https://h:443", false),
    ])
    func origins(server: String, isNamedByUser: Bool, origin: String, isNamed: Bool) {
        let store = BucketStore(at: .path(server), by: .everybody, isNamedByUser: isNamedByUser)
        #expect(store.isNamed(origin) == isNamed)
    }
}

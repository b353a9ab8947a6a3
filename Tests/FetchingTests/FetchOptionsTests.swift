import ImageHeaders
import TestSupport
import Testing
import WeirBase

@testable import Fetching

@Suite struct FetchOptionsTests {
    /// A transfer may need four files, and 32 are left for all else. Connections that are kept have the rest.
    @Test(arguments: [
        (1024, 64, 200, true), (432, 64, 200, true), (400, 64, 176, true), (232, 50, 50, true), (36, 1, 1, true), (35, 0, 3, false),
        (32, 0, 0, false),
        (0, 0, 0, false),
    ])
    func fitsIntoFiles(_ limit: Int, _ concurrency: Int, _ kept: Int, _ isEnough: Bool) {
        var options = FetchOptions(userAgent: "weir")
        (options.concurrency, options.keptConnections) = (64, 200)
        let fits = options.fit(intoFiles: limit)
        #expect(fits == isEnough)
        guard isEnough else { return #expect(options.concurrency < 1) }
        #expect(options.concurrency == concurrency && options.keptConnections == kept)
    }

    /// Without options, requests to S3 are signed and robots.txt is not read.
    @Test func usually() {
        let options = FetchOptions(userAgent: "weir")
        #expect(!options.isS3Unsigned && !options.obeysRobots)
    }

    @Test func fewTransfersStay() {
        var options = FetchOptions(userAgent: "weir")
        (options.concurrency, options.keptConnections) = (2, 5)
        let fits = options.fit(intoFiles: 1024)
        #expect(fits && options.concurrency == 2 && options.keptConnections == 5)
    }

    @Test(arguments: [
        (PerHost.fixed(7), true, 7, 7), (.automatic(most: nil), false, 32, 100), (.automatic(most: 40), false, 40, 40),
    ])
    func requestsPerHost(_ perHost: PerHost, _ isFixed: Bool, _ ofOne: Int, _ ofTwo: Int) {
        #expect(perHost.isFixed == isFixed)
        #expect(perHost.most(version: 1) == ofOne && perHost.most(version: 2) == ofTwo && perHost.most(version: 3) == ofTwo)
        #expect(perHost.mostConnections == ofOne)
    }

    /// Costs of requests add up, kind by kind.
    @Test func costs() {
        var cost = FetchCost(requests: 1, retries: 2, redirects: 3, restarts: 4)
        cost.add(FetchCost(requests: 10, retries: 20, redirects: 30, restarts: 40))
        #expect(cost == FetchCost(requests: 11, retries: 22, redirects: 33, restarts: 44))
    }
}

@Suite struct PictureValidatorTests {
    /// Whether two answers are about different versions of a picture. A date counts only where no tags can be compared.
    @Test(arguments: [
        (PictureValidators(), PictureValidators(length: 5, etag: "\"a\"", lastModified: "x"), false),
        (PictureValidators(length: 5), PictureValidators(length: 6), true),
        (PictureValidators(length: 5), PictureValidators(length: 5), false),
        (PictureValidators(etag: "\"a\""), PictureValidators(etag: "\"b\""), true),
        (PictureValidators(etag: "\"a\""), PictureValidators(etag: "\"a\""), false),
        (PictureValidators(etag: "W/\"a\""), PictureValidators(etag: "W/\"b\""), false),
        (PictureValidators(etag: "W/\"a\"", lastModified: "x"), PictureValidators(etag: "\"b\"", lastModified: "y"), true),
        (PictureValidators(etag: "\"a\"", lastModified: "x"), PictureValidators(etag: "\"a\"", lastModified: "y"), false),
        (PictureValidators(lastModified: "x"), PictureValidators(lastModified: "y"), true),
        (PictureValidators(lastModified: "x"), PictureValidators(lastModified: "x"), false),
        (PictureValidators(length: 5, etag: "\"a\""), PictureValidators(length: 6, etag: "\"a\""), true),
    ])
    func contradictions(_ one: PictureValidators, _ other: PictureValidators, _ isContradiction: Bool) {
        #expect(one.contradict(other) == isContradiction && other.contradict(one) == isContradiction)
    }

    /// A validator that is there stays, and a missing one is added.
    @Test func merging() {
        var validators = PictureValidators(etag: "\"a\"")
        validators.merge(PictureValidators(length: 5, etag: "\"b\"", lastModified: "x"))
        #expect(validators == PictureValidators(length: 5, etag: "\"a\"", lastModified: "x"))
        validators.merge(PictureValidators(length: 6, lastModified: "y"))
        #expect(validators == PictureValidators(length: 5, etag: "\"a\"", lastModified: "x"))
    }

    @Test(arguments: [(nil, nil, true), ("\"a\"", nil, false), (nil, "x", false), ("\"a\u{1}\"", nil, true)] as [(String?, String?, Bool)])
    func ofTheJournal(_ etag: String?, _ lastModified: String?, _ isNil: Bool) {
        let validators = PictureValidators(etag: etag.map { Array($0.utf8) }, lastModified: lastModified.map { Array($0.utf8) }, length: 7)
        #expect((validators == nil) == isNil)
        if let validators { #expect(validators.length == 7 && validators.etag == etag && validators.lastModified == lastModified) }
        #expect(validators?.strongETag == (isNil ? nil : etag))
    }
}

@Suite struct FetchHostTests {
    private func host(_ origin: String) -> FetchHost {
        FetchHost(
            origin, HostLines(userAgent: "weir", []),
            HostState(.init(transfers: .fixed(1), patience: CircuitBreaker.Patience(run: 1000))), .open)
    }

    /// A queue keeps URLs of its own host without the server, and gives them back as they were.
    @Test(arguments: ["http://a.example:80", "https://a.example:443", "http://a.example:81"])
    func urls(_ origin: String) {
        let host = host(origin)
        let server = origin.hasSuffix(":81") ? origin : String(origin.prefix { $0 != "." }) + ".example"
        let urls = [
            "\(server)/b.jpg", "\(server)/", server, "\(server)x/b", "\(origin)/c", "http://b.example/d", "\(server.uppercased())/e",
        ]
        for (number, url) in urls.enumerated() {
            host.append(Picture(Int32(number), Array(url.utf8)))
            #expect(Array(url.utf8).withUnsafeBufferPointer { host.isServer(of: $0) } == url.hasPrefix("\(server)/"))
        }
        host.prepend(Picture(99, [1]))
        var pictures: [String] = []
        while let picture = host.nextWaiting() {
            pictures.append(picture.number == 99 ? "first" : String(decoding: picture.name, as: UTF8.self))
        }
        #expect(pictures == ["first"] + urls)
        #expect(!host.hasNew && host.isIdle)
    }

    /// Trials take the last picture, then the first one, in turn.
    @Test func trials() {
        let host = host("http://a.example:80")
        for number in Int32(0)..<6 { host.append(Picture(number, Array("http://a.example/\(number)".utf8))) }
        let numbers = (1...6).map { number in
            host.nextBegun(forTrial: number).map { $0.picture.number } ?? host.nextWaiting(forTrial: number)?.number
        }
        #expect(numbers == [5, 0, 1, 4, 2, 3])
        if host.nextWaiting(forTrial: 7) != nil { Issue.record("nothing waits") }
    }
}

@Suite struct BodyTests {
    @Test(
        arguments: [(100, 50, 100, 50), (100, 50, 120, 30), (100, 50, 150, 0), (100, 50, 200, 0), (0, 50, 0, 50), (100, nil, 120, nil)]
            as [(UInt64, UInt64?, UInt64, UInt64?)])
    func bytesLeft(_ offset: UInt64, _ length: UInt64?, _ position: UInt64, _ left: UInt64?) {
        let extent = BodyExtent(offset: offset, length: length, total: nil, isAtStart: offset == 0)
        #expect(extent.left(from: position) == left)
        #expect(extent.end == length.map { offset + $0 })
    }

    /// A date that ends anywhere but at its end is none.
    @Test(arguments: ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])
    func cutDates(_ text: String) {
        for count in 0..<text.utf8.count { #expect(withBytes(of: String(text.prefix(count))) { HTTPDate($0) } == nil, "\(count)") }
        #expect(withBytes(of: text) { HTTPDate($0) } != nil)
        #expect(withBytes(of: text + "x") { HTTPDate($0) } == nil)
    }

    /// The ports that a plain URL may have.
    @Test(arguments: [(0, false), (1, true), (65_534, true), (65_535, true), (65_536, false)])
    func ports(_ port: Int, _ isPlain: Bool) { #expect((WebAddress(plain: Array("http://a.example:\(port)/b".utf8)) != nil) == isPlain) }
}

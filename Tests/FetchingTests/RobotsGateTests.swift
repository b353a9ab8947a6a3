import ImageHeaders
import Testing
import WeirBase

@testable import Fetching

/// The results of pictures after the request for robots.txt.
@Suite struct RobotsGateTests {
    /// The failure of the request, its status and redirects, and the failure of the pictures; nil if all may be requested.
    private static let requestFailures: [(Failure.Code, Int?, Int, Failure.Code?)] = [
        (.httpStatus, 400, 0, nil), (.httpStatus, 401, 0, nil), (.httpStatus, 403, 3, nil), (.httpStatus, 404, 0, nil),
        (.httpStatus, 410, 0, nil), (.httpStatus, 499, 0, nil), (.tooManyRedirects, nil, 5, nil),
        (.httpStatus, 429, 0, .robots), (.httpStatus, 500, 0, .robots), (.httpStatus, 503, 2, .robots), (.httpStatus, 304, 0, .robots),
        (.httpStatus, nil, 0, .robots), (.truncated, nil, 0, .robots), (.contentMismatch, nil, 0, .robots),
        (.forbiddenScheme, nil, 1, .robots),
        (.dns, nil, 0, .dns), (.connect, nil, 0, .connect), (.tls, nil, 0, .tls), (.timeout, nil, 0, .timeout),
        (.stalled, nil, 0, .stalled),
        (.proxy, nil, 0, .proxy), (.forbiddenAddress, nil, 0, .forbiddenAddress), (.hostSuspended, nil, 0, .hostSuspended),
        (.connect, nil, 1, .robots), (.forbiddenAddress, nil, 1, .robots), (.cancelled, nil, 1, .cancelled),
    ]

    @Test(arguments: requestFailures) func failures(code: Failure.Code, status: Int?, redirects: Int, expected: Failure.Code?) {
        switch RobotsGate.text(.failure(Failure(code)), status: status, redirects: redirects) {
        case .success(let text): #expect(expected == nil && text == [])
        case .failure(let failure): #expect(failure.code == expected)
        }
    }

    @Test func texts() throws {
        let text = Array("User-agent: *\nDisallow: /a".utf8)
        #expect(RobotsGate.text(.success(text), status: nil, redirects: 5) == .success(text))
        let gate = RobotsGate.read(RobotsRules(text, for: "weir"))
        let address = try WebAddress(Array("http://mina:s3cr3t@h.example/a.jpg?b".utf8))
        #expect(gate.objection(to: address) == Failure(.robots, "robots.txt of the host says Disallow: /a"))
        #expect(gate.objection(to: try WebAddress(Array("https://h.example/b?/a".utf8))) == nil)
        for gate in [RobotsGate.open, .unread, .reading] { #expect(gate.objection(to: address) == nil) }
    }

    private static let scripts: [FetchScript] = [
        .text(
            "all at once",
            """
            begin                                            -> asks all
            200 | Content-Length: 30                         -> reads 0-29/30 fresh end
            more 20+1 left 10                                -> waits
            ended at complete                                -> takes the text
            """),
        .text(
            "more than is read",
            """
            begin                                            -> asks all
            200 | Content-Length: 9000000                    -> reads 0-8999999/9000000 fresh end
            complete left 8000000                            -> resets, takes the text
            ended                                            -> waits
            """),
        .text(
            "an empty text",
            """
            begin                                            -> asks all
            200 | Content-Length: 0                          -> reads 0--1/0 fresh end
            ended at complete                                -> takes the text
            """),
        .text(
            "broken off, and read again from the start",
            """
            begin                                            -> asks all
            200 | Content-Length: 30 | ETag: "a"             -> reads 0-29/30 fresh end
            reset at wants 20+1                              -> waits 500 ms
            woken                                            -> asks all
            200 | Content-Length: 30 | ETag: "b"             -> reads 0-29/30 fresh end
            ended at complete                                -> takes the text
            """),
        .text(
            "a part that was not requested",
            """
            begin                                            -> asks all
            206 | bytes 0-9/30                               -> resets, content-mismatch: the server sent a part where the whole was asked for
            """),
    ]

    @Test(arguments: scripts) func script(_ script: FetchScript) { script.play() }

    /// The sink keeps no more than the limit, and begins anew with each body.
    @Test func sink() {
        let sink = TextSink.robots()
        let piece = [UInt8](repeating: 0x41, count: 300 << 10)
        for _ in 0..<2 {
            sink.begin(BodyExtent(offset: 0, length: 900 << 10, total: 900 << 10, isAtStart: true))
            #expect(piece.withUnsafeBytes { sink.push($0) } == .ahead(ByteRequest(offset: 300 << 10, count: 1)))
            #expect(sink.end(isComplete: false) == .outside(ByteRequest(offset: 300 << 10, count: 1)))
        }
        #expect(piece.withUnsafeBytes { sink.push($0) } == .text([UInt8](repeating: 0x41, count: RobotsRules.mostBytes)))
    }
}

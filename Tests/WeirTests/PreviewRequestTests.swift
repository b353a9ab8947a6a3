import Testing

@testable import weir

@Suite struct PreviewRequestTests {
    /// Browsers leave out the port that http has anyway. Of a server with another port, such a name may be that of another server.
    @Test(arguments: [
        ("127.0.0.1:8080", 8080, true), ("LOCALHOST:8080", 8080, true), ("127.0.0.1", 8080, false), ("127.0.0.1:80", 8080, false),
        ("127.0.0.1", 80, true), ("localhost", 80, true), ("localhost:80", 80, true), ("shop.example", 80, false),
        ("shop.example:80", 80, false),
    ])
    func names(host: String, port: Int, isOurs: Bool) throws {
        let request = try #require(PreviewRequest(head: Array("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8)))
        #expect(request.names(port: port) == isOurs)
    }
}

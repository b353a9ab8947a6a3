import TestSupport
import Testing

@testable import Fetching

@Suite struct ResponseHeadTests {
    @Test func aWholeHead() {
        let head = head(
            "HTTP/1.1 206 Partial Content", "Date: Sun, 06 Nov 1994 08:49:37 GMT", "Content-Type: image/jpeg; q=1",
            "content-LENGTH:1024  ", "Content-Range:\tbytes 0-1023/5000", "ETag: \"a b\"",
            "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT", "Accept-Ranges: bytes", "Connection: keep-alive",
            "Retry-After: 7", "Location: /elsewhere")
        #expect(head.isFinal)
        #expect(head.status == 206)
        #expect(head.version == 1)
        #expect(head.contentLength == .bytes(1024))
        #expect(head.contentRange == .bytes(first: 0, last: 1023, total: 5000))
        #expect(!head.isCompressed)
        #expect(head.validators.strongETag == "\"a b\"")
        #expect(head.validators.lastModified == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(head.retryAfter == .seconds(7))
        #expect(!head.closesConnection)
        #expect(head.location == "/elsewhere")
        #expect(head.contentType == "image/jpeg")
    }

    /// The bytes of a `Location` beyond ASCII are kept, whatever their encoding is.
    @Test(
        arguments: [
            (Array("/caf\u{E9}".utf8), "/caf%C3%A9"), (Array("/caf".utf8) + [0xE9, 0x2E], "/caf%E9."), (Array("/a%2f b".utf8), "/a%2f b"),
        ] as [([UInt8], String)])
    func locations(bytes: [UInt8], location: String) {
        let head = (Array("HTTP/1.1 302 Found\r\nLocation: ".utf8) + bytes + Array("\r\n\r\n".utf8)).withUnsafeBytes { ResponseHead($0) }
        #expect(head.location == location)
    }

    /// How long a cache may show the picture without asking.
    @Test(
        arguments: [
            ([], nil), (["max-age=60"], 60), (["public, MAX-AGE=31536000, immutable"], 31_536_000), (["max-age=\"60\""], 60),
            (["max-age=\"60"], nil), (["max-age=60\""], nil), (["max-age=\""], nil), (["max-age=\"\""], nil), (["max-age=\"6\""], 6),
            (["max-age=60, max-age=9"], 60), (["public", "max-age=60"], 60), (["max-age=0"], 0), (["max-age=60, no-cache"], 0),
            (["no-store", "max-age=60"], 0), (["max-age=-1"], nil), (["max-age="], nil), (["s-maxage=60"], nil),
            (["max-age=9223372036854775807"], 1 << 31),
        ] as [([String], Int64?)])
    func maxAges(values: [String], seconds: Int64?) {
        #expect(head(["HTTP/1.1 200 OK"] + values.map { "Cache-Control: \($0)" }).maxAge == seconds)
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK", 1, 200), ("HTTP/1.0 404 Not Found", 1, 404), ("HTTP/2 200 ", 2, 200), ("HTTP/2 204", 2, 204),
        ("HTTP/3 503", 3, 503), ("http/1.1 200 ok", 1, 200), ("HTTP/1.1 999 Odd", 1, 999), ("HTTP/1.1 20 OK", 1, 0),
        ("HTTP/1.1 2000 OK", 1, 2000), ("HTTP/1.1", 1, 0), ("HTTP/", 0, 0), ("HTTP/x 200", 0, 200), ("HTTP/1.1 -20", 1, 0),
        ("HTTP/1.1 099 no", 1, 0), ("HTTP/1.1 100 Continue", 1, 100),
        ("HTTP/0.9 200", 0, 200), ("HTTP/9 200", 9, 200), ("HTTP/: 200", 0, 200),
    ])
    func statusLines(_ line: String, _ version: Int, _ status: Int) {
        #expect(head(line).version == version)
        #expect(head(line).status.code == status)
        #expect(head(line).isFinal == (status >= 200))
    }

    @Test(
        arguments: [
            (["5"], .bytes(5)), (["0"], .bytes(0)), ([], .absent), (["5", "5"], .bytes(5)), (["5, 5"], .bytes(5)),
            (["5", "05"], .bytes(5)), (["5", "6"], .unreadable), (["5, 6"], .unreadable), (["6", "5", "6"], .unreadable),
            ([""], .unreadable), (["-5"], .unreadable), (["+5"], .unreadable), (["5 "], .bytes(5)), (["5 5"], .unreadable),
            (["0x5"], .unreadable), (["5,"], .unreadable), (["five", "5"], .unreadable), (["5", "five"], .unreadable),
            (["9223372036854775807"], .bytes(1 << 63 - 1)), (["9223372036854775808"], .unreadable),
            (["18446744073709551621"], .unreadable), (["99999999999999999999999999"], .unreadable),
        ] as [([String], ResponseHead.ContentLength)])
    func contentLengths(_ values: [String], _ length: ResponseHead.ContentLength) {
        #expect(head(["HTTP/1.1 200 OK"] + values.map { "Content-Length: \($0)" }).contentLength == length)
    }

    @Test(
        arguments: [
            (["\"a\""], "\"a\"", "\"a\""), (["\"\""], "\"\"", "\"\""), (["W/\"a\""], "W/\"a\"", nil), (["a"], nil, nil),
            (["\"a"], nil, nil), (["\""], nil, nil), (["\"a\"b\""], nil, nil), (["w/\"a\""], nil, nil), ([""], nil, nil),
            (["\"a\u{1}\""], nil, nil), (["\"é\""], nil, nil), (["\"a\"", "\"a\""], "\"a\"", "\"a\""),
            (["\"a\"", "\"b\""], nil, nil), (["\"a\"", "\"b\"", "\"b\""], nil, nil),
        ] as [([String], String?, String?)])
    func entityTags(_ values: [String], _ etag: String?, _ strong: String?) {
        let head = head(["HTTP/1.1 200 OK"] + values.map { "ETag: \($0)" })
        #expect(head.validators.etag == etag)
        #expect(head.validators.strongETag == strong)
    }

    @Test(arguments: [
        ("Content-Encoding: gzip", true), ("Content-Encoding: identity", false), ("content-encoding: X-GZIP", true),
        ("Content-Encoding:", false), ("Content-Encoding: identity, br", true), ("Content-Type: gzip", false),
        ("Content-Encoding: none", false), ("Content-Encoding: utf-8", false), ("Content-Encoding: aws-chunked", false),
        ("Content-Encoding: aws-chunked,gzip", true), ("Content-Encoding: gzipped", false),
    ])
    func encodings(_ line: String, _ isCompressed: Bool) {
        #expect(head("HTTP/1.1 200 OK", line).isCompressed == isCompressed)
        #expect(head("HTTP/1.1 200 OK", line, "Content-Encoding: zstd").isCompressed)
    }

    @Test(arguments: [
        ("close", true), ("Keep-Alive, Close", true), ("keep-alive", false), ("closed", false), ("", false),
    ])
    func connections(_ value: String, _ closes: Bool) {
        #expect(head("HTTP/1.1 200 OK", "Connection: \(value)").closesConnection == closes)
    }

    @Test func rangesThatDisagreeAreUnreadable() {
        let range = "Content-Range: bytes 0-5/10"
        #expect(head("HTTP/1.1 206", range, range).contentRange == .bytes(first: 0, last: 5, total: 10))
        #expect(head("HTTP/1.1 206", range, "Content-Range: bytes 1-5/10", range).contentRange == .unreadable)
        #expect(head("HTTP/1.1 206").contentRange == nil)
    }

    @Test func anInterimHeadIsForgotten() {
        let first = ["HTTP/1.1 103 Early Hints", "Location: /old", "ETag: \"old\"", "Content-Length: 9", ""]
        #expect(!head(first).isFinal)
        let last = ["HTTP/1.1 200 OK", "Content-Length: 4"]
        #expect(head(first + last) == head(last))
    }

    @Test func aProxysHeadIsForgotten() {
        let answer = ["HTTP/2 404", "content-length: 4"]
        #expect(head(["HTTP/1.1 200 Connection established", "Content-Length: 0", ""] + answer) == head(answer))
    }

    @Test func trailersChangeNothing() {
        let answer = ["HTTP/1.1 200 OK", "ETag: \"a\""]
        #expect(head(answer + ["", "ETag: \"b\"", "Content-Length: 4", ""]) == head(answer))
    }

    @Test(arguments: [
        "no colon", ": no name", " ETag: \"folded\"", "\tLocation: /x", "ETag : \"a\"", ":", "ETa", "Content-Length",
        "Location: " + String(repeating: "a", count: 9000), "\0\0\0", "X-Location: /x", "Location:",
    ])
    func oddLinesAreNotRead(_ line: String) {
        #expect(head("HTTP/1.1 200 OK", line) == head("HTTP/1.1 200 OK"))
    }

    @Test func noLineTraps() {
        var seed = Seed.announced(for: "header lines")
        let pieces = [
            "HTTP/1.1 ", "200", "\r\n", ":", " ", "Content-Length", "Content-Range", "bytes ", "0-1", "/", "*", "\"",
            "ETag", "W/", ",", "9", "Retry-After", "Sun, ", "06 Nov", "-94", "\0", "é", "Location", "Connection",
        ]
        for _ in 0..<20_000 {
            var head = ResponseHead()
            for _ in 0..<4 {
                let count = Int.random(in: 0...6, using: &seed)
                let line = (0..<count).map { _ in pieces.randomElement(using: &seed) ?? "" }.joined()
                withBytes(of: line) { head.add(line: $0) }
            }
        }
    }
}

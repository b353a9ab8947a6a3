import Testing

@testable import Fetching

/// Requests for ranges, and answers that are accepted or refused.
@Suite struct PictureFetchRangeTests {
    @Test(arguments: answers) func anAnswer(_ script: FetchScript) { script.play() }
    @Test(arguments: laterRanges) func aLaterRange(_ script: FetchScript) { script.play() }
    @Test(arguments: wholeBodies) func aWholeBody(_ script: FetchScript) { script.play() }
    @Test(arguments: changes) func aPictureThatChanges(_ script: FetchScript) { script.play() }
    @Test(arguments: mismatches) func aMismatch(_ script: FetchScript) { script.play() }

    private static let answers = [
        FetchScript(
            "one range tells the size",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/50000 | ETag: "a" -> reads 0-16383/50000 fresh
            found left 0 -> drains, found, 50000 bytes, 1 requests, "a"
            """),
        FetchScript(
            "a picture that ends within the first range",
            """
            begin -> asks 0-16383
            206 | bytes 0-499/500 | Content-Length: 500 -> reads 0-499/500 fresh end
            found left 0 -> drains, found, 500 bytes, 1 requests
            """),
        FetchScript(
            "a total that the server leaves open",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/* -> reads 0-16383/* fresh
            found left 8000 -> drains, found, * bytes, 1 requests
            """),
        FetchScript(
            "the first range is that of the host", first: 1024,
            """
            begin -> asks 0-1023
            """),
        FetchScript(
            "the rest of a long body is not read",
            """
            begin -> asks 0-16383
            200 | Content-Length: 200000 -> reads 0-199999/200000 fresh end
            found left 65537 -> resets, found, 200000 bytes, 1 requests
            """),
        FetchScript(
            "the rest of a short body is read to keep the connection",
            """
            begin -> asks 0-16383
            200 | Content-Length: 200000 -> reads 0-199999/200000 fresh end
            found left 65536 -> drains, found, 200000 bytes, 1 requests
            """),
        FetchScript(
            "HTTP/2 resets a stream and keeps the connection",
            """
            begin -> asks 0-16383
            h2:200 | Content-Length: 50000 -> reads 0-49999/50000 fresh end
            found left 16385 -> resets, found, 50000 bytes, 1 requests
            """),
        FetchScript(
            "the last frame of a stream is on its way already",
            """
            begin -> asks 0-16383
            h2:200 | Content-Length: 50000 -> reads 0-49999/50000 fresh end
            found left 16384 -> drains, found, 50000 bytes, 1 requests
            """),
        FetchScript(
            "a stream that is over need not be reset",
            """
            begin -> asks 0-16383
            h2:206 | bytes 0-16383/50000 -> reads 0-16383/50000 fresh
            found left 0 -> drains, found, 50000 bytes, 1 requests
            """),
        FetchScript(
            "a connection that the server closes is not drained",
            """
            begin -> asks 0-16383
            200 | Content-Length: 5000 | Connection: close -> reads 0-4999/5000 fresh end
            found left 10 -> resets, found, 5000 bytes, 1 requests
            """),
        FetchScript(
            "a body that is no picture is reported by its type",
            """
            begin -> asks 0-16383
            200 | Content-Length: 90 | Content-Type: text/html; charset=utf-8 -> reads 0-89/90 fresh end
            no-picture left 0 -> drains, not-an-image: the content is not a picture; the server calls it text/html
            """),
        FetchScript(
            "a broken header",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/50000 -> reads 0-16383/50000 fresh
            corrupt left 0 -> drains, corrupt: the picture's header is damaged
            """),
        FetchScript(
            "an empty picture",
            """
            begin -> asks 0-16383
            416 | bytes */0 | Content-Length: 0 -> drains, empty: there are no bytes in it
            """),
        FetchScript(
            "a server that answers a range with 416 is asked without",
            """
            begin -> asks 0-16383
            416 | Content-Length: 0 -> drains, asks all
            200 | Content-Length: 70 -> reads 0-69/70 fresh end
            found left 0 -> drains, found, 70 bytes, 2 requests
            """),
        FetchScript(
            "416 without a range is an error like any",
            """
            begin -> asks 0-16383
            416 | bytes */90 | Content-Length: 0 -> drains, asks all
            416 | Content-Length: 0 -> drains, http-status: the server answered 416
            """),
    ]

    private static let laterRanges = [
        FetchScript(
            "the reader jumps",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/500000 | ETag: "a" -> reads 0-16383/500000 fresh
            wants 300000+4 left 0 -> drains, asks 300000-304095 if "a"
            206 | bytes 300000-304095/500000 | ETag: "a" -> reads 300000-304095/500000
            found left 0 -> drains, found, 500000 bytes, 2 requests, "a"
            """),
        FetchScript(
            "a range is as long as the reader needs",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/500000 -> reads 0-16383/500000 fresh
            wants 300000+90000 left 0 -> drains, asks 300000-389999
            """),
        FetchScript(
            "nothing is asked behind the end",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/20000 -> reads 0-16383/20000 fresh
            wants 16384+10 left 0 -> drains, asks 16384-19999
            206 | bytes 16384-19999/20000 -> reads 16384-19999/20000 end
            """),
        FetchScript(
            "ranges grow with the number of jumps",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/* -> reads 0-16383/* fresh
            wants 100000+4 left 0 -> drains, asks 100000-104095
            206 | bytes 100000-104095/* -> reads 100000-104095/*
            wants 200000+4 left 0 -> drains, asks 200000-208191
            206 | bytes 200000-208191/* -> reads 200000-208191/*
            wants 300000+4 left 0 -> drains, asks 300000-316383
            """),
        FetchScript(
            "a weak tag is no condition",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/500000 | ETag: W/"a" -> reads 0-16383/500000 fresh
            wants 300000+4 left 0 -> drains, asks 300000-304095
            """),
        FetchScript(
            "a total that is reported late",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/* -> reads 0-16383/* fresh
            wants 16384+4 left 0 -> drains, asks 16384-20479
            206 | bytes 16384-16399/16400 -> reads 16384-16399/16400 end
            """),
        FetchScript(
            "a picture that ends before the range",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/* -> reads 0-16383/* fresh
            wants 90000+4 left 0 -> drains, asks 90000-94095
            416 | bytes */50000 -> resets, truncated: the bytes end at 50000, before the size
            """),
        FetchScript(
            "a later range that is refused without reason",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/500000 | ETag: "a" -> reads 0-16383/500000 fresh
            wants 300000+4 left 0 -> drains, asks 300000-304095 if "a"
            416 | Content-Length: 0 -> drains, asks all
            200 | ETag: "a" | Content-Length: 500000 -> reads 0-499999/500000 end
            more 300000+4 left 499000 -> waits
            found left 199000 -> resets, found, 500000 bytes, 3 requests, "a"
            """),
        FetchScript(
            "a range that the server makes shorter",
            """
            begin -> asks 0-16383
            206 | bytes 0-4095/500000 -> reads 0-4095/500000 fresh
            ended at 4000+200 left 0 -> asks 4000-8095
            """),
        FetchScript(
            "an offset that no file has",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/* -> reads 0-16383/* fresh
            wants 18446744073709551000+4 left 0 -> drains, truncated: the bytes end before the size
            """),
        FetchScript(
            "the last byte",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/20000 -> reads 0-16383/20000 fresh
            wants 19999+4 left 0 -> drains, asks 19999-19999
            """),
        FetchScript(
            "behind the last byte",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/20000 -> reads 0-16383/20000 fresh
            wants 20000+4 left 0 -> drains, truncated: the bytes end at 20000, before the size
            """),
        FetchScript(
            "the last offset that a file may have",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/* -> reads 0-16383/* fresh
            wants 9223372036854775806+4 left 0 -> drains, asks 9223372036854775806-9223372036854779901
            """),
        FetchScript(
            "the first offset that no file has",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/* -> reads 0-16383/* fresh
            wants 9223372036854775807+4 left 0 -> drains, truncated: the bytes end before the size
            """),
        FetchScript(
            "a picture that ends where the range begins",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/* -> reads 0-16383/* fresh
            wants 90000+4 left 0 -> drains, asks 90000-94095
            416 | bytes */90000 -> resets, truncated: the bytes end at 90000, before the size
            """),
        FetchScript(
            "a picture that has a byte of the range",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/* -> reads 0-16383/* fresh
            wants 90000+4 left 0 -> drains, asks 90000-94095
            416 | bytes */90001 -> resets, asks all
            """),
        FetchScript(
            "a picture that has become empty",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/* -> reads 0-16383/* fresh
            wants 90000+4 left 0 -> drains, asks 90000-94095
            416 | bytes */0 -> resets, truncated: the bytes end at 0, before the size
            """),
        FetchScript(
            "the limit leaves the bytes that are wanted", maxBytes: 16_388,
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/500000 -> reads 0-16383/500000 fresh
            wants 300000+4 left 0 -> drains, asks 300000-300003
            """),
        FetchScript(
            "the limit leaves a byte too few", maxBytes: 16_388,
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/500000 -> reads 0-16383/500000 fresh
            wants 300000+5 left 0 -> drains, too-large: the size stands behind more than 16388 bytes
            """),
        jumps(48, end: "wants 96000001+4 left 0 -> drains, too-large: the size stands behind more than 48 jumps"),
        FetchScript(
            "a limit that is used up", maxBytes: 20_000,
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/500000 -> reads 0-16383/500000 fresh
            wants 300000+4 left 0 -> drains, asks 300000-303615
            206 | bytes 300000-303615/500000 -> reads 300000-303615/500000
            wants 400000+4 left 0 -> drains, too-large: the size stands behind more than 20000 bytes
            """),
        FetchScript(
            "a limit below the first range", maxBytes: 500,
            """
            begin -> asks 0-499
            206 | bytes 0-499/5000 -> reads 0-499/5000 fresh
            ended at 500+524 left 0 -> too-large: the size stands behind more than 500 bytes
            """),
    ]

    /// Later ranges double up to a MB.
    private static func jumps(_ count: Int, end: String) -> FetchScript {
        var lines = ["begin -> asks 0-16383", "206 | bytes 0-16383/* -> reads 0-16383/* fresh"]
        for jump in 1...count {
            let start = jump * 2_000_000
            let range = "\(start)-\(start + (4096 << min(8, jump - 1)) - 1)"
            lines += ["wants \(start)+4 left 0 -> drains, asks \(range)", "206 | bytes \(range)/* -> reads \(range)/*"]
        }
        return FetchScript("\(count) jumps", (lines + [end]).joined(separator: "\n"))
    }

    private static let wholeBodies = [
        FetchScript(
            "a server without ranges is read from the start",
            """
            begin -> asks 0-16383
            200 | Content-Length: 500000 -> reads 0-499999/500000 fresh end
            more 300000+4 left 483616 -> waits
            more 400000+4 left 190000 -> waits
            found left 90000 -> resets, found, 500000 bytes, 1 requests
            """),
        FetchScript(
            "a body without a length",
            """
            begin -> asks 0-16383
            200 -> reads 0-*/* fresh end
            more 300000+4 -> waits
            found -> resets, found, * bytes, 1 requests
            """),
        FetchScript(
            "a body without a length that ends too soon",
            """
            begin -> asks 0-16383
            200 -> reads 0-*/* fresh end
            more 300000+4 -> waits
            ended at 300000+4 -> truncated: the bytes end before the size
            """),
        FetchScript(
            "a size that is too far to be read to", maxBytes: 1 << 20,
            """
            begin -> asks 0-16383
            200 | Content-Length: 9000000000 -> reads 0-8999999999/9000000000 fresh end
            more 1048573+4 left 8999990000 -> resets, too-large: the size stands behind more than 1048576 bytes
            """),
        FetchScript(
            "the last byte of the limit", maxBytes: 1 << 20,
            """
            begin -> asks 0-16383
            200 -> reads 0-*/* fresh end
            more 1048572+4 -> waits
            """),
        FetchScript(
            "reading back begins the whole again", maxBytes: 10_000,
            """
            begin -> asks 0-9999
            200 | Content-Length: 90000 -> reads 0-89999/90000 fresh end
            more 6000+100 left 88000 -> waits
            wants 5000+100 left 80000 -> resets, asks 5000-8899
            200 | Content-Length: 90000 -> resets, too-large: the size stands behind more than 10000 bytes
            """),
        FetchScript(
            "203 is 200 by way of a proxy",
            """
            begin -> asks 0-16383
            203 | Content-Length: 70 -> reads 0-69/70 fresh end
            """),
        FetchScript(
            "a later range that is passed over",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/500000 | ETag: "a" -> reads 0-16383/500000 fresh
            wants 300000+4 left 0 -> drains, asks 300000-304095 if "a"
            200 | Content-Length: 500000 | ETag: "a" -> reads 0-499999/500000 end
            """),
    ]

    private static let changes = [
        FetchScript(
            "If-Range is answered with another picture",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/500000 | ETag: "a" -> reads 0-16383/500000 fresh
            wants 300000+4 left 0 -> drains, asks 300000-304095 if "a"
            200 | Content-Length: 400000 | ETag: "b" -> reads 0-399999/400000 fresh end
            found left 0 -> drains, found, 400000 bytes, 2 requests, "b"
            """),
        FetchScript(
            "another total",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/500000 -> reads 0-16383/500000 fresh
            wants 300000+4 left 0 -> drains, asks 300000-304095
            206 | bytes 300000-304095/500001 | Content-Length: 4096 -> drains, asks all
            200 | Content-Length: 500001 -> reads 0-500000/500001 fresh end
            found left 200000 -> resets, found, 500001 bytes, 3 requests
            """),
        FetchScript(
            "another tag",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/500000 | ETag: "a" -> reads 0-16383/500000 fresh
            wants 300000+4 left 0 -> drains, asks 300000-304095 if "a"
            206 | bytes 300000-304095/500000 | ETag: "b" -> resets, asks all
            """),
        FetchScript(
            "another date",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/500000 | Last-Modified: yesterday -> reads 0-16383/500000 fresh
            wants 300000+4 left 0 -> drains, asks 300000-304095
            206 | bytes 300000-304095/500000 | Last-Modified: today -> resets, asks all
            """),
        FetchScript(
            "two servers behind one name differ in dates, not in bytes",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/500000 | ETag: "a" | Last-Modified: yesterday -> reads 0-16383/500000 fresh
            wants 300000+4 left 0 -> drains, asks 300000-304095 if "a"
            206 | bytes 300000-304095/500000 | ETag: "a" | Last-Modified: today -> reads 300000-304095/500000
            """),
        FetchScript(
            "another total in 416",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/500000 -> reads 0-16383/500000 fresh
            wants 300000+4 left 0 -> drains, asks 300000-304095
            416 | bytes */200 -> resets, asks all
            """),
        FetchScript(
            "a picture whose whole answers differ: each has all",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/50000 -> reads 0-16383/50000 fresh
            wants 30000+4 left 0 -> drains, asks 30000-34095
            206 | bytes 30000-34095/50001 -> resets, asks all
            200 | Content-Length: 50001 -> reads 0-50000/50001 fresh end
            reset at 16384+4 -> waits 500 ms
            woken -> asks all
            200 | Content-Length: 50002 -> reads 0-50001/50002 fresh end
            reset at 16384+4 -> waits 1 s
            woken -> asks all
            200 | Content-Length: 50003 -> reads 0-50002/50003 fresh end
            found left 20000 -> drains, found, 50003 bytes, 5 requests, 2 retries
            """),
    ]

    private static let mismatches =
        [
            ("206", "the server sent a part and does not say which"),
            ("206 | bytes 0-99/50", "the server sent a part and does not say which"),
            ("206 | bytes */50", "the server sent a part and does not say which"),
            ("206 | Content-Type: multipart/byteranges; boundary=x", "the server sent a part and does not say which"),
            ("206 | bytes 1-99/500", "the server sent bytes 1-99 for 0-16383"),
            ("206 | bytes 0-16384/50000", "the server sent bytes 0-16384 for 0-16383"),
            ("206 | bytes 0-99/500 | Content-Length: 99", "the server's Content-Length is not that of its Content-Range"),
            ("206 | bytes 0-99/500 | bytes 0-98/500", "the server sent a part and does not say which"),
            ("200 | Content-Length: -5", "the server's Content-Length is not a length"),
            ("200 | Content-Length: 5 | Content-Length: 6", "the server's Content-Length is not a length"),
            ("200 | Content-Encoding: gzip", "the server compresses what was asked for as it is"),
            ("206 | bytes 0-99/500 | Content-Encoding: br", "the server compresses what was asked for as it is"),
        ].map { answer, message in
            FetchScript(
                answer,
                """
                begin -> asks 0-16383
                \(answer) | Connection: close -> resets, content-mismatch: \(message)
                """)
        } + [
            FetchScript(
                "a part of what was asked for whole",
                """
                begin -> asks 0-16383
                416 -> resets, asks all
                206 | bytes 0-99/500 -> resets, content-mismatch: the server sent a part where the whole was asked for
                """)
        ]
}

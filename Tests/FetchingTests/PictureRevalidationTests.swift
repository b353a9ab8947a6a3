import Testing

@testable import Fetching

/// Requests on the condition that a known picture has changed.
@Suite struct PictureRevalidationTests {
    private static let date = "Sat, 01 Aug 2026 10:00:00 GMT"

    static let scripts: [FetchScript] = [
        .revalidation(
            "a tag that still holds", etag: "\"a\"",
            """
            begin -> asks 0-16383 unless "a"
            304 | ETag: "a" -> drains, unchanged
            """),
        .revalidation(
            "a 304 with the tag of another picture", etag: "\"a\"",
            """
            begin -> asks 0-16383 unless "a"
            304 | ETag: "b" -> drains, asks 0-16383
            206 | bytes 0-16383/50000 | ETag: "b" -> reads 0-16383/50000 fresh
            found left 0 -> drains, found, 50000 bytes, 2 requests, "b"
            """),
        .revalidation(
            "a 304 with a weak tag", etag: "\"a\"",
            """
            begin -> asks 0-16383 unless "a"
            304 | ETag: W/"b" -> drains, unchanged
            """),
        .revalidation(
            "a 304 that names the length of what it does not send", etag: "W/\"a\"",
            """
            begin -> asks 0-16383 unless W/"a"
            304 | Content-Length: 50000 -> drains, unchanged
            """),
        .revalidation(
            "a date, where there is no tag", date: date,
            """
            begin -> asks 0-16383 if newer than \(date)
            304 -> drains, unchanged
            """),
        .revalidation(
            "the tag, where there are both", etag: "\"a\"", date: date,
            """
            begin -> asks 0-16383 unless "a"
            304 -> drains, unchanged
            """),
        .revalidation(
            "a picture that changed is read, and not asked about again", etag: "\"a\"",
            """
            begin -> asks 0-16383 unless "a"
            206 | bytes 0-16383/50000 | ETag: "b" -> reads 0-16383/50000 fresh
            wants 20000+4 left 0 -> drains, asks 20000-24095 if "b"
            206 | bytes 20000-24095/50000 | ETag: "b" -> reads 20000-24095/50000
            found left 0 -> drains, found, 50000 bytes, 2 requests, "b"
            """),
        .revalidation(
            "a server that knows neither conditions nor ranges", etag: "\"a\"",
            """
            begin -> asks 0-16383 unless "a"
            200 | Content-Length: 50000 | ETag: "a" -> reads 0-49999/50000 fresh end
            found left 0 -> drains, found, 50000 bytes, 1 requests, "a"
            """),
        .revalidation(
            "the condition goes with every try", etag: "\"a\"",
            """
            begin -> asks 0-16383 unless "a"
            503 | Retry-After: 1 | Content-Length: 0 -> drains, waits 1 s
            woken -> asks 0-16383 unless "a"
            reset -> waits 1 s
            woken -> asks 0-16383 unless "a"
            304 -> drains, unchanged
            """),
        .revalidation(
            "the condition goes with redirects", etag: "\"a\"",
            """
            begin -> asks 0-16383 unless "a"
            302 | Location: /b.png | Content-Length: 0 -> drains, follows /b.png
            redirected -> asks 0-16383 unless "a"
            304 -> drains, unchanged
            """),
        .revalidation(
            "a server that takes the range before the condition", etag: "\"a\"",
            """
            begin -> asks 0-16383 unless "a"
            416 | Content-Range: bytes */9 | Content-Length: 0 -> drains, asks all unless "a"
            304 -> drains, unchanged
            """),
        .revalidation(
            "the condition does not go with later ranges", etag: "\"a\"",
            """
            begin -> asks 0-16383 unless "a"
            206 | bytes 0-16383/50000 | ETag: "b" -> reads 0-16383/50000 fresh
            wants 20000+4 left 0 -> drains, asks 20000-24095 if "b"
            304 -> drains, http-status: the server answered 304
            """),
        .download(
            "a whole picture that is recorded already", recorded: "\"a\"",
            """
            begin -> asks all unless "a"
            304 -> drains, unchanged
            """),
        .download(
            "a whole picture that has changed, and breaks off", recorded: "\"a\"",
            """
            begin -> asks all unless "a"
            200 | Content-Length: 50000 | ETag: "b" -> reads 0-49999/50000 fresh end
            reset at 20000+1 -> waits 500 ms
            woken -> asks 20000-49999 if "b"
            206 | bytes 20000-49999/50000 | ETag: "b" -> reads 20000-49999/50000 end
            found left 0 -> drains, found, 1024 bytes, 2 requests, "b", 1 retries
            """),
        .download(
            "a part of a new version goes before the recorded one", kept: PictureValidators(length: 50_000, etag: "\"b\""),
            recorded: "\"a\"",
            """
            begin -> asks 4000-49999 if "b"
            206 | bytes 4000-49999/50000 -> resets, asks all unless "a"
            304 -> drains, unchanged
            """),
        FetchScript(
            "a 304 without a condition",
            """
            begin -> asks 0-16383
            304 -> drains, http-status: the server answered 304
            """),
    ]

    @Test(arguments: scripts)
    func script(_ script: FetchScript) { script.play() }

    /// Validators of a journal are sent only if they are valid in a header field.
    @Test(
        arguments: [
            (nil, nil, nil), ("", "", nil), ("\"a\"\r\nX: 1", nil, nil), ("\"\u{E9}\"", "a\u{0}", nil),
            ("\"a\"\n", "now", "If-Modified-Since: now"), ("\"a\"", nil, "If-None-Match: \"a\""),
        ] as [(String?, String?, String?)])
    func validators(etag: String?, date: String?, line: String?) {
        let validators = PictureValidators(etag: etag.map { Array($0.utf8) }, lastModified: date.map { Array($0.utf8) })
        #expect(validators?.condition == line)
    }
}

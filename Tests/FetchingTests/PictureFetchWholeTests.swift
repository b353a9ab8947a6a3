import Testing

@testable import Fetching

/// The fetch of a whole picture: its requests, and when it continues or begins again.
@Suite struct PictureFetchWholeTests {
    @Test(arguments: whole + parts + resumed + kept + ends) func script(_ script: FetchScript) { script.play() }

    private static let part = PictureValidators(length: 10_000, etag: "\"a\"")

    static let whole: [FetchScript] = [
        .download(
            "all at once",
            """
            begin                                            -> asks all
            200 | Content-Length: 10000 | ETag: "a"          -> reads 0-9999/10000 fresh end
            more 4000+1 left 6000                            -> waits
            found left 0                                     -> drains, found, 1024 bytes, 1 requests, "a"
            """),
        .download(
            "a body without a length",
            """
            begin                                            -> asks all
            200                                              -> reads 0-*/* fresh end
            more 4000+1                                      -> waits
            ended at found                                   -> found, 1024 bytes, 1 requests
            """),
        .download(
            "behind a redirect",
            """
            begin                                            -> asks all
            302 | Location: /b | Content-Length: 0           -> drains, follows /b
            redirected                                       -> asks all
            200 | Content-Length: 10                         -> reads 0-9/10 fresh end
            found left 0                                     -> drains, found, 1024 bytes, 2 requests
            """),
        .download(
            "no picture, as its first bytes show",
            """
            begin                                            -> asks all
            200 | Content-Length: 900000 | Content-Type: text/html -> reads 0-899999/900000 fresh end
            no-picture left 880000                           -> resets, not-an-image: the content is not a picture; the server calls it text/html
            """),
    ]

    /// A store that may not want all bytes.
    static let parts: [FetchScript] = [
        .download(
            "a first part, and then all of the rest", first: 1000,
            """
            begin                                            -> asks 0-999
            206 | bytes 0-999/10000 | ETag: "a"              -> reads 0-999/10000 fresh
            ended at 1000+1 left 0                           -> asks 1000-9999 if "a"
            206 | bytes 1000-9999/10000 | ETag: "a"          -> reads 1000-9999/10000 end
            """),
        .download(
            "one part after the other, until there is enough", first: 1000,
            """
            begin                                            -> asks 0-999
            206 | bytes 0-999/10000 | ETag: "a"              -> reads 0-999/10000 fresh
            ended at 1000+1000 left 0                        -> asks 1000-1999 if "a"
            206 | bytes 1000-1999/10000 | ETag: "a" | Content-Length: 1000 -> reads 1000-1999/10000
            found left 500                                   -> drains, found, 10000 bytes, 2 requests, "a"
            """),
        .download(
            "a part beyond the end", first: 1000,
            """
            begin                                            -> asks 0-999
            206 | bytes 0-999/1500 | ETag: "a"               -> reads 0-999/1500 fresh
            ended at 1000+1000 left 0                        -> asks 1000-1499 if "a"
            """),
        .download(
            "a part that cannot be continued", first: 1000,
            """
            begin                                            -> asks 0-999
            206 | bytes 0-999/10000 | ETag: W/"a" | Content-Length: 1000 -> drains, asks all
            200 | Content-Length: 10000 | ETag: W/"a"        -> reads 0-9999/10000 fresh end
            """),
        .download(
            "a part that is all", first: 1000,
            """
            begin                                            -> asks 0-999
            206 | bytes 0-499/500                            -> reads 0-499/500 fresh end
            """),
        .download(
            "a server without ranges", first: 1000,
            """
            begin                                            -> asks 0-999
            200 | Content-Length: 10000                      -> reads 0-9999/10000 fresh end
            """),
        .download(
            "a server that refuses ranges", first: 1000,
            """
            begin                                            -> asks 0-999
            416 | Content-Length: 0                          -> drains, asks all
            """),
    ]

    static let resumed: [FetchScript] = [
        .download(
            "goes on where the connection broke",
            """
            begin                                            -> asks all
            200 | Content-Length: 10000 | ETag: "a"          -> reads 0-9999/10000 fresh end
            more 4000+1 left 6000                            -> waits
            reset at wants 4000+1 left 6000                  -> waits 500 ms
            woken                                            -> asks 4000-9999 if "a"
            206 | bytes 4000-9999/10000 | ETag: "a"          -> reads 4000-9999/10000 end
            found left 0                                     -> drains, found, 1024 bytes, 2 requests, "a", 1 retries
            """),
        .download(
            "a body shorter than announced is one that broke",
            """
            begin                                            -> asks all
            200 | Content-Length: 10000 | ETag: "a"          -> reads 0-9999/10000 fresh end
            short at 7000+1 left 3000                        -> waits 500 ms
            woken                                            -> asks 7000-9999 if "a"
            """),
        .download(
            "without a tag it begins again",
            """
            begin                                            -> asks all
            200 | Content-Length: 10000 | Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT -> reads 0-9999/10000 fresh end
            reset at wants 4000+1 left 6000                  -> waits 500 ms
            woken                                            -> asks all
            200 | Content-Length: 12000                      -> reads 0-11999/12000 fresh end
            """),
        .download(
            "a weak tag does not stand for the bytes",
            """
            begin                                            -> asks all
            200 | Content-Length: 10000 | ETag: W/"a"        -> reads 0-9999/10000 fresh end
            stalled at wants 4000+1 left 6000                -> waits 500 ms
            woken                                            -> asks all
            """),
        .download(
            "nothing had come yet",
            """
            begin                                            -> asks all
            200 | Content-Length: 10000 | ETag: "a"          -> reads 0-9999/10000 fresh end
            reset at wants 0+1 left 10000                    -> waits 500 ms
            woken                                            -> asks all
            """),
        .download(
            "the length is not known, but the tag is",
            """
            begin                                            -> asks all
            200 | ETag: "a"                                  -> reads 0-*/* fresh end
            reset at wants 4000+1                            -> waits 500 ms
            woken                                            -> asks 4000-999999 if "a"
            206 | bytes 4000-9999/10000 | ETag: "a"          -> reads 4000-9999/10000 end
            """),
        .download(
            "a part without a total",
            """
            begin                                            -> asks all
            200 | ETag: "a"                                  -> reads 0-*/* fresh end
            reset at wants 4000+1                            -> waits 500 ms
            woken                                            -> asks 4000-999999 if "a"
            206 | bytes 4000-9999/* | ETag: "a"              -> resets, asks all
            """),
        .download(
            "a server that is busy when it is asked to go on",
            """
            begin                                            -> asks all
            200 | Content-Length: 10000 | ETag: "a"          -> reads 0-9999/10000 fresh end
            timeout at wants 4000+1 left 6000                -> waits 500 ms
            woken                                            -> asks 4000-9999 if "a"
            503 | Retry-After: 7 | Content-Length: 0         -> drains, waits 7 s
            woken                                            -> asks 4000-9999 if "a"
            """),
        .download(
            "the server sends less than it was asked for",
            """
            begin                                            -> asks all
            200 | Content-Length: 10000 | ETag: "a"          -> reads 0-9999/10000 fresh end
            reset at wants 4000+1 left 6000                  -> waits 500 ms
            woken                                            -> asks 4000-9999 if "a"
            206 | bytes 4000-4999/10000 | ETag: "a"          -> reads 4000-4999/10000
            ended at 5000+1 left 0                           -> asks 5000-9999 if "a"
            206 | bytes 5000-9999/10000 | ETag: "a"          -> reads 5000-9999/10000 end
            """),
    ]

    static let kept: [FetchScript] = [
        .download(
            "a previous run has left a part", kept: part,
            """
            begin                                            -> asks 4000-9999 if "a"
            206 | bytes 4000-9999/10000 | ETag: "a"          -> reads 4000-9999/10000 end
            found left 0                                     -> drains, found, 1024 bytes, 1 requests, "a"
            """),
        .download(
            "a part of a picture without a known length", kept: PictureValidators(etag: "\"a\""),
            """
            begin                                            -> asks 4000-999999 if "a"
            206 | bytes 4000-9999/10000 | ETag: "a"          -> reads 4000-9999/10000 end
            """),
        .download(
            "the picture is another by now", kept: part,
            """
            begin                                            -> asks 4000-9999 if "a"
            200 | Content-Length: 8000 | ETag: "b"           -> reads 0-7999/8000 fresh end
            reset at wants 5000+1 left 3000                  -> waits 500 ms
            woken                                            -> asks 5000-7999 if "b"
            """),
        .download(
            "the server gives no parts", kept: part,
            """
            begin                                            -> asks 4000-9999 if "a"
            200 | Content-Length: 10000 | ETag: "a"          -> reads 0-9999/10000 fresh end
            """),
        .download(
            "a server that ignores If-Range", kept: part,
            """
            begin                                            -> asks 4000-9999 if "a"
            206 | bytes 4000-8999/9000 | ETag: "b" | Content-Length: 5000 -> drains, asks all
            200 | Content-Length: 9000 | ETag: "b"           -> reads 0-8999/9000 fresh end
            """),
        .download(
            "a server that ignores If-Range and tells no tag", kept: part,
            """
            begin                                            -> asks 4000-9999 if "a"
            206 | bytes 4000-9999/10000 | Content-Length: 6000 -> drains, asks all
            200 | Content-Length: 10000                      -> reads 0-9999/10000 fresh end
            """),
        .download(
            "a weak tag in the answer to If-Range", kept: part,
            """
            begin                                            -> asks 4000-9999 if "a"
            206 | bytes 4000-9999/10000 | ETag: W/"a"        -> resets, asks all
            """),
        .download(
            "the picture has become shorter than the part", kept: part,
            """
            begin                                            -> asks 4000-9999 if "a"
            416 | bytes */3000 | Content-Length: 0           -> drains, asks all
            200 | Content-Length: 3000 | ETag: "b"           -> reads 0-2999/3000 fresh end
            """),
        .download(
            "more is kept than may be fetched", kept: part, maxBytes: 4000,
            """
            begin                                            -> asks all
            200 | Content-Length: 10000 | ETag: "a"          -> drains, too-large: the picture has 10000 bytes, which is more than 4000 bytes
            """),
        .download(
            "it changes whenever it is asked for", kept: part,
            """
            begin                                            -> asks 4000-9999 if "a"
            200 | Content-Length: 10000 | ETag: "b"          -> reads 0-9999/10000 fresh end
            reset at wants 4000+1 left 6000                  -> waits 500 ms
            woken                                            -> asks 4000-9999 if "b"
            200 | Content-Length: 10000 | ETag: "c"          -> reads 0-9999/10000 fresh end
            reset at wants 4000+1 left 6000                  -> waits 1 s
            woken                                            -> asks 4000-9999 if "c"
            200 | Content-Length: 70000 | ETag: "d"          -> reads 0-69999/70000 fresh end
            """),
        .download(
            "bytes of another range", kept: part,
            """
            begin                                            -> asks 4000-9999 if "a"
            206 | bytes 0-9999/10000                         -> resets, content-mismatch: the server sent bytes 0-9999 for 4000-9999
            """),
        .download(
            "lengths that contradict each other", kept: part,
            """
            begin                                            -> asks 4000-9999 if "a"
            206 | bytes 4000-9999/10000 | Content-Length: 7  -> drains, content-mismatch: the server's Content-Length is not that of its Content-Range
            """),
    ]

    static let ends: [FetchScript] = [
        .download(
            "as long as the limit", maxBytes: 1000,
            """
            begin -> asks all
            200 | Content-Length: 1000 -> reads 0-999/1000 fresh end
            """),
        .download(
            "longer than the limit", maxBytes: 1000,
            """
            begin -> asks all
            200 | Content-Length: 1001 -> drains, too-large: the picture has 1001 bytes, which is more than 1000 bytes
            """),
        .download(
            "the limit ends behind the bytes of a previous run", kept: PictureValidators(etag: "\"a\""), maxBytes: 4001,
            """
            begin -> asks 4000-4000 if "a"
            """),
        .download(
            "the bytes of a previous run reach the limit", kept: PictureValidators(etag: "\"a\""), maxBytes: 4000,
            """
            begin -> asks all
            """),
        .download(
            "a declared length above the limit",
            """
            begin                                            -> asks all
            200 | Content-Length: 1000001                    -> resets, too-large: the picture has 1000001 bytes, which is more than 1000000 bytes
            """),
        .download(
            "exactly as long as may be",
            """
            begin                                            -> asks all
            200 | Content-Length: 1000000                    -> reads 0-999999/1000000 fresh end
            """),
        .download(
            "a body without a length that goes on and on", maxBytes: 5000,
            """
            begin                                            -> asks all
            200                                              -> reads 0-*/* fresh end
            more 5000+1                                      -> waits
            more 5001+1                                      -> resets, too-large: the picture has more than 5000 bytes
            """),
        .download(
            "no bytes",
            """
            begin                                            -> asks all
            200 | Content-Length: 0                          -> drains, empty: there are no bytes in it
            """),
        .download(
            "compressed",
            """
            begin                                            -> asks all
            200 | Content-Length: 9 | Content-Encoding: gzip -> drains, content-mismatch: the server compresses what was asked for as it is
            """),
        .download(
            "a part where the whole was asked for",
            """
            begin                                            -> asks all
            206 | bytes 0-9/10                               -> resets, content-mismatch: the server sent a part where the whole was asked for
            """),
        .download(
            "retries come to an end", retries: 1,
            """
            begin                                            -> asks all
            200 | Content-Length: 10000 | ETag: "a"          -> reads 0-9999/10000 fresh end
            reset at wants 4000+1 left 6000                  -> waits 500 ms
            woken                                            -> asks 4000-9999 if "a"
            connect                                          -> connect: the host does not accept connections
            """),
        .download(
            "a whole file without a whole header",
            """
            begin                                            -> asks all
            200 | Content-Length: 900 | Connection: close    -> reads 0-899/900 fresh end
            corrupt left 0                                   -> drains, corrupt: the picture's header is damaged
            more 900+1 left 0                                -> waits
            ended                                            -> waits
            woken                                            -> waits
            """),
        .download(
            "given up while bytes come",
            """
            begin                                            -> asks all
            200 | Content-Length: 10000                      -> reads 0-9999/10000 fresh end
            suspended                                        -> host-suspended: the host failed too often in this run
            more 9000+1 left 1000                            -> waits
            """),
        .download(
            "late events of a transfer that was released change nothing",
            """
            woken                                            -> waits
            begin                                            -> asks all
            more 100+1                                       -> waits
            begin                                            -> waits
            404 | Content-Length: 5                          -> drains, http-status: the server answered 404
            200 | Content-Length: 10                         -> waits
            """),
    ]
}

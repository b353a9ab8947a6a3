import TestSupport
import Testing

@testable import Fetching

/// The message of a store that refuses a request.
@Suite struct StoreRefusalTests {
    @Test(arguments: scripts) func aRefusal(_ script: FetchScript) { script.play() }

    private static let cause = "the keys may lack the right to read this, or to list the bucket, and then it may be missing"

    private static let scripts = [
        FetchScript.bucket(
            "a code is shown",
            """
            begin -> asks 0-16383
            404 | Content-Length: 90 -> reads the refusal
            <Error><Code>NoSuchKey</Code></Error> -> resets, http-status: the server answered 404, NoSuchKey
            """),
        FetchScript.bucket(
            "a right may be missing",
            """
            begin -> asks 0-16383
            403 -> reads the refusal
            <Error><Code>AccessDenied</Code></Error> -> resets, http-status: the server answered 403, AccessDenied; \(cause)
            """),
        FetchScript.bucket(
            "keys that are wrong have no lack of rights",
            """
            begin -> asks 0-16383
            403 -> reads the refusal
            <Error><Code>SignatureDoesNotMatch</Code></Error> -> resets, http-status: the server answered 403, SignatureDoesNotMatch
            """),
        FetchScript.bucket(
            "a refusal without a document",
            """
            begin -> asks 0-16383
            403 | Content-Length: 0 -> drains, http-status: the server answered 403; \(cause)
            """),
        FetchScript.bucket(
            "a document that does not come",
            """
            begin -> asks 0-16383
            403 -> reads the refusal
            nothing -> resets, http-status: the server answered 403; \(cause)
            """),
        FetchScript.bucket(
            "a bucket of another region",
            """
            begin -> asks 0-16383
            400 | x-amz-bucket-region: eu-west-3 -> reads the refusal
            <Code>AuthorizationHeaderMalformed</Code> -> \
            resets, http-status: the server answered 400, AuthorizationHeaderMalformed; the bucket is in the region eu-west-3, which AWS_REGION may name
            """),
        FetchScript.bucket(
            "a region that only the document names",
            """
            begin -> asks 0-16383
            403 -> reads the refusal
            <Code>AccessDenied</Code><Region>eu-west-3</Region> -> \
            resets, http-status: the server answered 403, AccessDenied; the bucket is in the region eu-west-3, which AWS_REGION may name
            """),
        FetchScript.bucket(
            "a bucket that has moved",
            """
            begin -> asks 0-16383
            301 | x-amz-bucket-region: eu-west-3 -> \
            resets, http-status: the server answered 301; the bucket is in the region eu-west-3, which AWS_REGION may name
            """),
        FetchScript.bucket(
            "a bucket that has moved, and nobody knows where to",
            """
            begin -> asks 0-16383
            301 -> resets, http-status: the server answered 301 and does not say where to
            """),
        FetchScript.bucket(
            "keys that have expired are replaced",
            """
            begin -> asks 0-16383
            400 | Content-Length: 90 -> reads the refusal
            <Error><Code>ExpiredToken</Code></Error> -> resets, awaits keys
            woken -> asks 0-16383
            206 | bytes 0-16383/50000 -> reads 0-16383/50000 fresh
            found left 0 -> drains, found, 50000 bytes, 2 requests
            """),
        FetchScript.bucket(
            "keys are replaced once",
            """
            begin -> asks 0-16383
            403 -> reads the refusal
            <Error><Code>ExpiredToken</Code></Error> -> resets, awaits keys
            woken -> asks 0-16383
            400 -> reads the refusal
            <Error><Code>ExpiredToken</Code></Error> -> resets, http-status: the server answered 400, ExpiredToken
            """),
        FetchScript.bucket(
            "keys that cannot be replaced", keyRenewals: 0,
            """
            begin -> asks 0-16383
            400 -> reads the refusal
            <Error><Code>ExpiredToken</Code></Error> -> resets, http-status: the server answered 400, ExpiredToken
            """),
        FetchScript.bucket(
            "a clock that is wrong is not mended by other keys",
            """
            begin -> asks 0-16383
            403 -> reads the refusal
            <Error><Code>RequestTimeTooSkewed</Code></Error> -> resets, http-status: the server answered 403, RequestTimeTooSkewed
            """),
        FetchScript.bucket(
            "in the middle of a picture",
            """
            begin -> asks 0-16383
            206 | bytes 0-16383/500000 | ETag: "a" -> reads 0-16383/500000 fresh
            wants 300000+4 left 0 -> drains, asks 300000-304095 if "a"
            400 -> reads the refusal
            <Error><Code>ExpiredToken</Code></Error> -> resets, awaits keys
            woken -> asks 300000-304095 if "a"
            """),
        FetchScript.bucket(
            "the run ends while the document is read",
            """
            begin -> asks 0-16383
            403 -> reads the refusal
            suspended -> host-suspended: the host failed too often in this run
            """),
        FetchScript.bucket(
            "the run ends while keys are awaited",
            """
            begin -> asks 0-16383
            403 -> reads the refusal
            <Code>ExpiredToken</Code> -> resets, awaits keys
            suspended -> host-suspended: the host failed too often in this run
            <Code>ExpiredToken</Code> -> waits
            """),
        FetchScript(
            "only stores have codes",
            """
            begin -> asks 0-16383
            403 | Content-Length: 90 -> drains, http-status: the server answered 403; if it refuses this program, a header line User-Agent names another
            <Code>ExpiredToken</Code> -> waits
            """),
    ]

    @Test(
        arguments: [
            ("<?xml version=\"1.0\"?>\n<Error><Code>NoSuchKey</Code><Message>x</Message></Error>", "NoSuchKey"),
            ("<Error><Code>InvalidArgument.Name2</Code>", "InvalidArgument.Name2"), ("<Code>A</Code><Code>B</Code>", "A"), ("", nil),
            ("<Code>", nil),
            ("<Code></Code>", nil), ("<Code>A", nil), ("<Code>A B</Code>", nil), ("<Code>A<b/></Code>", nil), ("<Code>ä</Code>", nil),
            ("<Code>A&amp;</Code>", nil), ("<html><h1>403</h1></html>", nil),
            ("<Code>\(String(repeating: "a", count: 64))</Code>", String(repeating: "a", count: 64)),
            ("<Code>\(String(repeating: "a", count: 65))</Code>", nil), ("<code>A</code>", nil),
        ] as [(String, String?)])
    func codes(document: String, code: String?) { #expect(StoreRefusal.code(in: Array(document.utf8)) == code) }

    /// Keys, their rights or their region may be wrong, if a picture in a bucket is refused like this.
    @Test(arguments: [
        (400, true), (401, true), (403, true), (301, true), (308, true), (302, false), (307, false), (404, false), (402, false),
        (429, false), (500, false),
    ])
    func failuresOfTheAsker(status: Int, isOfTheAsker: Bool) {
        for isInBucket in [true, false] {
            let fetch = PictureFetch(.header, limits: FetchLimits(), isInBucket: isInBucket)
            #expect(fetch.failure(of: head("HTTP/1.1 \(status)")).isOfTheAsker == (isInBucket && isOfTheAsker))
        }
    }

    /// Whatever a store sends, the code is a short word.
    @Test func drawnDocuments() {
        var seed = Seed.announced(for: "StoreRefusalTests.drawnDocuments")
        let pieces = [
            "<Code>", "</Code>", "<", ">", "Expired", "Token", "\0", "ü", " ", "<Error>", "\u{1B}[2J", String(repeating: "z", count: 60),
        ]
        for _ in 0..<5000 {
            let document = (0..<Int.random(in: 0...9, using: &seed)).map { _ in pieces[Int.random(in: pieces.indices, using: &seed)] }
                .joined()
            guard let code = StoreRefusal.code(in: Array(document.utf8)) else { continue }
            #expect(code.utf8.count <= 64 && code.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") }, "\(document)")
            #expect(document.contains("<Code>\(code)</Code>"))
        }
    }
}

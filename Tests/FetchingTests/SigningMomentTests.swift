import Testing

@testable import Fetching

@Suite struct SigningMomentTests {
    private static let keys = SigningKeys(name: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
    private static let host = "https://examplebucket.s3.amazonaws.com"
    /// 24 May 2013 at midnight.
    private static let time: Int64 = 1_369_353_600

    private static func store(_ keys: SigningKeys, _ region: String) -> BucketStore {
        BucketStore(at: .path("http://h:9000"), by: .signature(StoreKeys(keys, region: region)), isNamedByUser: true)
    }

    /// A store that has signed on other days signs as a new one does.
    @Test func eachDayHasItsKey() {
        let store = Self.store(Self.keys, "us-east-1")
        for day in [0, 0, 1, 2, 1, 0] as [Int64] {
            let time = Self.time + day * 86_400 + 3
            #expect(
                store.sign(Self.host + "/a", at: time).lines == Self.store(Self.keys, "us-east-1").sign(Self.host + "/a", at: time).lines)
        }
    }

    /// The examples that AWS has published for GET requests to S3.
    @Test(
        arguments: [
            (
                "/test.txt", ["Range: bytes=0-9"], "host;range;x-amz-content-sha256;x-amz-date",
                "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
            ),
            ("?lifecycle", [], "host;x-amz-content-sha256;x-amz-date", "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
            (
                "/?max-keys=2&prefix=J", [], "host;x-amz-content-sha256;x-amz-date",
                "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
            ),
        ] as [(String, [String], String, String)])
    func publishedExamples(path: String, lines: [String], fields: String, signature: String) {
        let signed = Self.store(Self.keys, "us-east-1").sign(Self.host + path, at: Self.time, besides: lines).lines
        #expect(
            signed == [
                "x-amz-content-sha256: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                "x-amz-date: 20130524T000000Z",
                "Authorization: AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
                    + "SignedHeaders=\(fields),Signature=\(signature)",
            ])
    }

    /// Blanks around a value and several inside it count as in the form that is signed.
    @Test(arguments: [(" a b  c ", "a b c"), ("a", " a"), ("", "  ")])
    func blanks(value: String, same: String) {
        let signed = [value, same].map {
            Self.store(Self.keys, "r").sign("http://h:9000/b/k", at: Self.time, besides: ["x-amz-b: 1", "X-Amz-A:\($0)"]).lines.last
        }
        #expect(signed[0] == signed[1])
        let other = Self.store(Self.keys, "r").sign("http://h:9000/b/k", at: Self.time, besides: ["x-amz-b: 1", "X-Amz-A: other"]).lines
            .last
        #expect(signed[0] != other)
    }

    /// Lent keys have a session, which is sent and signed; and so are the user's own lines that begin with `x-amz-`.
    @Test func sessionAndOwnLines() {
        let keys = SigningKeys(name: "A", secret: "B", session: "C")
        let lines = Self.store(keys, "eu-central-1")
            .sign("http://h:9000/b/k", at: Self.time, besides: ["X-Amz-Request-Payer:  requester", "Accept: */*"]).lines
        #expect(lines[2] == "x-amz-security-token: C")
        #expect(lines[3].contains("SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-request-payer;x-amz-security-token,"))
    }

    /// URLs with the same signature. The scheme's own port is not sent, and a query is signed in the order of names.
    @Test(arguments: [
        ("http://h:80/b/k", "http://h/b/k", true), ("https://h:443/b/k", "https://h/b/k", true), ("http://h:443/b", "http://h/b", false),
        ("https://h:80/b", "https://h/b", false), ("http://h:9000/b", "http://h/b", false), ("https://h/b", "http://h/b", true),
        ("http://h", "http://h/", true), ("http://h?a", "http://h/?a=", true), ("https://h:443?a", "https://h/?a=", true),
        ("http://h/b?a", "http://h/b?a=", true), ("http://h/b?", "http://h/b", true), ("http://h/b?a=1&b", "http://h/b?b=&a=1", true),
        ("http://h/b?a=1", "http://h/b?a=2", false), ("http://h/b?a", "http://h/b", false), ("http://h/b", "http://h/c", false),
        ("http://h/b", "http://i/b", false), ("http://h/b/c", "http://h/b", false),
    ])
    func addresses(one: String, other: String, isSame: Bool) {
        let signed = [one, other].map { Self.store(Self.keys, "r").sign($0, at: Self.time).lines.last }
        #expect((signed[0] == signed[1]) == isSame)
    }

    /// Each line of the user, and the name under which it is signed.
    @Test(
        arguments: [
            ("Range: bytes=0-1", "range"), ("RANGE:bytes=0-1", "range"), ("X-Amz-Meta: 1", "x-amz-meta"), ("x-amz-: 1", "x-amz-"),
            ("Ranges: 1", nil), ("Rang: 1", nil), ("x-amz: 1", nil), ("xray: 1", nil), ("x-amz-a", nil), ("Range", nil), ("", nil),
            ("Referer: /", nil), ("Accept: x-amz-", nil), ("Orange: 1", nil), ("If-Range: x", nil),
        ] as [(String, String?)])
    func signedLines(line: String, name: String?) {
        let signed = Self.store(Self.keys, "r").sign("http://h/b", at: Self.time, besides: [line]).lines
        let names = (["host", "x-amz-content-sha256", "x-amz-date"] + (name.map { [$0] } ?? [])).sorted().joined(separator: ";")
        #expect(signed.last?.contains("SignedHeaders=\(names),") == true)
    }

    /// Keys are words of ASCII.
    @Test(
        arguments: [
            ("A", true), ("!~", true), (" ", false), ("A B", false), ("\u{7F}", false), ("A\r", false), ("A\n", false), ("ä", false),
        ] as [(String, Bool)])
    func words(text: String, canBeSent: Bool) {
        #expect(SigningKeys(name: text, secret: "S").canBeSent == canBeSent)
        #expect(SigningKeys(name: "A", secret: text).canBeSent == canBeSent)
        #expect(SigningKeys(name: "A", secret: "S", session: text).canBeSent == canBeSent)
    }
}

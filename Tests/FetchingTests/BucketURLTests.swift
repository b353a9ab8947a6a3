import Testing

@testable import Fetching

@Suite struct BucketURLTests {
    @Test(arguments: [
        ("s3://shop/a.jpg", "shop", "/a.jpg"), ("S3://shop/a.jpg", "shop", "/a.jpg"), ("gs://shop/a.jpg", "shop", "/a.jpg"),
        ("az://shop/a.jpg", "shop", "/a.jpg"), ("s3://shop", "shop", "/"), ("s3://shop/", "shop", "/"),
        ("s3://shop//a.jpg", "shop", "//a.jpg"), ("s3://my.shop_1/x/y z.jpg", "my.shop_1", "/x/y%20z.jpg"),
        ("s3://shop/a+b=c&d?e#f%20@g:h;i,j", "shop", "/a%2Bb%3Dc%26d%3Fe%23f%2520%40g%3Ah%3Bi%2Cj"),
        ("s3://shop/größe/~-._", "shop", "/gr%C3%B6%C3%9Fe/~-._"),
    ])
    func read(url: String, bucket: String, path: String) throws {
        let read = try #require(BucketURL(Array(url.utf8)))
        #expect(read.bucket == bucket)
        #expect(read.path == path)
    }

    @Test(arguments: [
        "s3:/shop/a", "s3:shop", "s4://shop/a", "s3://", "s3:///a", "s3://sh op/a", "s3://user@shop/a", "s3://shop:80/a", "shop/a",
        "s3://../a", "s3://./a",
    ])
    func notABucket(url: String) { #expect(BucketURL(Array(url.utf8)) == nil) }

    /// libcurl would leave the folder.
    @Test(arguments: ["s3://shop/../other/a", "s3://shop/./a", "s3://shop/a/.."])
    func notToBeAsked(url: String) throws { #expect(try #require(BucketURL(Array(url.utf8))).path == nil) }

    @Test(arguments: [
        ("shop", "https://shop.s3.eu-west-1.amazonaws.com/a%20b.jpg"), ("my.shop", "https://s3.eu-west-1.amazonaws.com/my.shop/a%20b.jpg"),
        ("Shop", "https://s3.eu-west-1.amazonaws.com/Shop/a%20b.jpg"), ("ab", "https://s3.eu-west-1.amazonaws.com/ab/a%20b.jpg"),
    ])
    func amazon(bucket: String, address: String) throws {
        let store = BucketStore(at: .host("s3.eu-west-1.amazonaws.com"), by: .everybody, isNamedByUser: false)
        let asked = try WebAddress(Array("s3://\(bucket)/a b.jpg".utf8), in: [.s3: store])
        #expect(asked.bytes == Array(address.utf8))
        #expect(asked.store === store)
    }

    @Test(arguments: [
        ("http://h.example", "http://h.example/shop/a.jpg"), ("HTTPS://h.example:9000/", "https://h.example:9000/shop/a.jpg"),
        ("https://h.example/s3//", "https://h.example/s3/shop/a.jpg"),
    ])
    func servers(url: String, address: String) throws {
        let store = BucketStore(at: try #require(BucketStore.Server(url)), by: .everybody, isNamedByUser: true)
        #expect(try WebAddress(Array("s3://shop/a.jpg".utf8), in: [.s3: store]).bytes == Array(address.utf8))
    }

    @Test(arguments: [
        "", "h.example", "ftp://h.example", "http:h.example", "http://", "http:///a", "http://:9000", "http://user:word@h.example",
        "http://h.example?a", "http://h.example#a", "http://h.example/a b",
    ])
    func notAServer(url: String) { #expect(BucketStore.Server(url) == nil) }

    @Test func refused() {
        let store = BucketStore(at: .path("http://127.0.0.1:9000"), by: .everybody, isNamedByUser: true)
        for (url, refusal) in [
            ("s3://shop", .wholeBucket), ("s3://shop/", .wholeBucket), ("s3://shop/../a", .badURL), ("s3://sh op/a", .badURL),
            ("gs://shop/a", .forbiddenScheme),
        ] as [(String, WebAddress.Refusal)] {
            #expect(throws: refusal) { try WebAddress(Array(url.utf8), in: [.s3: store]) }
        }
    }

    /// The token is sent, and is in no address that a log or a redirect could have.
    @Test func token() throws {
        let store = BucketStore(at: .path("https://shop.blob.core.windows.net"), by: .token("sv=1&sig=s3cr3t"), isNamedByUser: false)
        let asked = try WebAddress(Array("az://spring/a.jpg".utf8), in: [.az: store])
        #expect(asked.bytes == Array("https://shop.blob.core.windows.net/spring/a.jpg".utf8))
        let sent = asked.sentText.dropLast().map { UInt8(bitPattern: $0) }
        #expect(String(decoding: sent, as: UTF8.self) == "https://shop.blob.core.windows.net/spring/a.jpg?sv=1&sig=s3cr3t")
        #expect(try asked.following("/b.jpg").store == nil)
    }
}

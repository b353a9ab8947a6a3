import TestSupport
import Testing
import WeirBase

@testable import Measuring

/// The text of an `img`, and the source that the text names.
@Suite struct PictureLocationTests {
    private func parsed(_ img: Bytes) -> String {
        switch img.all.withUnsafeBufferPointer({ PictureLocation(of: $0, below: nil) }) {
        case .file(let path): "local \(String(decoding: path, as: UTF8.self))"
        case .url: "remote"
        case .inline(let content): "inline \(String(decoding: content, as: UTF8.self))"
        case .nowhere(let failure): "\(failure.code.rawValue): \(failure.message)"
        }
    }

    /// A path is used as it is, without any decoding.
    @Test(arguments: [
        "a.jpg", "/a/b.jpg", "../a", "a b.jpg", "%20.jpg", "a:b.jpg", "C:/a.jpg", "c:a", "http:a.jpg", "http:/a.jpg", "://a",
        "é://a", "a b://c", "_://a", "//host/a.jpg", "12:30.jpg", "a/b://c", "file:a", ":", "", "products//12:30@2x.jpg",
        String(repeating: "s", count: 40) + "://a",
    ])
    func paths(img: String) {
        #expect(parsed(Bytes(img)) == "local \(img)")
    }

    @Test(arguments: ["http://h/a", "https://h/a", "HTTPS://h/a", "hTTp://", "https://h/a b?c#d"])
    func remote(img: String) {
        #expect(parsed(Bytes(img)) == "remote")
    }

    @Test(arguments: [
        ("file:///a/b.jpg", "/a/b.jpg"), ("FILE:///a", "/a"), ("file://localhost/a", "/a"), ("file://LocalHost/a", "/a"),
        ("file:///a%20b", "/a b"), ("file:///%2e%2E/x", "/../x"), ("file:///a%2Fb", "/a/b"), ("file:///", "/"),
        ("file:/a/b.jpg", "/a/b.jpg"), ("File:/a%20b", "/a b"),
        ("file:////a", "//a"), ("file:///%C3%A9", "/é"), ("file:///a+b", "/a+b"),
    ])
    func fileURLs(img: String, path: String) {
        #expect(parsed(Bytes(img)) == "local \(path)")
    }

    @Test(arguments: [
        ("data:,", ""), ("data:,a%20b", "a b"), ("data:text/plain,a#b", "a"), ("DATA:,x", "x"), ("data:;base64,", ""),
        ("data:;base64,YQ==", "a"), ("data:;base64,YQ", "a"), ("data:image/png;BASE64,YWI=", "ab"), ("data:;base64,YWJj", "abc"),
        ("data:;base64,YWJjZA%3d%3D", "abcd"), ("data:;base64,Y%20WJ\nj", "abc"), ("data:;base64,Pz8/Pj4+", "???>>>"),
        ("data:base64,YQ==", "YQ=="),
    ])
    func dataURLs(img: String, content: String) {
        #expect(parsed(Bytes(img)) == "inline \(content)")
    }

    /// The slashes of a data URL are no folders.
    @Test func hashes() {
        func hash(_ img: String) -> Bytes { Bytes("\(Array(img.utf8).withUnsafeBufferPointer { PictureLocation.hash(of: $0) })") }
        #expect(hash("a//b") == hash("a/b"))
        #expect(hash("data:;base64,a//b") != hash("data:;base64,a/b"))
    }

    @Test(arguments: [
        ("http:u:p@h/a", "bad-url: the address is not a valid URL"), ("HTTPS:/u@h", "bad-url: the address is not a valid URL"),
        ("file://", "bad-url: the address is not a valid URL"), ("file://a", "bad-url: the address is not a valid URL"),
        ("file://host/a", "bad-url: a file URL names a file of this machine, not of host"),
        ("file:///%", "bad-url: the address is not a valid URL"), ("file:///%4", "bad-url: the address is not a valid URL"),
        ("file:///%zz", "bad-url: the address is not a valid URL"), ("file:///a%00b", "bad-url: the address is not a valid URL"),
        ("ftp://h/a", "forbidden-scheme: ftp: is not a scheme that is read"),
        ("s3+x.y-z://b/a", "forbidden-scheme: s3+x.y-z: is not a scheme that is read"),
        ("data:image/gif", "bad-url: a data: URL has a comma before its content, and this one has none"),
        ("data:;base64,R", "bad-url: the content of the data: URL is not base64"),
        ("data:;base64,R0==R0", "bad-url: the content of the data: URL is not base64"),
        ("data:;base64,R0=", "bad-url: the content of the data: URL is not base64"),
        ("data:,%g0", "bad-url: in the data: URL a % is not followed by two hexadecimal digits"),
    ])
    func refused(img: String, message: String) {
        #expect(parsed(Bytes(img)) == message)
    }

    /// A path may have bytes that are not UTF-8.
    @Test func bytes() {
        let img: [UInt8] = [0xFF, 0x2F, 0xFE]
        guard case .file(let path) = img.withUnsafeBufferPointer({ PictureLocation(of: $0, below: nil) }) else {
            Issue.record("not local")
            return
        }
        #expect(path == img)
    }
}

import Base
import TestSupport
import Testing

@testable import Measuring

/// The text of an `img`, and the place that the text names.
@Suite struct PictureReferenceTests {
    private func parsed(_ img: Bytes) -> String {
        switch img.all.withUnsafeBufferPointer({ PictureReference.parse($0) }) {
        case .success(.local(let path)): "local \(String(decoding: path, as: UTF8.self))"
        case .success(.remote): "remote"
        case .failure(let failure): "\(failure.code.rawValue): \(failure.message)"
        }
    }

    /// A path is used as it is, without any decoding.
    @Test(arguments: [
        "a.jpg", "/a/b.jpg", "../a", "a b.jpg", "%20.jpg", "a:b.jpg", "C:/a.jpg", "c:a", "http:a.jpg", "http:/a.jpg", "://a",
        "é://a", "a b://c", "_://a", "//host/a.jpg", "12:30.jpg", "a/b://c", "file:a", ":", "",
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
        ("file:////a", "//a"), ("file:///%C3%A9", "/é"), ("file:///a+b", "/a+b"),
    ])
    func fileURLs(img: String, path: String) {
        #expect(parsed(Bytes(img)) == "local \(path)")
    }

    @Test(arguments: [
        ("file://", "bad-url: the address is not a valid URL"), ("file://a", "bad-url: the address is not a valid URL"),
        ("file://host/a", "bad-url: a file URL names a file of this machine, not of host"),
        ("file:///%", "bad-url: the address is not a valid URL"), ("file:///%4", "bad-url: the address is not a valid URL"),
        ("file:///%zz", "bad-url: the address is not a valid URL"), ("file:///a%00b", "bad-url: the address is not a valid URL"),
        ("ftp://h/a", "forbidden-scheme: ftp: is not a scheme that is read"),
        ("s3+x.y-z://b/a", "forbidden-scheme: s3+x.y-z: is not a scheme that is read"),
        ("data:image/gif;base64,R0", "forbidden-scheme: data: is not a scheme that is read"),
        ("DATA:,x", "forbidden-scheme: data: is not a scheme that is read"),
    ])
    func refused(img: String, message: String) {
        #expect(parsed(Bytes(img)) == message)
    }

    /// A path may have bytes that are not UTF-8.
    @Test func bytes() {
        let img: [UInt8] = [0xFF, 0x2F, 0xFE]
        guard case .success(.local(let path)) = img.withUnsafeBufferPointer({ PictureReference.parse($0) }) else {
            Issue.record("not local")
            return
        }
        #expect(path == img)
    }
}

import Testing
import WeirBase

/// URLs in messages, and URLs as names of pictures.
@Suite struct URLTextTests {
    @Test(arguments: [
        ("http://a.example/b.jpg?x=1", "http://a.example/b.jpg?x=1", "http://a.example/b.jpg?x=1"),
        ("http://a.example/b.jpg#part", "http://a.example/b.jpg#part", "http://a.example/b.jpg"),
        ("http://user:p@ss@a.example/b@c", "http://***@a.example/b@c", "http://a.example/b@c#user-ed3c41ac"),
        ("http://user:pass@a.example/b@c#part", "http://***@a.example/b@c#part", "http://a.example/b@c#user-ef4c914c"),
        ("https://user@a.example#@x", "https://***@a.example#@x", "https://a.example#user-04f8996d"),
        ("http://a.example/@b?c@d#e@f", "http://a.example/@b?c@d#e@f", "http://a.example/@b?c@d"),
        ("http://a.example?u:p@b", "http://a.example?u:p@b", "http://a.example?u:p@b"),
        ("http://@a.example/", "http://***@a.example/", "http://a.example/"),
        // Broken URLs.
        ("http:u:p@a.example/b", "http:***@a.example/b", "http:a.example/b#user-fd8f3144"),
        ("HTTPS:/u:p@a.example", "HTTPS:/***@a.example", "HTTPS:/a.example#user-fd8f3144"),
        ("http:///u:p@a.example/b#c", "http:///***@a.example/b#c", "http:///a.example/b#user-fd8f3144"),
        ("http:\\\\u:p@a/b", "http:\\\\***@a/b", "http:\\\\a/b#user-fd8f3144"),
        ("http://D\\u:p@a/b", "http://***@a/b", "http://a/b#user-b0f518ed"),
        ("http://a:80\\b/c@d", "http://a:80\\b/c@d", "http://a:80\\b/c@d"),
        (
            "http://a/b|http://u:p@c/d@e|https://v:q@f", "http://a/b|http://***@c/d@e|https://***@f",
            "http://a/b|http://c/d@e|https://f#user-eb6bf34868b26402"
        ),
        ("http//u:p@a/b", "http//***@a/b", "http//a/b#user-fd8f314419e0a57e"),
        ("htp:/u:p@a/b", "htp:/***@a/b", "htp:/a/b#user-fd8f314419e0a57e"),
        ("blob:http://u:p@a/b", "blob:http://***@a/b", "blob:http://a/b#user-fd8f314419e0a57e"),
        ("http://D\\u:p/q@a/b", "http://***@a/b", "http://a/b#user-30082d66c0697baf"),
        ("http://u:/p@a/b", "http://***@a/b", "http://a/b#user-81d6c5a531d6965c"),
        ("http://u:1:2/p@a/b", "http://***@a/b", "http://a/b#user-18726e97b86f1d61"),
        ("http://u:123456/p@a/b", "http://***@a/b", "http://a/b#user-6fd7e76bac75e8f9"),
        ("http://a:80 b/c@d", "http://***@d", "http://d#user-143a293b6ee9d1f6"),
        ("http://a/b, see c:d/e@f", "http://a/b, see c:d/e@f", "http://a/b, see c:d/e@f"),
        ("http://a b:c/d@e", "http://a b:c/d@e", "http://a b:c/d@e"),
        // Several URLs in a name.
        ("http://a/b,http://u:p@c/d", "http://a/b,http://***@c/d", "http://a/b,http://c/d#user-fd8f314419e0a57e"),
        ("http://a http://u:p@c/d", "http://a http://***@c/d", "http://a http://c/d#user-fd8f314419e0a57e"),
        ("http://a:80/b;HTTPS:u:p@c/d", "http://a:80/b;HTTPS:***@c/d", "http://a:80/b;HTTPS:c/d#user-fd8f314419e0a57e"),
        ("http://a/,http:\\\\u:p@c", "http://a/,http:\\\\***@c", "http://a/,http:\\\\c#user-fd8f314419e0a57e"),
        ("http://a,http://u:p/q#r@c/d", "http://a,http://***@c/d", "http://a,http://c/d#user-5c389375b85247ad"),
        ("http://u:p@a/b,http://v:q@c", "http://***@a/b,http://***@c", "http://a/b,http://c#user-eb6bf34868b26402"),
        ("http://u:p/q@a/b,http://v:q@c", "http://***@a/b,http://***@c", "http://a/b,http://c#user-c97120ef2e2ee6de"),
        ("http://a/b?c=http://u:p@d", "http://a/b?c=http://***@d", "http://a/b?c=http://d#user-fd8f314419e0a57e"),
        ("http://a/b#http://u:p@c", "http://a/b#http://***@c", "http://a/b"),
        ("file:///b@2x.jpg", "file:///b@2x.jpg", "file:///b@2x.jpg"), ("\\\\a\\b:c@2x", "\\\\a\\b:c@2x", "\\\\a\\b:c@2x"),
        ("http://a//b@2x.jpg", "http://a//b@2x.jpg", "http://a//b@2x.jpg"),
        ("http://***@a/b", "http://***@a/b", "http://a/b#user-596f4162"),
        ("http://u:p/q@a.example/b", "http://***@a.example/b", "http://a.example/b#user-ee5f958e8694ad87"),
        ("http://u:p#q@a.example/b", "http://***@a.example/b", "http://a.example/b#user-ae0fc3721219ab18"),
        ("ftp://u:p?q@a.example/b", "ftp://***@a.example/b", "ftp://a.example/b#user-64153511924a4bfb"),
        ("//u:p@a.example/b", "//***@a.example/b", "//a.example/b#user-fd8f3144"),
        ("http://a.example:80/b@c", "http://a.example:80/b@c", "http://a.example:80/b@c"),
        ("http://[::1]/b@c", "http://[::1]/b@c", "http://[::1]/b@c"),
        ("http://a.example:/b@c", "http://***@c", "http://c#user-4763573508e33caf"),
        ("http://a.example:/b", "http://a.example:/b", "http://a.example:/b"),
        ("http://a.example:/b/c@2x.jpg", "http://***@2x.jpg", "http://2x.jpg#user-d6a93a0430c0954b"),
        ("http://", "http://", "http://"),
        ("http:@", "http:***@", "http:"),
        ("C:/b@2x.jpg", "C:/b@2x.jpg", "C:/b@2x.jpg"), ("a:b@2x.jpg", "a:b@2x.jpg", "a:b@2x.jpg"),
        ("http:a.jpg", "http:a.jpg", "http:a.jpg"),
        ("s3://b/a@c.jpg#1?x", "s3://b/a@c.jpg#1?x", "s3://b/a@c.jpg#1?x"), ("GS://b/a#c", "GS://b/a#c", "GS://b/a#c"),
        (" http:u:p@a/b", " http:***@a/b", " http:a/b#user-fd8f3144"),
        ("\u{FEFF}http://u:p@a/b", "\u{FEFF}http://***@a/b", "\u{FEFF}http://a/b#user-fd8f3144"),
        ("s3://u:p@b/a", "s3://***@b/a", "s3://b/a#user-fd8f3144"), ("file://u:p@a/b", "file://***@a/b", "file://a/b#user-fd8f3144"),
        ("mailto:a@b", "mailto:a@b", "mailto:a@b"), ("#", "#", ""), ("", "", ""),
    ])
    func texts(url: String, shown: String, stored: String) {
        let bytes = Array(url.utf8)
        #expect(String(decoding: withoutCredentials(bytes), as: UTF8.self) == shown)
        let name = bytes.withUnsafeBufferPointer { urlForStorage($0) }
        #expect(String(decoding: name, as: UTF8.self) == stored)
    }

    @Test(arguments: [
        ("http://a.example:80/b", "a.example:80"), ("http://u:p@a.example/b", "a.example"), ("http://D\\u:p@a.example/b", "a.example"),
        ("http://u:p/q@a.example/b", "a.example"), ("http://u:p?q@a.example:8/b", "a.example:8"), ("http://a.example\\b", "a.example"),
        ("//u@a/b", "a"), ("http://a/b,http://u:p@c/d", "a"), ("s3://bucket/a@b", "bucket"), ("a/b", nil), ("", nil),
    ])
    func hosts(url: String, host: String?) { #expect(hostText(of: Array(url.utf8)).map { String(decoding: $0, as: UTF8.self) } == host) }
}

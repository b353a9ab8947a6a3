import TestSupport
import Testing

@testable import weir

@Suite struct DemoShopTests {
    /// The packed shop is that of Samples, so nobody has changed a picture without `scripts/demo-shop`.
    @Test func isFresh() throws {
        let files = try DemoShop.unpacked()
        #expect(files.count == DemoShopFiles.table.count && files.count > 40)
        for file in files {
            let path = String(decoding: file.path, as: UTF8.self)
            guard path != "weir.json" else { continue }
            #expect(try Fixtures.bytes(of: "\(Fixtures.root)/Samples/\(path)") == Array(file.content), "\(path)")
        }
    }

    @Test(arguments: [
        ("a/b-c_d.jpg", "a/b-c_d.jpg"), ("two words", "'two words'"), ("it's", #"'it'\''s'"#), ("$HOME", "'$HOME'"), ("é", "'é'"), ("", "''"),
        ("a\nb", "'a<U+000A>b'"),
    ])
    func quotes(text: String, quoted: String) {
        #expect(Argument(text).quotedForShell == quoted)
    }
}

import Foundation
import TestSupport
import Testing

@testable import weir

@Suite struct DemoShopTests {
    /// The shop has all pictures of Samples.
    @Test func isWhole() throws {
        let samples = "\(Fixtures.root)/Samples"
        let pictures = try #require(FileManager.default.enumerator(atPath: samples + "/pictures")).compactMap { $0 as? String }
            .filter { $0.contains(".") && $0 != "prices.csv" }.map { "pictures/" + $0 }
        let files = DemoShop.files.map { (path: String(decoding: $0.path, as: UTF8.self), content: $0.content) }
            .filter { !$0.path.hasPrefix("app/") }
        #expect(Set(files.map(\.path)) == Set(pictures + ["catalogue.csv", "placeholder.jpg", "weir.json"]))
        for (path, content) in files { #expect(try Fixtures.bytes(of: "\(samples)/\(path)") == Array(content), "\(path)") }
    }

    @Test(arguments: [
        ("a/b-c_d.jpg", "a/b-c_d.jpg"), ("two words", "'two words'"), ("it's", #"'it'\''s'"#), ("$HOME", "'$HOME'"), ("é", "'é'"),
        ("", "''"),
        ("a\nb", "'a<U+000A>b'"),
    ])
    func quotes(text: String, quoted: String) {
        #expect(Argument(text).quotedForShell == quoted)
    }
}

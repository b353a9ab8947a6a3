import Manifests
import TestSupport
import Testing
import WeirBase

/// Properties of the writers of all formats.
@Suite struct WriterTests {
    @Test(arguments: ManifestFormat.allCases)
    func sameEntriesSameBytes(format: ManifestFormat) {
        var seed = Seed.announced(for: "sameEntriesSameBytes")
        let entries = (0..<100).map { _ in SampleEntry.randomWithExtras(using: &seed) }
        let whole = manifest(format, of: entries)
        for _ in 0..<3 { #expect(manifest(format, of: entries) == whole, "\(seed)") }
    }

    /// RFC 4180, 2; PostgreSQL reads a lone `\.` as the end, and an empty field without quotes as NULL.
    @Test(arguments: [
        ("plain", "plain"), ("a b", "a b"), ("a,b", "\"a,b\""), ("a\tb", "a\tb"), ("say \"x\"", "\"say \"\"x\"\"\""), ("a\nb", "\"a\nb\""),
        ("a\rb", "\"a\rb\""), ("\\.", "\"\\.\""), ("", "\"\""),
    ])
    func quotedFields(text: String, field: String) {
        let table = String(decoding: manifest(.csv, of: [SampleEntry(img: text)]), as: UTF8.self)
        #expect(table == "w,h,img,price\n200,275,\(field),¥169\n")
    }

    /// The caller may take the bytes out of the buffer at any time.
    @Test(arguments: ManifestFormat.allCases)
    func drainingDoesNotMatter(format: ManifestFormat) {
        var seed = Seed.announced(for: "drainingDoesNotMatter")
        let entries = (0..<100).map { _ in SampleEntry.randomWithExtras(using: &seed) }
        var pieces: [UInt8] = []
        var output = ByteBuffer()
        func drain() {
            if Bool.random(using: &seed) { return }
            pieces += output.bytes
            output.removeAll()
        }
        var writer = format.writer()
        writer.begin(&output)
        drain()
        for entry in entries {
            entry.withEntry { writer.append($0, to: &output) }
            drain()
        }
        writer.end(&output)
        #expect(pieces + output.bytes == manifest(format, of: entries), "\(seed)")
    }
}

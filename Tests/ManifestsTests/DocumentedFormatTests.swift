import Foundation
import Manifests
import TestSupport
import Testing
import WeirBase

/// The writers give exactly the examples in docs/manifest.md.
@Suite struct DocumentedFormatTests {
    static let document = Result { try String(contentsOfFile: Fixtures.root + "/docs/manifest.md", encoding: .utf8) }

    static let entries = [
        SampleEntry(),
        SampleEntry(
            width: 300, height: 300, img: "lost.jpg", price: "", extras: [.init(name: "status", value: .placeholder)]),
    ]

    @Test func formats() throws {
        let document = try Self.document.get()
        #expect(document.contains("```json\n\(text(manifest(.json, of: Self.entries)))```"))
        #expect(document.contains("```json\n\(text(manifest(.jsonl, of: Self.entries)))```"))
        #expect(document.contains("```xml\n\(text(manifest(.plist, of: [SampleEntry()])))```"))
    }

    @Test func index() throws {
        var output = ByteBuffer()
        PageIndexTests.index.write(to: &output)
        #expect(try Self.document.get().contains("```json\n\(text(output.bytes))```"))
    }
}

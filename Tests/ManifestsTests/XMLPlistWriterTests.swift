import Foundation
import Manifests
import TestSupport
import Testing

@Suite struct XMLPlistWriterTests {
    @Test func noEntries() {
        #expect(
            text(manifest(.plist, of: [])) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
                <plist version="1.0">
                <array/>
                </plist>

                """)
    }

    @Test func entries() {
        let entries = [
            SampleEntry(),
            SampleEntry(
                width: 1, height: 2, img: "a&b<c>\"d\"\r\n靴😀", price: "",
                extras: [
                    .init(name: "status", value: .placeholder), .init(name: "bytes", value: .number(0)),
                    .init(name: "animated", value: .flag(false)), .init(name: "alpha", value: .flag(true)),
                    .init(name: "a&b", value: .text(" ")), .init(name: "Z", value: .text("z")),
                ]),
        ]
        #expect(
            text(manifest(.plist, of: entries)) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
                <plist version="1.0">
                <array>
                \t<dict>
                \t\t<key>h</key>
                \t\t<integer>275</integer>
                \t\t<key>img</key>
                \t\t<string>https://example.com/a.jpg</string>
                \t\t<key>price</key>
                \t\t<string>¥169</string>
                \t\t<key>w</key>
                \t\t<integer>200</integer>
                \t</dict>
                \t<dict>
                \t\t<key>Z</key>
                \t\t<string>z</string>
                \t\t<key>a&amp;b</key>
                \t\t<string> </string>
                \t\t<key>alpha</key>
                \t\t<true/>
                \t\t<key>animated</key>
                \t\t<false/>
                \t\t<key>bytes</key>
                \t\t<integer>0</integer>
                \t\t<key>h</key>
                \t\t<integer>2</integer>
                \t\t<key>img</key>
                \t\t<string>a&amp;b&lt;c&gt;"d"&#13;
                靴😀</string>
                \t\t<key>price</key>
                \t\t<string></string>
                \t\t<key>status</key>
                \t\t<string>placeholder</string>
                \t\t<key>w</key>
                \t\t<integer>1</integer>
                \t</dict>
                </array>
                </plist>

                """)
    }

    /// The bytes equal those of Foundation, except that Foundation does not escape carriage returns.
    @Test func isWhatFoundationWrites() throws {
        var seed = Seed.announced(for: "XMLPlistWriterTests.isWhatFoundationWrites")
        for count in [0, 1, 2, 40] {
            let entries = (0..<count).map { _ in SampleEntry.randomWithExtras(using: &seed) }
            let ours = manifest(.plist, of: entries)
            let foreign = ForeignManifest(entries)
            #expect(try ForeignManifest(plist: ours, format: .xml) == foreign, "\(seed)")
            let theirs = try PropertyListSerialization.data(
                fromPropertyList: foreign.entries.map { $0.mapValues(\.foundation) }, format: .xml, options: 0)
            #expect(text(ours).replacing("&#13;", with: "\r").utf8.elementsEqual(theirs), "\(seed)")
        }
    }

    @Test(.needs(.program("python3")))
    func isReadByPython() throws {
        var seed = Seed.announced(for: "XMLPlistWriterTests.isReadByPython")
        let entries = (0..<200).map { _ in SampleEntry.randomWithExtras(using: &seed) }
        #expect(try ForeignManifest(plistOfPython: manifest(.plist, of: entries)) == ForeignManifest(entries), "\(seed)")
    }
}

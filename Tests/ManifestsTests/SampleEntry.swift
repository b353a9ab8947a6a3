import Manifests
import TestSupport
import WeirBase

/// An entry of a test, which owns its texts.
struct SampleEntry: Equatable, Sendable {
    var width = 200
    var height = 275
    var img = "https://example.com/a.jpg"
    var price = "¥169"
    var extras: [Extra] = []

    struct Extra: Equatable, Sendable {
        let name: String
        let value: Value
    }

    enum Value: Equatable, Sendable {
        case text(String)
        case number(Int)
        case flag(Bool)
        /// The constant word `placeholder`.
        case placeholder
        /// JSON: of any kind, and an array of objects.
        case json(String)
        case list(String)
    }

    /// The entry in the form of the writers, which is valid during the call.
    func withEntry(_ body: (ManifestEntry) -> Void) {
        var texts = ByteBuffer()
        var ends: [Int] = []
        for text in [img, price] + extras.map(\.text) {
            texts.append(text)
            ends.append(texts.count)
        }
        texts.withBytes { bytes in
            let texts = zip([0] + ends, ends).map { UnsafeBufferPointer(rebasing: bytes[$0..<$1]) }
            var entry = ManifestEntry(width: width, height: height, img: texts[0], price: texts[1])
            entry.extras = zip(extras, texts.dropFirst(2)).map { extra, text in
                switch extra.value {
                case .text: ManifestEntry.Extra(name: extra.name, value: .text(text))
                case .number(let number): ManifestEntry.Extra(name: extra.name, value: .number(number))
                case .flag(let flag): ManifestEntry.Extra(name: extra.name, value: .flag(flag))
                case .placeholder: ManifestEntry.Extra(name: extra.name, value: .word("placeholder"))
                case .json: ManifestEntry.Extra(name: extra.name, value: .json(text))
                case .list: ManifestEntry.Extra(name: extra.name, value: .list(text))
                }
            }
            body(entry)
        }
    }
}

extension SampleEntry.Extra {
    fileprivate var text: String {
        switch value {
        case .text(let text), .json(let text), .list(let text): text
        case .number, .flag, .placeholder: ""
        }
    }
}

extension ManifestFormat {
    /// The formats that are read by their content.
    static let documents: [ManifestFormat] = [.json, .jsonl, .plist, .binaryPlist]
}

/// The bytes of a whole manifest.
func manifest(_ format: ManifestFormat, of entries: [SampleEntry], columns: [String] = []) -> [UInt8] {
    var output = ByteBuffer()
    var writer = format.writer(columns)
    writer.begin(&output)
    for entry in entries { entry.withEntry { writer.append($0, to: &output) } }
    writer.end(&output)
    return output.bytes
}

extension SampleEntry {
    /// Prices that would change if they were read as numbers or trimmed.
    static let prices = [
        "¥169", "1299.00", "1e3", "007", "169 ", " 169", "\"169 \"", "", "0", "-0", "1,299.00", "R$ 1.299,00", "NaN", "true",
        "null", "1234567890123456789012345678901234567890", "0.1000000000000000055511151231257827", "ab\ncd", "\t", "\r\n",
        "<b>169</b>", "&amp;169", "%C2%A5169", "]]>", "１６９円", "😀", "é", "e\u{301}", "1\u{FEFF}69", "\u{85}\u{2028}",
    ]

    private static let signs: [Character] = [
        "a", "Z", "0", " ", "/", "\"", "'", "\\", "&", "<", ">", "]", "%", "\n", "\t", "\r", "\u{7F}", "é", "¥", "靴", "😀",
        "👨‍👩‍👧", "𠮷", "\u{FFFD}", "\u{10FFFF}", "\u{2028}", "\u{E000}",
    ]

    static func random(using seed: inout Seed) -> SampleEntry {
        let sizes = [1, 2, 200, 255, 256, 275, 65_535, 65_536, Int(Int32.max)]
        func text(_ counts: ClosedRange<Int>) -> String {
            String((0..<Int.random(in: counts, using: &seed)).map { _ in signs.randomElement(using: &seed)! })
        }
        return SampleEntry(
            width: sizes.randomElement(using: &seed)!, height: sizes.randomElement(using: &seed)!, img: text(1...60),
            price: Bool.random(using: &seed) ? prices.randomElement(using: &seed)! : text(0...40))
    }

    /// An entry with some of the keys that `--keep` and `--with` add.
    static func randomWithExtras(using seed: inout Seed) -> SampleEntry {
        var entry = random(using: &seed)
        let extras = [
            Extra(name: "status", value: .placeholder),
            Extra(name: "format", value: .text("jpeg")),
            Extra(name: "bytes", value: .number(Int.random(in: 0...(1 << 40), using: &seed))),
            Extra(name: "orientation", value: .number(Int.random(in: 1...8, using: &seed))),
            Extra(name: "sha256", value: .text(String(repeating: "0e", count: 32))),
            Extra(name: "Größe & \"Farbe\"", value: .text(prices.randomElement(using: &seed)!)),
            Extra(name: "a", value: .text("")),
        ]
        entry.extras = extras.filter { _ in Int.random(in: 0..<4, using: &seed) > 0 }
        return entry
    }
}

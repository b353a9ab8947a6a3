import TestSupport
import WeirBase

extension MutantWay {
    private static let needed = ["w", "h", "img", "price"]
    private static let sides = ["w", "h"]
    private static let text: [MutantManifest.Form] = [.json, .lines, .pretty, .xml]
    private static let newline = UInt8(ascii: "\n")

    static let all = syntax + keys + sizes + addresses + prices

    /// Damage by a text editor, a full disk or a program that joins texts.
    private static let syntax: [MutantWay] = [
        bytes("cut off inside an entry", "parses") { bytes, form, seed in
            // JSON Lines that end with a whole line are a manifest.
            let ends = (1..<bytes.count - 1).filter { form != .lines || bytes[$0] != newline && bytes[$0 - 1] != newline }
            bytes.removeSubrange(ends.randomElement(using: &seed)!...)
        },
        bytes("a mark is missing", "parses", in: text) { bytes, form, seed in
            bytes.remove(at: marks(of: bytes, form == .xml ? "<>" : "{}[]:,\"").randomElement(using: &seed)!)
        },
        bytes("a mark stands twice", "parses", in: text) { bytes, form, seed in
            let index = marks(of: bytes, form == .xml ? "<" : "{}[]:,\"").randomElement(using: &seed)!
            bytes.insert(bytes[index], at: index)
        },
        bytes("bytes that are no text", "parses", in: text) { bytes, form, seed in
            let escapes = (form == .xml ? ["&nbsp;", "&", "&#0;"] : ["\\x", "\\ud83d", "\\u12g4"]).map { Array($0.utf8) }
            let wrong: [[UInt8]] = [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0], [8]] + escapes
            let price = bytes.indices.filter { bytes[$0] == 0xC2 }.randomElement(using: &seed)!
            bytes.insert(contentsOf: wrong.randomElement(using: &seed)!, at: price)
        },
        bytes("a message before or behind it", "parses", in: text) { bytes, _, seed in
            let message = Array("Warning: a picture is missing\n".utf8)
            bytes.insert(contentsOf: message, at: Bool.random(using: &seed) ? 0 : bytes.count)
        },
        bytes("compressed under another name", "file-format", in: [.json, .lines, .pretty]) { bytes, _, _ in
            bytes = Bytes(bytes).gzipped.all
        },
        MutantWay(
            name: "an entry that is no object", rule: "parses",
            change: .manifest { manifest, seed in
                let index = manifest.entries.indices.randomElement(using: &seed)!
                let others: [JSONValue] = [.null, .number("7"), .string("hat"), .array([.string("hat")])]
                manifest.entries[index] = others.randomElement(using: &seed)!
                return nil
            }),
        MutantWay(
            name: "many entries are gone", rule: "removed-entries", needsPrevious: true,
            change: .manifest { manifest, seed in
                let start = Int.random(in: 0...6, using: &seed)
                manifest.entries.removeSubrange(start...Int.random(in: start + 2...9, using: &seed))
                return nil
            }),
    ]

    private static let keys: [MutantWay] = [
        MutantWay(
            name: "a key is missing", rule: "missing-key",
            change: .entry { entry, seed in
                let key = needed.randomElement(using: &seed)!
                entry.removeAll { $0.name == key }
            }),
        MutantWay(
            name: "a key is misspelt", rule: "missing-key",
            change: .entry { entry, seed in
                let key = needed.randomElement(using: &seed)!
                let wrong = [key.uppercased(), key + key, " " + key, key + "_", String(key.dropLast()), "\u{200B}" + key]
                entry = entry.map { $0.name == key ? .init(name: wrong.randomElement(using: &seed)!, value: $0.value) : $0 }
            }),
        MutantWay(
            name: "a key stands twice", rule: "duplicate-key", forms: text,
            change: .entry { entry, seed in
                let member = entry.randomElement(using: &seed)!
                entry.insert(member, at: Int.random(in: 0...entry.count, using: &seed))
            }),
        MutantWay(
            name: "a key that nobody knows", rule: "unknown-key",
            change: .entry { entry, seed in
                let key = ["shade", "", "width", "imageUrl", "名前"].randomElement(using: &seed)!
                entry.insert(
                    .init(name: key, value: key.isEmpty ? .string("red") : .number("7")), at: Int.random(in: 0...entry.count, using: &seed))
            }),
        value("a fact that cannot be", of: ["bytes", "orientation"], "entry-facts") { _ in
            [.string("1"), .number("-5"), .number("1.5"), .bool(true), .null]
        },
        text("a status that nobody knows", of: "status", "entry-facts") { _ in ["OK", "broken", "stale ", "place-holder", ""] },
    ]

    private static let sizes: [MutantWay] = [
        value("a size is text", of: sides, "size-integer") { _ in ["200", "200px", "", "null"].map(JSONValue.string) },
        value("a size is zero or less", of: sides, "size-integer") { _ in ["0", "-1", "-200"].map(JSONValue.number) },
        value("a size is a fraction", of: sides, "size-integer") { _ in ["200.5", "200.0", "2e2"].map(JSONValue.number) },
        value("a size is something else", of: sides, "size-integer") { _ in
            [.bool(true), .null, .array([.number("200")]), .object([])]
        },
        value("a size is too large for an app", of: sides, "size-integer") { _ in
            ["2147483648", "4294967295", "9223372036854775807"].map(JSONValue.number)
        },
        value("a side has too many digits", of: sides, "size-plausible") { value in
            ["00", "37", "000"].map { .number("\(value.integer ?? 0)\($0)") }
        },
    ]

    /// Where marks stand that are not part of a text.
    private static func marks(of bytes: [UInt8], _ marks: String) -> [Int] {
        bytes.indices.dropFirst().dropLast().filter { index in
            switch bytes[index] {
            case UInt8(ascii: ":"): marks.contains(":") && bytes[index - 1] == UInt8(ascii: "\"")
            case UInt8(ascii: ","): marks.contains(",") && (bytes[index + 1] == UInt8(ascii: "\"") || bytes[index + 1] == newline)
            case let byte: marks.utf8.contains(byte)
            }
        }
    }
}

extension MutantWay {
    private static let base = MutantManifest.base
    private static func name(_ img: String) -> Substring { img.dropFirst(base.count) }

    private static let addresses: [MutantWay] = [
        value("img is no text", of: ["img"], "img-present") { _ in [.string(""), .null, .number("7"), .bool(false), .array([])] },
        MutantWay(
            name: "a character that a URL must encode", rule: "img-address",
            change: .entry { entry, seed in
                let characters = ["|", "\"", "<", ">", "^", "`", "{", "}", "[", "]", "\\", " ", "é", "帽", "%zz", "#a#"]
                let character = characters.randomElement(using: &seed)!
                insert(character, behind: base.count, into: &entry, using: &seed)
            }),
        MutantWay(
            name: "a character that nobody sees", rule: "img-address",
            change: .entry { entry, seed in
                let character = [" ", "\n", "\u{200B}", "\u{202E}", "\u{85}", "\u{FEFF}", "\u{2028}"].randomElement(using: &seed)!
                insert(character, behind: 0, into: &entry, using: &seed)
            }),
        text("a host or port that cannot be", of: "img", "img-address") { img in
            let cdn = "cdn.example.com"
            let ports = ["\(cdn):abc", "\(cdn):0", "\(cdn):99999"]
            return (["cdn..example.com", ".example.com", "-", "256.1.1.1", "[::1", "", "cdn,example.com"] + ports)
                .map { "https://\($0)/shop/\(name(img))" }
        },
        text("a scheme that is broken", of: "img", "img-address") { img in
            let schemes = ["ttps://", "https:/", "https:", "https//", "https;//", "//", "ftp://", "file:///", "://"]
            return schemes.map { $0 + img.dropFirst("https://".count) }
        },
        text("http", of: "img", "img-http") { ["http" + $0.dropFirst(5)] },
        text("a host that phones do not reach", of: "img", "img-host") { img in
            ["localhost", "localhost:8080", "127.0.0.1", "10.0.0.7", "192.168.1.2", "images", "nas.local", "[::1]"]
                .map { "https://\($0)/shop/\(name(img))" }
        },
        text("a password", of: "img", "img-credentials") { img in
            ["shop:secret@", "shop@", ":secret@"].map { "https://" + $0 + img.dropFirst("https://".count) }
        },
        text("a signature that has expired", of: "img", "img-expiry") { img in
            [
                "X-Amz-Date=20200101T000000Z&X-Amz-Expires=3600", "Expires=1577836800&Signature=a",
                "se=2020-01-01T00%3A00%3A00Z&sig=a",
                "X-Goog-Date=20200101T000000Z&X-Goog-Expires=3600",
            ].map { "\(img)?\($0)" }
        },
        text("a path among URLs", of: "img", "mixed-schemes") { img in
            [String(name(img)).replacing("%20", with: " "), "/shop/\(name(img))"]
        },
        text("a name for what is missing", of: "img", "img-address") { _ in
            let names = ["undefined", "null", "NaN", "None", "(null)", "{{img}}", "${img}"]
            return names + names.map { base + $0 } + [base + "None?w=3"]
        },
        MutantWay(
            name: "a picture stands twice", rule: "duplicate-img",
            change: .manifest { manifest, seed in
                let entry = manifest.entries.randomElement(using: &seed)!
                let index = Int.random(in: 0...manifest.entries.count, using: &seed)
                manifest.entries.insert(entry, at: index)
                return manifest.entries.lastIndex(of: entry)
            }),
    ]

    private static func insert(
        _ text: String, behind start: Int, into entry: inout [MutantManifest.Member], using seed: inout Seed
    ) {
        entry = entry.map { member in
            guard member.name == "img", var img = member.value.string.map(Array.init) else { return member }
            // An address that ends in a percent sign and a letter would be another mistake.
            let offsets = (start...img.count).filter { offset in !img[..<offset].suffix(2).contains("%") }
            img.insert(contentsOf: text, at: offsets.randomElement(using: &seed)!)
            return .init(name: "img", value: .string(String(img)))
        }
    }

    private static let prices: [MutantWay] = [
        value("a price is no text", of: ["price"], "price-present") { _ in
            [.number("1299.00"), .number("7"), .bool(true), .array([])]
        },
        text("a word that a program left", of: "price", "price-pattern") { price in
            [
                "#REF!", "####", "NaN", "¥NaN", "null", "undefined", "{{price}}", "1.3E+03", "Infinity", "%s", "[object Object]",
                "Â\(price)", "&yen;5", "-\(price)", "N/A#", "¥", "¥,", "¥-",
            ]
        },
        text("a price that is cut off behind its comma", of: "price", "price-pattern") { price in
            (1...3).map { String(price.dropLast($0)) }
        },
        text("prices that were joined", of: "price", "price-pattern") { price in
            let number = price.dropFirst()
            return ["\(price)\(price)", "\(price) \(price)", "\(number) \(number)", "¥\(price)"]
        },
        text("a price of nothing", of: "price", "price-zero") { _ in ["¥0", "¥0.00", "0", "¥ 0", "0円"] },
        text("another currency", of: "price", "one-currency") { price in
            ["$", "€", "£", "US$", "₩"].map { $0 + price.dropFirst() }
        },
        text("a price of ten times as much", of: "price", "price-jump", needsPrevious: true) { price in
            let digits = price.filter(\.isNumber)
            return ["¥\(digits)0", "¥\(digits)00", "¥\(digits.dropLast(2))", "¥\(digits.dropLast(2)).\(digits.suffix(2))"]
        },
        text("a price of another picture", of: "price", nil) { _ in ["¥1,899", "¥2,499"] },
    ]
}

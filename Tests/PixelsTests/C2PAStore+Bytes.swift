import TestSupport

/// An item of CBOR (RFC 8949), as an encoder of C2PA writes it.
indirect enum CBOR: ExpressibleByStringLiteral, Sendable {
    case text(String)
    case number(UInt64)
    case bytes(Int)
    case array([CBOR])
    case map([(String, CBOR)])
    case tag(UInt64, CBOR)
    /// An array, a map or a text without a length.
    case open(CBOR)
    /// Bytes as they are.
    case raw(Bytes)

    init(stringLiteral text: String) { self = .text(text) }

    var encoded: Bytes {
        switch self {
        case .text(let text): head(3, text.utf8.count) + Bytes(text)
        case .number(let number): head(0, Int(number))
        case .bytes(let count): head(2, count) + Bytes(zeros: count)
        case .array(let elements): head(4, elements.count) + items
        case .map(let members): head(5, members.count) + items
        case .tag(let tag, let item): head(6, Int(tag)) + item.encoded
        case .open(.text(let text)): [0x7F] + text.utf8.map { [0x61, $0] }.reduce([], +) + [0xFF]
        case .open(.array(let elements)): [0x9F] + CBOR.array(elements).items + [0xFF]
        case .open(.map(let members)): [0xBF] + CBOR.map(members).items + [0xFF]
        case .open(let item): item.encoded
        case .raw(let bytes): bytes
        }
    }

    private var items: Bytes {
        switch self {
        case .array(let elements): elements.map(\.encoded).reduce([], +)
        case .map(let members): members.map { CBOR.text($0).encoded + $1.encoded }.reduce([], +)
        default: []
        }
    }

    private func head(_ kind: UInt8, _ argument: Int) -> Bytes {
        switch argument {
        case ..<24: [kind << 5 | UInt8(argument)]
        case ..<256: [kind << 5 | 24, UInt8(argument)]
        case ..<65536: [kind << 5 | 25] + .big(UInt16(argument))
        default: [kind << 5 | 26] + .big(UInt32(argument))
        }
    }
}

extension CBOR {
    static let terms = "http://cv.iptc.org/newscodes/digitalsourcetype/"

    static func action(_ name: String, _ term: String? = nil) -> CBOR {
        .map(
            [
                ("when", .tag(0, "2026-08-02T00:00:00Z")), ("action", .text(name)),
                ("parameters", .map([("x", .array([.number(1_000_000)]))])),
            ]
                + (term.map { [("digitalSourceType", .text(terms + $0))] } ?? []))
    }

    static func actions(_ actions: CBOR...) -> CBOR { .map([("actions", .array(actions)), ("metadata", .map([("hash", .bytes(300))]))]) }

    static func ingredient(_ relationship: String, _ url: String, key: String = "c2pa_manifest") -> CBOR {
        .map([
            ("dc:title", "a.jpg"), ("relationship", .text(relationship)),
            (key, .map([("alg", "sha256"), ("url", .text(url)), ("hash", .bytes(32))])),
        ])
    }
}

/// C2PA manifest stores, box by box, and the containers that have them.
extension Bytes {
    /// A superbox of JUMBF whose type has four letters.
    static func jumbf(_ type: String, _ label: String, _ boxes: Bytes...) -> Bytes {
        let uuidEnd: Bytes = [0x00, 0x11, 0x00, 0x10, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71]
        return box("jumb", box("jumd", Bytes(type), uuidEnd, [3], Bytes(label), [0]), boxes.reduce([], +))
    }

    static func assertion(_ label: String, _ content: CBOR) -> Bytes { jumbf("cbor", label, box("cbor", content.encoded)) }

    static func c2paManifest(_ label: String, type: String = "c2ma", _ assertions: Bytes...) -> Bytes {
        jumbf(
            type, label, jumbf("c2as", "c2pa.assertions", assertions.reduce([], +)), jumbf("c2cl", "c2pa.claim", box("cbor", [0xA0])),
            jumbf("c2cs", "c2pa.signature", box("cbor", [0xD2, 0x80])))
    }

    static func c2paStore(_ manifests: Bytes...) -> Bytes { jumbf("c2pa", "c2pa", manifests.reduce([], +)) }

    /// A store whose only manifest has these actions.
    static func c2paStore(actions: CBOR...) -> Bytes {
        c2paStore(c2paManifest("urn:c2pa:1", assertion("c2pa.actions.v2", .map([("actions", .array(actions))]))))
    }

    static func chunk(_ name: String, _ content: Bytes) -> Bytes { big(UInt32(content.count)) + Bytes(name) + content + [0, 0, 0, 0] }

    /// A PNG with a chunk; nobody looks at its pixels.
    static func png(c2pa stores: Bytes...) -> Bytes {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", Bytes(zeros: 13)) + stores.map { chunk("caBX", $0) }.reduce([], +)
            + chunk("IDAT", [1, 2, 3]) + chunk("IEND", [])
    }

    static func webp(c2pa stores: Bytes...) -> Bytes {
        func chunk(_ name: String, _ content: Bytes) -> Bytes {
            Bytes(name) + little(UInt32(content.count)) + content + Bytes(zeros: content.count % 2)
        }
        let chunks = chunk("VP8L", [0x2F, 1, 2]) + stores.map { chunk("C2PA", $0) }.reduce([], +)
        return "RIFF" + little(UInt32(chunks.count + 4)) + "WEBP" + chunks
    }

    /// C2PA's box of an ISO file.
    static func c2paBox(_ purpose: String, _ store: Bytes) -> Bytes {
        let uuid: Bytes = [0xD8, 0xFE, 0xC3, 0xD6, 0x1B, 0x0E, 0x48, 0x3C, 0x92, 0x97, 0x58, 0x28, 0x87, 0x7E, 0xC4, 0x81]
        return box("uuid", uuid, Bytes(zeros: 4), Bytes(purpose), Bytes(zeros: 9), store, Bytes(zeros: 5))
    }

    static func heif(_ boxes: Bytes...) -> Bytes {
        box("ftyp", "avif", Bytes(zeros: 4)) + boxes.reduce([], +) + box("meta", Bytes(zeros: 4)) + box("mdat", [1, 2, 3])
    }

    /// The segments of APP11 that a box is split into.
    static func app11(_ box: Bytes, number: UInt16 = 1, length: Int = 65_000) -> [Bytes] {
        let header = box.all.starts(with: [0, 0, 0, 1]) ? 16 : 8
        return stride(from: header, to: box.count, by: length).enumerated().map { index, start in
            segment(
                0xEB,
                "JP" + big(number) + big(UInt32(index + 1)) + Bytes(Array(box.all[..<header]))
                    + Bytes(Array(box.all[start..<Swift.min(box.count, start + length)])))
        }
    }

    static func jpeg(segments: [Bytes]) -> Bytes {
        [0xFF, 0xD8] + segment(0xE0, "JFIF") + segments.reduce([], +) + segment(0xDA, [1, 2, 3]) + [0x11, 0xFF, 0xD9]
    }
}

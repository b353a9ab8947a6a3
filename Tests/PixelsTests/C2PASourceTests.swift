import ImageHeaders
import TestSupport
import Testing

@testable import Pixels

/// How a picture was generated, by C2PA. The stores are written here, since none of an encoder may be kept with the program.
@Suite struct C2PASourceTests {
    private static func source(of picture: Bytes, _ format: ImageFormat) throws -> String? {
        try DigitalSource(of: ArrayBytes(bytes: picture.all), format)?.text
    }

    private static let trained = "trainedAlgorithmicMedia"
    private static let created = CBOR.action("c2pa.created", trained)

    // MARK: - Containers

    struct Container: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let format: ImageFormat
        let make: @Sendable (Bytes) -> Bytes
    }

    static let containers = [
        Container(testDescription: "a JPEG", format: .jpeg) { .jpeg(segments: Bytes.app11($0)) },
        Container(testDescription: "a JPEG with short segments", format: .jpeg) { .jpeg(segments: Bytes.app11($0, length: 50)) },
        Container(testDescription: "a JPEG whose segments are in another order", format: .jpeg) {
            .jpeg(segments: Bytes.app11($0, length: 50).reversed())
        },
        Container(testDescription: "a JPEG with other boxes in APP11", format: .jpeg) {
            let others = Bytes.app11(.jumbf("abcd", "other", Bytes(zeros: 300)), number: 2, length: 60)
            let parts = Bytes.app11($0, length: 60)
            return .jpeg(
                segments: zip(others, parts).flatMap { [$0, $1] } + parts.dropFirst(others.count) + [.segment(0xEB, "HDR_RI ver=11")])
        },
        Container(testDescription: "a JPEG with a long length", format: .jpeg) { store in
            let long = Bytes.big(UInt32(1)) + "jumb" + .big(UInt64(store.count + 8)) + Bytes(Array(store.all[8...]))
            return .jpeg(segments: Bytes.app11(long, length: 70))
        },
        Container(testDescription: "a JPEG with bytes that fill up", format: .jpeg) {
            [0xFF, 0xD8, 0xFF, 0xFF] + Bytes.app11($0).reduce([], +) + .segment(0xDA, [1])
        },
        Container(testDescription: "a PNG", format: .png) { .png(c2pa: $0) },
        Container(testDescription: "a WebP", format: .webp) { .webp(c2pa: $0) },
        Container(testDescription: "an AVIF", format: .avif) { .heif(.c2paBox("manifest", $0)) },
        Container(testDescription: "a HEIC with a box to the end", format: .heic) {
            .heif() + Bytes(zeros: 4) + Bytes(Array(Bytes.c2paBox("original", $0).all[4...]))
        },
        Container(testDescription: "an AVIF with a long length", format: .avif) {
            let box = Bytes.c2paBox("manifest", $0)
            return .heif(.big(UInt32(1)) + "uuid" + .big(UInt64(box.count + 8)) + Bytes(Array(box.all[8...])))
        },
    ]

    @Test(arguments: containers)
    func container(_ container: Container) throws {
        let picture = container.make(.c2paStore(actions: Self.created))
        #expect(try Self.source(of: picture, container.format) == "c2pa:trainedAlgorithmicMedia")
        #expect(try Self.source(of: picture, .gif) == nil)
        #expect(
            try Self.source(of: container.make(.c2paStore(actions: .action("c2pa.created", "digitalCapture"))), container.format) == nil)
        // Another superbox.
        #expect(try Self.source(of: container.make(.jumbf("c2pb", "c2pa", [])), container.format) == nil)
    }

    /// Channels ask for XMP.
    @Test func xmpWins() throws {
        let xmp = #"<x e:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/compositeSynthetic"/>"#
        for container in Self.containers {
            let picture = container.make(.c2paStore(actions: Self.created))
            #expect(try Self.source(of: picture + Bytes(xmp), container.format) == "compositeSynthetic")
            let photograph = xmp.replacing("compositeSynthetic", with: "digitalCapture")
            #expect(try Self.source(of: picture + Bytes(photograph), container.format) == "c2pa:trainedAlgorithmicMedia")
        }
    }

    /// A picture with two stores counts as one without (C2PA 2.2, 15.5.2.1).
    @Test func severalStores() throws {
        let store = Bytes.c2paStore(actions: Self.created)
        #expect(try Self.source(of: .png(c2pa: store, store), .png) == nil)
        #expect(try Self.source(of: .webp(c2pa: store, store), .webp) == nil)
        #expect(try Self.source(of: .heif(.c2paBox("manifest", store), .c2paBox("manifest", store)), .avif) == nil)
        #expect(try Self.source(of: .jpeg(segments: Bytes.app11(store) + Bytes.app11(store, number: 2)), .jpeg) == nil)
    }

    /// A segment is missing, or there twice.
    @Test func segments() throws {
        let parts = Bytes.app11(.c2paStore(actions: Self.created), length: 50)
        for index in parts.indices {
            var (fewer, more) = (parts, parts)
            fewer.remove(at: index)
            more.append(parts[index])
            #expect(try Self.source(of: .jpeg(segments: fewer), .jpeg) == nil, "without \(index)")
            #expect(try Self.source(of: .jpeg(segments: more), .jpeg) == nil, "twice \(index)")
        }
    }

    /// A picture of ISO boxes keeps the manifests of an update apart.
    @Test func updates() throws {
        let original = Bytes.c2paStore(.c2paManifest("a", .assertion("c2pa.actions", .actions(Self.created))))
        func update(_ url: String) -> Bytes {
            .c2paStore(
                .c2paManifest("b", type: "c2um", .assertion("c2pa.ingredient.v3", .ingredient("parentOf", url, key: "activeManifest"))))
        }
        func source(_ url: String, purpose: String) throws -> String? {
            try Self.source(of: .heif(.c2paBox(purpose, original)) + .c2paBox("update", update(url)), .heic)
        }
        #expect(try source("self#jumbf=/c2pa/a", purpose: "original") == "c2pa:trainedAlgorithmicMedia")
        #expect(try source("self#jumbf=/c2pa/c", purpose: "original") == nil)
        #expect(try source("self#jumbf=/c2pa/a", purpose: "merkle") == nil)
    }

    // MARK: - Manifests

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let source: String?
        let store: Bytes

        init(_ title: String, _ source: String?, _ store: Bytes) { (testDescription, self.source, self.store) = (title, source, store) }
    }

    private static func active(_ assertions: Bytes...) -> Bytes { .c2paManifest("active", assertions.reduce([], +)) }

    private static func generated(_ label: String) -> Bytes { .c2paManifest(label, .assertion("c2pa.actions", .actions(created))) }

    private static func parent(_ label: String, _ name: String = "c2pa.ingredient") -> Bytes {
        .assertion(
            name, .ingredient("parentOf", "self#jumbf=/c2pa/\(label)", key: name.hasSuffix("v3") ? "activeManifest" : "c2pa_manifest"))
    }

    static let cases: [Case] = [
        Case("an action", trained, .c2paStore(actions: created)),
        Case(
            "the first term of a generated picture", "compositeWithTrainedAlgorithmicMedia",
            .c2paStore(
                actions: .action("c2pa.created", "digitalCapture"), .action("c2pa.edited", "compositeWithTrainedAlgorithmicMedia"),
                .action("c2pa.edited", "algorithmicMedia"))),
        Case(
            "an address of C2PA, and large letters", trained,
            .c2paStore(actions: .map([("digitalSourceType", "https://c2pa.org/TRAINEDalgorithmicMedia")]))),
        Case("a term without an address", "compositeSynthetic", .c2paStore(actions: .map([("digitalSourceType", "compositeSynthetic")]))),
        Case("data", nil, .c2paStore(actions: .map([("digitalSourceType", "http://c2pa.org/digitalsourcetype/trainedAlgorithmicData")]))),
        Case("a picture that was placed", nil, .c2paStore(actions: .action("c2pa.placed", trained))),
        Case(
            "the second assertion of the name", trained,
            .c2paStore(
                active(.assertion("c2pa.actions", .actions(.action("c2pa.opened"))), .assertion("c2pa.actions__1", .actions(created))))),
        Case("a name that only begins so", nil, .c2paStore(active(.assertion("c2pa.actions.v3", .actions(created))))),
        Case(
            "the last manifest", nil,
            .c2paStore(generated("a"), active(.assertion("c2pa.actions", .actions(.action("c2pa.created", "print")))))),
        Case("a manifest without a source or a parent", nil, .c2paStore(generated("a"), active())),
        Case(
            "texts and containers without lengths", trained,
            .c2paStore(actions: .open(.map([("a", .open("b")), ("digitalSourceType", .tag(32, .text(CBOR.terms + trained)))])))),
        Case(
            "a list without a length", trained,
            .c2paStore(active(.assertion("c2pa.actions", .open(.map([("actions", .open(.array([created])))])))))),
        Case(
            "a template", "compositeSynthetic",
            .c2paStore(
                active(
                    .assertion(
                        "c2pa.actions.v2",
                        .map([
                            ("templates", .array([.action("*", "print"), .action("x.filter", "compositeSynthetic")])),
                            ("actions", .array([.action("c2pa.opened"), .action("x.filter")])),
                        ]))))),
        Case(
            "a template of another action", nil,
            .c2paStore(
                active(
                    .assertion(
                        "c2pa.actions.v2", .map([("templates", .array([.action("x", trained)])), ("actions", .array([.action("y")]))]))))),
        Case("its parent", trained, .c2paStore(generated("a"), active(parent("a")))),
        Case("its parent, by version 2", trained, .c2paStore(generated("a"), active(parent("a", "c2pa.ingredient.v2")))),
        Case("its parent, by version 3", trained, .c2paStore(generated("a"), active(parent("a", "c2pa.ingredient.v3__2")))),
        Case(
            "its parent, by an early address", trained,
            .c2paStore(generated("a"), active(.assertion("c2pa.ingredient", .ingredient("parentOf", "self#jumbf=c2pa/a/c2pa.claim"))))),
        Case(
            "a component", nil,
            .c2paStore(generated("a"), active(.assertion("c2pa.ingredient", .ingredient("componentOf", "self#jumbf=/c2pa/a"))))),
        Case(
            "an input", nil, .c2paStore(generated("a"), active(.assertion("c2pa.ingredient", .ingredient("inputTo", "self#jumbf=/c2pa/a"))))
        ),
        Case(
            "a parent elsewhere", nil,
            .c2paStore(generated("a"), active(.assertion("c2pa.ingredient", .ingredient("parentOf", "https://a/c2pa/a"))))),
        Case("a parent that is not there", nil, .c2paStore(generated("a"), active(parent("b")))),
        Case("two parents of one label", nil, .c2paStore(generated("a"), generated("a"), active(parent("a")))),
        Case("the parent of its parent", trained, .c2paStore(generated("a"), .c2paManifest("b", parent("a")), active(parent("b")))),
        Case("its own parent", nil, .c2paStore(generated("a"), active(parent("active")))),
        Case("parents in a circle", nil, .c2paStore(.c2paManifest("a", parent("active")), active(parent("a")))),
        Case(
            "a photograph of a generated picture", nil,
            .c2paStore(generated("a"), active(parent("a"), .assertion("c2pa.actions", .actions(.action("c2pa.created", "digitalCapture")))))
        ),
        Case(
            "a generated picture that people have edited", trained,
            .c2paStore(generated("a"), active(parent("a"), .assertion("c2pa.actions", .actions(.action("c2pa.edited", "humanEdits")))))),
        Case("a compressed manifest", nil, .c2paStore(generated("a"), .jumbf("c2cm", "b", .box("brob", [1, 2, 3])))),
        Case("other boxes behind", trained, .c2paStore(generated("a"), .jumbf("abcd", "x"), .box("free", []))),
        Case("a map that is too short", nil, .c2paStore(actions: .raw([0xA2, 0x60]))),
        Case("an action of another kind", trained, .c2paStore(actions: .number(7), .array([]), created)),
        Case("a count beyond all bytes", nil, .c2paStore(actions: created, .raw([0x9B] + Bytes(repeating: [0xFF], count: 8)))),
        Case("a text beyond all bytes", nil, .c2paStore(actions: created, .raw([0x7B] + Bytes(repeating: [0xFF], count: 8)))),
        Case("a reserved length", nil, .c2paStore(actions: created, .raw([0x1C]))),
        Case("a break that ends nothing", nil, .c2paStore(actions: created, .raw([0xFF]))),
        Case("arrays in arrays", nil, .c2paStore(actions: created, .raw(Bytes(repeating: [0x81], count: 100_000) + [0]))),
        Case("lists in lists without ends", nil, .c2paStore(actions: created, .raw(Bytes(repeating: [0x9F], count: 100_000)))),
        Case("many tags", trained, .c2paStore(actions: .raw(Bytes(repeating: [0xC1], count: 100_000) + [0]), created)),
        Case("no manifest", nil, .jumbf("c2pa", "c2pa")),
    ]

    @Test(arguments: cases)
    func manifest(_ row: Case) throws {
        #expect(try Self.source(of: .png(c2pa: row.store), .png) == row.source.map { "c2pa:" + $0 })
    }

    /// A picture may have very many of the smallest parts. Each is read once, which takes milliseconds.
    @Test func manyParts() throws {
        let count = 1 << 18
        let actions = CBOR.map([("actions", .open(.array([.raw(Bytes(repeating: [0xA0], count: count))])))])
        let usual = CBOR.map([("action", "*"), ("digitalSourceType", .text(String(repeating: "/", count: 1024)))])
        let usualActions = CBOR.map([
            ("templates", .array([usual])), ("actions", .open(.array([.raw(Bytes(repeating: [0xA0], count: count))]))),
        ])
        let segment = Bytes.segment(0xEB, "JP" + Bytes(zeros: 6) + .box("jumb"))
        let pictures: [(Bytes, ImageFormat)] = [
            (.png(c2pa: .c2paStore(Bytes(repeating: .box("jumb"), count: count))), .png),
            (.png(c2pa: .c2paStore(Bytes(repeating: .jumbf("c2ma", "a"), count: count))), .png),
            (.png(c2pa: .c2paStore(.c2paManifest("a", .assertion("c2pa.actions", actions)))), .png),
            (.png(c2pa: .c2paStore(.c2paManifest("a", .assertion("c2pa.actions", usualActions)))), .png),
            ([0xFF, 0xD8] + Bytes(repeating: segment, count: count >> 2), .jpeg),
            ([0xFF, 0xD8] + Bytes(repeating: [0xFF], count: count), .jpeg),
            ("RIFF0000WEBP" + Bytes(repeating: "C2PA" + .little(UInt32(0)), count: count >> 1), .webp),
            (.heif() + Bytes(repeating: .c2paBox("manifest", []), count: count >> 4), .avif),
        ]
        for (picture, format) in pictures { #expect(try Self.source(of: picture, format) == nil) }
    }

    /// Nothing traps, and a source that is found is one of the terms. A cut store says nothing or the same.
    @Test(arguments: containers)
    func cutAndWrongBytes(_ container: Container) throws {
        var seed = Seed.announced(for: container.testDescription)
        let sound = container.make(
            .c2paStore(Self.generated("a"), .c2paManifest("b", Self.parent("a")), Self.active(Self.parent("b", "c2pa.ingredient.v3"))))
        let whole = try Self.source(of: sound, container.format)
        #expect(whole == "c2pa:trainedAlgorithmicMedia")
        for count in sound.all.indices {
            let found = try Self.source(of: Bytes(Array(sound.all[..<count])), container.format)
            #expect(found == nil || found == whole, "cut at \(count) \(seed)")
        }
        for _ in 0..<500 {
            var wrong = sound.all
            for _ in 0..<Int.random(in: 1...3, using: &seed) {
                let index = Int.random(in: wrong.indices, using: &seed)
                wrong[index] =
                    Bool.random(using: &seed)
                    ? wrong[index] ^ 1 << UInt8.random(in: 0..<8, using: &seed) : [0, 0x7F, 0xFF].randomElement(using: &seed) ?? 0
            }
            let found = try Self.source(of: Bytes(wrong), container.format)
            #expect(found.map { DigitalSource($0)?.text == found } ?? true, "\(seed)")
        }
    }
}

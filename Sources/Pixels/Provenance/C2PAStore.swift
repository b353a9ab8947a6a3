import ImageHeaders

/// The manifests in a C2PA manifest store (C2PA 2.2, 11.1): nested boxes of JUMBF. Neither hashes nor signatures are checked.
///
/// A store may be hostile. Boxes are nested four deep and each is read once, so the work is linear in the bytes.
struct C2PAStore {
    /// In the order of the file. The last one is the active manifest.
    let manifests: [C2PAManifest]

    /// Nil if the bytes do not begin with a store. A broken box ends the boxes beside it.
    init?(_ bytes: [UInt8]) {
        let manifests = bytes.withUnsafeBytes { bytes -> [C2PAManifest]? in
            guard let store = JUMBFBox(bytes), store.isC2PA(.store) else { return nil }
            return store.boxes.compactMap { C2PAManifest($0) }
        }
        guard let manifests else { return nil }
        self.manifests = manifests
    }
}

/// The statements of a manifest on how its picture was made.
struct C2PAManifest {
    /// The name by which other manifests of the store refer to it.
    let label: String
    /// The terms of its actions, in their order.
    private(set) var sources: [C2PASource] = []
    /// The labels of the manifests of the pictures that it is a version of. The standard allows one.
    private(set) var parents: [String] = []

    /// Nil for a box of another kind. A compressed manifest states nothing, since there is no decoder of Brotli here.
    fileprivate init?(_ box: JUMBFBox) {
        guard box.isC2PA(.manifest) || box.isC2PA(.update) || box.isC2PA(.compressed) else { return nil }
        label = box.label
        for assertions in box.boxes where assertions.isC2PA(.assertions) {
            for assertion in assertions.boxes { add(assertion) }
        }
    }

    private mutating func add(_ assertion: JUMBFBox) {
        guard let content = assertion.cbor else { return }
        switch assertion.name {
        case "c2pa.actions", "c2pa.actions.v2": addSources(of: content)
        case "c2pa.ingredient", "c2pa.ingredient.v2", "c2pa.ingredient.v3": addParent(of: content)
        default: break
        }
    }

    /// C2PA 2.2, 18.14. An action without a source has that of the last template for its name, or of one for all names.
    private mutating func addSources(of content: UnsafeRawBufferPointer) {
        var actions: [(name: String, source: C2PASource?)] = []
        var templates: [(name: String, source: C2PASource?)] = []
        var reader = CBORReader(content)
        reader.forEachMember { key, reader in
            switch key {
            case "actions": reader.addActions(to: &actions)
            case "templates": reader.addActions(to: &templates)
            default: reader.skip()
            }
        }
        guard !reader.isBroken else { return }
        let usual = Dictionary(templates.compactMap { name, source in source.map { (name, $0) } }) { $1 }
        for (name, source) in actions {
            // The source of an action that places a picture is that of a component.
            guard name != "c2pa.placed", let source = source ?? usual[name] ?? usual["*"] else { continue }
            sources.append(source)
        }
    }

    /// C2PA 2.2, 18.15. Components and inputs say nothing of the picture as a whole.
    private mutating func addParent(of content: UnsafeRawBufferPointer) {
        var (isParent, address): (Bool, String?) = (false, nil)
        var reader = CBORReader(content)
        reader.forEachMember { key, reader in
            switch key {
            case "relationship": isParent = reader.text() == "parentOf"
            case "c2pa_manifest", "activeManifest":
                reader.forEachMember { key, reader in
                    if key == "url" { address = reader.text() } else { reader.skip() }
                }
            default: reader.skip()
            }
        }
        guard !reader.isBroken, isParent, let address, address.hasPrefix("self#jumbf=") else { return }
        // `/c2pa/LABEL`, in early versions without the first slash.
        let path = address.dropFirst("self#jumbf=".count).split(separator: "/")
        if path.count >= 2, path[0] == "c2pa" { parents.append(String(path[1])) }
    }
}

/// The meaning of the term, of IPTC or C2PA, by which an action names the source of its picture.
enum C2PASource: Equatable {
    case generated(DigitalSource.Term)
    /// A work of people, or another term.
    case other
    /// A change of a picture, which leaves it generated if it was.
    case edit

    init(_ address: String) {
        let term = (address.split(separator: "/").last ?? "").lowercased()
        if let generated = DigitalSource.Term(lowercased: term) {
            self = .generated(generated)
        } else {
            self = ["humanedits", "minorhumanedits", "algorithmicallyenhanced"].contains(term) ? .edit : .other
        }
    }
}

extension CBORReader {
    /// An empty action is one byte in the file, and 32 in memory.
    private static let mostActions = 1 << 16

    /// Reads an array of actions or templates.
    fileprivate mutating func addActions(to actions: inout [(name: String, source: C2PASource?)]) {
        forEachElement { reader in
            var (name, source): (String, C2PASource?) = ("", nil)
            reader.forEachMember { key, reader in
                switch key {
                case "action": name = reader.text() ?? ""
                case "digitalSourceType": source = reader.text().map(C2PASource.init)
                default: reader.skip()
                }
            }
            if actions.count < Self.mostActions { actions.append((name, source)) }
        }
    }
}

extension DigitalSource.Term {
    /// How the picture was generated, by the active manifest of its stores. If that states no source, its parent's manifest is asked.
    /// A store for updates comes behind the one that it updates.
    init?(statedBy stores: [C2PAStore]) {
        let manifests = stores.flatMap(\.manifests)
        // Nobody knows which of two manifests a label means.
        let labels = Dictionary(manifests.enumerated().map { ($1.label, Optional($0)) }) { _, _ in nil }
        var asked: Set<Int> = []
        var next = manifests.indices.last
        while let manifest = next, asked.insert(manifest).inserted {
            for case .generated(let term) in manifests[manifest].sources {
                self = term
                return
            }
            if manifests[manifest].sources.contains(.other) { return nil }
            next = manifests[manifest].parents.lazy.compactMap { labels[$0] ?? nil }.first
        }
        return nil
    }
}

/// A superbox of JUMBF (ISO 19566-5): a box whose content is a description and other boxes.
private struct JUMBFBox {
    /// The UUID of its type.
    private let type: UnsafeRawBufferPointer
    /// Empty if it has none.
    let label: String
    /// The boxes behind the description.
    private let content: UnsafeRawBufferPointer

    /// The first letters of the UUIDs of C2PA (11.1.4).
    enum Kind: String { case store = "c2pa", manifest = "c2ma", update = "c2um", compressed = "c2cm", assertions = "c2as" }

    /// Nil if the bytes begin with another box, or with a broken one.
    init?(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes
        guard let box = rest.takeBox(), box.type == fourCC("jumb") else { return nil }
        self.init(content: box.content)
    }

    private init?(content: UnsafeRawBufferPointer) {
        var rest = content
        // jumd: the type, the toggles, and a label up to a zero.
        guard let description = rest.takeBox(), description.type == fourCC("jumd"), description.content.count >= 17 else { return nil }
        type = UnsafeRawBufferPointer(rebasing: description.content[..<16])
        let hasLabel = description.content[16] & 2 != 0
        let text = description.content[17...].prefix(Self.longestLabel).prefix { $0 != 0 }
        label = hasLabel ? String(decoding: text, as: UTF8.self) : ""
        self.content = rest
    }

    private static let longestLabel = 1024
    /// The end of all UUIDs of types that have four letters.
    private static let uuidEnd: [UInt8] = [0x00, 0x11, 0x00, 0x10, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71]

    func isC2PA(_ kind: Kind) -> Bool {
        type[..<4].elementsEqual(kind.rawValue.utf8) && type[4...].elementsEqual(Self.uuidEnd)
    }

    /// The label without the number of further assertions of one name, as in `c2pa.actions__2`.
    var name: Substring {
        guard let end = label.firstRange(of: "__")?.lowerBound, label[end...].dropFirst(2).allSatisfy(\.isNumber) else { return label[...] }
        return label[..<end]
    }

    /// The superboxes in it, one at a time: a hostile store has hundreds of thousands.
    var boxes: Boxes { Boxes(rest: content) }

    struct Boxes: Sequence, IteratorProtocol {
        fileprivate var rest: UnsafeRawBufferPointer

        mutating func next() -> JUMBFBox? {
            while let box = rest.takeBox() {
                if box.type == fourCC("jumb"), let superbox = JUMBFBox(content: box.content) { return superbox }
            }
            return nil
        }
    }

    /// The content of its first box of CBOR.
    var cbor: UnsafeRawBufferPointer? {
        var rest = content
        while let box = rest.takeBox() {
            if box.type == fourCC("cbor") { return box.content }
        }
        return nil
    }
}

extension UnsafeRawBufferPointer {
    /// Takes the box at the start off. Nil if there is none, or one that is longer than the bytes.
    fileprivate mutating func takeBox() -> (type: UInt32, content: UnsafeRawBufferPointer)? {
        guard let box = try? ByteWindow(bytes: self, offset: 0).box(at: 0, within: UInt64(count)), let end = box.end else { return nil }
        defer { self = UnsafeRawBufferPointer(rebasing: self[Int(end)...]) }
        return (box.type, UnsafeRawBufferPointer(rebasing: self[Int(box.content)..<Int(end)]))
    }
}

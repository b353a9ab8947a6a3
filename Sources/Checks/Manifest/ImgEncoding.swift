import WeirBase

/// Addresses that a program has encoded once too often.
struct ImgEncoding: ManifestRule {
    static let rule = Rule(
        "img-encoding", .manifest, .warning, "no address has HTML entities or is encoded twice",
        explanation: """
            `&amp;` instead of `&` was copied from a web page; `%2520` instead of a space was encoded twice. The \
            server then looks for another picture.
            """,
        example: #"{"w":200,"h":275,"img":"https://cdn.example.com/a.jpg?w=200&amp;h=275","price":"¥169"}"#,
        remedy: "Decode the address once where the catalogue is made.")
    static let looksAtImages = true

    private enum Fault: String {
        case entity = "with an entity of HTML, such as `&amp;`, in the address"
        case twice = "with a path that is percent-encoded twice, such as `%2520`"
    }

    private var tally = KindTally<Fault>()

    init(_ parameters: RuleParameters) {}

    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore) {
        for entry in batch.entries {
            let img = batch.text(batch.img(of: entry))
            guard let fault = Self.fault(of: img), let member = batch.member(.img, of: entry) else { continue }
            if !tally.addIfKnown(where: { $0 == fault }) { tally.add(in: batch.file, fault, batch.subject(entry, valueOf: member)) }
        }
    }

    private static func fault(of img: UnsafeBufferPointer<UInt8>) -> Fault? {
        if img.has("&"), img.has(";"), img.indices.contains(where: { img[$0] == UInt8(ascii: "&") && isEntity(img[($0 + 1)...]) }) {
            return .entity
        }
        guard img.has("%") else { return nil }
        let path = img.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let isTwice = path.indices.contains { index in
            path[index...].starts(with: "%25".utf8) && path[(index + 3)...].prefix(2).count { isHexDigit($0) } == 2
        }
        return isTwice ? .twice : nil
    }

    private static func isEntity(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        if ["amp;", "quot;", "lt;", "gt;", "apos;", "nbsp;"].contains(where: { text.starts(with: $0.utf8) }) { return true }
        guard text.first == UInt8(ascii: "#") else { return false }
        let number = text.dropFirst().prefix(8).prefix { isDigit($0) || isASCIILetter($0) }
        return !number.isEmpty && number.endIndex < text.endIndex && text[number.endIndex] == UInt8(ascii: ";")
    }

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        for seen in tally.seen {
            findings.add(Self.rule, in: seen.file, seen.first, "\(seen.share(of: manifest.pictureCount)) \(seen.kind.rawValue)")
        }
    }
}

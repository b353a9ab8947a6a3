import WeirBase

/// Addresses that ask a server for a smaller picture than the entry promises.
struct ImgAsked: ManifestRule {
    static let rule = Rule(
        "img-asked", .manifest, .warning, "w and h are not larger than the size in the address",
        explanation: """
            The address asks the server to resize (`resize,w_200`, `?width=200`, `_800x600`), but the entry has the \
            size of the original.
            """,
        example: #"{"w":1200,"h":1650,"img":"https://cdn.example.com/a.jpg?x-oss-process=image/resize,w_200","price":"¥169"}"#,
        remedy: "Write the address of the original, or run `weir ingest`.")
    static let looksAtImages = true

    private var tally = KindTally<Bool>()
    private var example = ""

    init(_ parameters: RuleParameters) {}

    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore) {
        for entry in batch.entries where entry.width > 0 && entry.height > 0 {
            let img = batch.text(batch.img(of: entry))
            let (width, height) = (Int(entry.width), Int(entry.height))
            guard let asked = AskedSize(img, of: (width, height)) else { continue }
            // A server may round a side up.
            guard asked.width.map({ width > $0 + 1 }) ?? false || asked.height.map({ height > $0 + 1 }) ?? false,
                let member = batch.member(.img, of: entry)
            else { continue }
            if tally.addIfKnown(where: { $0 }) { continue }
            example = "for \(asked.text), and the entry says \(width)x\(height)"
            tally.add(in: batch.file, true, batch.subject(entry, valueOf: member))
        }
    }

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        guard let seen = tally.seen.first else { return }
        findings.add(
            Self.rule, in: seen.file, seen.first,
            "\(seen.share(of: manifest.pictureCount)) smaller than w and h: its address asks \(example)")
    }
}

/// The size that an address asks a server for; nil where it asks for none.
struct AskedSize {
    private(set) var width: Int?
    private(set) var height: Int?

    private static let sizes = 8...20_000

    var text: String { "\(width.map(String.init) ?? "any width") x \(height.map(String.init) ?? "any height")" }

    /// `size` is that of the entry.
    init?(_ img: UnsafeBufferPointer<UInt8>, of size: (width: Int, height: Int)) {
        guard img.has("_") || img.has("?") || img.has("-") else { return nil }
        let path = img.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        readName(path, size)
        // The parts of a path and the values of a query.
        for part in img.split(whereSeparator: { "/,?&".utf8.contains($0) }) {
            if part.starts(with: "dpr".utf8) { return nil }
            let isQuery = part.startIndex > path.endIndex
            if let value = Self.value(of: part, behind: isQuery ? Self.widths : ["w_"]) { width = value }
            if let value = Self.value(of: part, behind: isQuery ? Self.heights : ["h_"]) { height = value }
        }
        if width == nil, height == nil { return nil }
    }

    private static let widths: [StaticString] = ["w_", "w=", "width=", "wid=", "imwidth="]
    private static let heights: [StaticString] = ["h_", "h=", "height=", "hei=", "imheight="]

    private static func value(of part: Slice<UnsafeBufferPointer<UInt8>>, behind names: [StaticString]) -> Int? {
        for name in names {
            let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
            guard part.starts(with: name) else { continue }
            let digits = part.dropFirst(name.count)
            guard (2...5).contains(digits.count), digits.allSatisfy(isDigit) else { return nil }
            return Int(String(decoding: digits, as: UTF8.self)).flatMap { sizes.contains($0) ? $0 : nil }
        }
        return nil
    }

    /// Reads `_800x600`, `_800x` or `-800x600` before the ending of a name. Names of products end in sizes too, mostly in
    /// centimetres, so both sides must be large; and behind `-`, where WordPress writes the sides of a smaller picture, they must have
    /// the ratio of the entry. Only its smallest pictures, 150x150, are cut to a square.
    private mutating func readName(_ path: Slice<UnsafeBufferPointer<UInt8>>, _ size: (width: Int, height: Int)) {
        guard let dot = path.lastIndex(of: UInt8(ascii: ".")) else { return }
        var start = dot
        while start > path.startIndex, isDigit(path[start - 1]) || path[start - 1] == UInt8(ascii: "x") { start -= 1 }
        guard dot - start >= 4, start > path.startIndex, "_-".utf8.contains(path[start - 1]) else { return }
        let sides = path[start..<dot].split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false).map {
            Int(String(decoding: $0, as: UTF8.self))
        }
        guard sides.count == 2 else { return }
        let isLarge = sides.allSatisfy { $0.map { (300...20_000).contains($0) } ?? true }
        if path[start - 1] == UInt8(ascii: "_") {
            guard isLarge, sides.contains(where: { $0 != nil }) else { return }
        } else {
            guard let width = sides[0], let height = sides[1] else { return }
            let isScaled = isLarge && abs(size.width * height - size.height * width) <= max(size.width, size.height)
            guard isScaled || (width, height) == (150, 150) else { return }
        }
        (width, height) = (sides[0], sides[1])
    }
}

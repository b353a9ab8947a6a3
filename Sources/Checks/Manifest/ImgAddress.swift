import Base

/// Addresses from which no picture can be loaded.
struct ImgAddress: ManifestRule {
    static let rule = Rule(
        "img-address", .manifest, .error, "img is a URL of http or https, or a path that stays inside of its folder",
        explanation: """
            An app asks for what stands in img. A URL without a host, of another scheme or with a port that does not \
            exist is not asked for at all. Some characters must be percent-encoded (RFC 3986): before iOS 17 \
            `URL(string:)` returns nil for nearly all of them, so there is no picture; since iOS 17 it encodes them, and \
            then encodes the percent signs that are there already once more. A path that climbs with `..` leads somewhere \
            else on each server, and may leave the folder that is meant to be public. A control character is often the \
            rest of a line end in the catalogue.
            """,
        example: #"{"w":200,"h":275,"img":"../secret/a.jpg","price":"¥169"}"#,
        remedy: """
            Write the whole URL, with a space as %20, or a path from the folder of the pictures without `..`. An app for \
            iOS 17 and later may set `min-ios`.
            """,
        parameters: [
            RuleParameter(
                "min-ios", default: .number(15),
                "the oldest iOS that the app runs on; from 17 on, characters that `URL(string:)` encodes are allowed")
        ])

    private let isEncodingAllowed: Bool
    /// The scheme, the authority and the slash of the last URL whose host has no fault; the next one mostly has it, too.
    private var soundStart: [UInt8] = []

    init(_ settings: RuleSettings) { isEncodingAllowed = settings.number("min-ios") >= 17 }

    mutating func look(at batch: EntryBatch, _ findings: inout FindingCollector) {
        for entry in batch.entries {
            guard let member = batch.member(.img, of: entry), member.kind == .text, member.value.count > 0,
                let fault = fault(of: batch.text(member.value))
            else { continue }
            findings.add(batch.subject(entry, valueOf: member), fault)
        }
    }

    /// The problem with a picture's address, or nil.
    private mutating func fault(of img: UnsafeBufferPointer<UInt8>) -> String? {
        if !soundStart.isEmpty, img.hasStart(soundStart) {
            if AddressCharacters.arePlain(img, from: soundStart.count) { return nil }
            return characterFault(img, from: soundStart.count)
        }
        if img.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return "img holds a control character" }
        switch AddressForm(img) {
        case .http(let scheme), .https(let scheme):
            if let fault = AddressHost(img, from: scheme).fault { return fault }
            if let fault = characterFault(img, from: scheme, isHostIncluded: true) { return fault }
            soundStart = img[scheme...].firstIndex(of: UInt8(ascii: "/")).map { slash in
                img[..<slash].contains { "?#\\@[$~".utf8.contains($0) } ? [] : Array(img[...slash])
            } ?? []
            return nil
        case .slashless(let scheme):
            return "img has no // behind \(quoted(UnsafeBufferPointer(rebasing: img[..<scheme]))), so it has no host"
        case .schemeless: return "img begins with //, and which scheme is meant nobody knows who reads a manifest"
        case .foreign(let scheme):
            return "img is of the scheme \(quoted(UnsafeBufferPointer(rebasing: img[..<scheme]))), and apps load http and https"
        case .path: return pathFault(img)
        }
    }

    private func characterFault(_ img: UnsafeBufferPointer<UInt8>, from start: Int, isHostIncluded: Bool = false) -> String? {
        let end = isHostIncluded ? img[start...].firstIndex { "/?#\\".utf8.contains($0) } ?? img.count : start
        // A user before the host is told by `img-credentials`.
        let host = img[start..<end].lastIndex(of: UInt8(ascii: "@")) ?? start
        let isHostASCII = img[host..<end].allSatisfy { $0 < 0x80 }
        let odd = AddressCharacters.firstOdd(img, from: end)
        if isHostASCII, odd == nil { return nil }
        if img.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return "img holds a control character" }
        if let hidden = AddressCharacters.firstInvisible(img) { return "img is a URL with the invisible character \(hidden.shownName) in it" }
        guard isHostASCII, let odd else {
            let fault = "img is a URL whose host has letters outside of ASCII, which have to be Punycode (xn--)"
            return isEncodingAllowed ? nil : fault + ": before iOS 17 `URL(string:)` returns nil for it, and since iOS 17 writes Punycode"
        }
        let fault = "img is a URL with \(odd.description)"
        let isTwice = AddressCharacters.hasEncoding(img)
        let since = isTwice ? "since iOS 17 encodes it and, once more, the encodings that are there already" : "since iOS 17 encodes it"
        switch odd {
        case .percent: return "\(fault): before iOS 17 `URL(string:)` returns nil for it, and since iOS 17 encodes it as %25"
        case .character where isEncodingAllowed && !isTwice: return nil
        case .character("["), .character("]"): return "\(fault): before iOS 17 `URL(string:)` leaves it as it is, and \(since)"
        case .character: return "\(fault): before iOS 17 `URL(string:)` returns nil for it, and \(since)"
        }
    }
}

/// The problem with a path, or nil. Spaces and letters of any language are allowed inside, since files have such names,
/// and apps and `--base-url` encode paths.
private func pathFault(_ img: UnsafeBufferPointer<UInt8>) -> String? {
    if img.first == UInt8(ascii: " ") { return "img begins with a space" }
    if img.last == UInt8(ascii: " ") { return "img ends with a space" }
    if img.count > 2, img[1] == UInt8(ascii: ":"), (img[0] | 0x20) &- UInt8(ascii: "a") < 26, "/\\".utf8.contains(img[2]) {
        return "img is a path of a Windows disk, which no phone has"
    }
    if img.has("\\") { return "img is a path with a backslash in it; in addresses / stands between folders" }
    if let hidden = AddressCharacters.firstInvisible(img) { return "img is a path with the invisible character \(hidden.shownName) in it" }
    return hasParentComponent(img) ? "img is a path with `..` in it" : nil
}

/// Whether a component of the path is `..`.
private func hasParentComponent(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
    guard path.has(".") else { return false }
    var dots = 0
    var isDots = true
    for byte in path {
        if byte == UInt8(ascii: "/") {
            if isDots, dots == 2 { return true }
            (dots, isDots) = (0, true)
        } else if byte == UInt8(ascii: ".") {
            dots += 1
        } else {
            isDots = false
        }
    }
    return isDots && dots == 2
}

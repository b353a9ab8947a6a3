/// Addresses from which no picture can be loaded.
struct ImgAddress: ManifestRule {
    static let rule = Rule(
        "img-address", .manifest, .error, "img is a URL of http or https, or a path that stays inside of its folder",
        explanation: """
            An app asks for what stands in img. A URL without a host, of another scheme or with a space in it is not \
            asked for at all. A path that climbs with `..` leads somewhere else on each server, and may leave the folder \
            that is meant to be public. A control character is often the rest of a line end in the catalogue.
            """,
        example: #"{"w":200,"h":275,"img":"../secret/a.jpg","price":"¥169"}"#,
        remedy: "Write the whole URL, with a space as %20, or a path from the folder of the pictures without `..`.")

    init(_ settings: RuleSettings) {}

    mutating func look(at batch: EntryBatch, _ findings: inout FindingCollector) {
        for entry in batch.entries {
            guard let member = batch.member(.img, of: entry), member.kind == .text, member.value.count > 0,
                let fault = addressFault(batch.text(member.value))
            else { continue }
            findings.add(batch.subject(entry, valueOf: member), fault)
        }
    }
}

/// The problem with a picture's address, or nil.
private func addressFault(_ img: UnsafeBufferPointer<UInt8>) -> String? {
    let hasSpace = img.hasSpaceOrControl()
    if hasSpace, img.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return "img holds a control character" }
    switch AddressForm(img) {
    case .http(let scheme), .https(let scheme):
        let host = img[scheme...].first
        if host == nil || "/?#:".utf8.contains(host ?? 0) { return "img is a URL without a host" }
        return hasSpace ? "img is a URL with a space in it, which has to be %20" : nil
    case .schemeless: return "img begins with //, and which scheme is meant nobody knows who reads a manifest"
    case .foreign(let scheme):
        return "img is of the scheme \(quoted(UnsafeBufferPointer(rebasing: img[..<scheme]))), and apps load http and https"
    case .path:
        return hasParentComponent(img) ? "img is a path with `..` in it" : nil
    }
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

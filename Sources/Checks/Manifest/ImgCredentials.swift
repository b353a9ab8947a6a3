/// User names and passwords in addresses, which everybody can read.
struct ImgCredentials: ManifestRule {
    static let rule = Rule(
        "img-credentials", .manifest, .error, "img has no user name and no password",
        explanation: "The manifest publishes the password, and most apps refuse such a URL.",
        example: #"{"w":200,"h":275,"img":"https://shop:secret@cdn.example.com/a.jpg","price":"¥169"}"#,
        remedy: "Make the pictures readable without a password, and change the published one.")
    static let looksAtImages = true

    /// Whether the last entry has them.
    private var hasLast = false

    init(_ parameters: RuleParameters) {}

    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore) {
        for entry in batch.entries {
            if entry.repeatedStart == 0 {
                let img = batch.text(batch.img(of: entry))
                hasLast = img.has("@") && hasCredentials(img)
            }
            guard hasLast, let member = batch.member(.img, of: entry) else { continue }
            findings.add(Self.rule, in: batch.file, batch.subject(entry, valueOf: member), "img has a user or a password before its host")
        }
    }
}

/// Whether the authority has a part before an @ (RFC 3986, 3.2.1).
private func hasCredentials(_ img: UnsafeBufferPointer<UInt8>) -> Bool {
    let start: Int
    switch AddressForm(img) {
    case .http(let scheme), .https(let scheme): start = scheme
    case .schemeless: start = 2
    case .foreign(let scheme): start = min(scheme + 3, img.count)
    case .path, .slashless: return false
    }
    return img[start..<AddressForm.authorityEnd(of: img, from: start)].contains(UInt8(ascii: "@"))
}

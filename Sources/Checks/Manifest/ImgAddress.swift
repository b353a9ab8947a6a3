import WeirBase

/// Addresses from which no picture can be loaded.
struct ImgAddress: ManifestRule {
    static let rule = Rule(
        "img-address", .manifest, .error, "img is an http or https URL, or a path that stays inside its folder",
        explanation: """
            An app cannot load a URL without a host, with another scheme, or with an impossible port. `URL(string:)` returns nil for \
            characters outside RFC 3986, or from iOS 17 on encodes them, and percent signs again \
            (https://developer.apple.com/documentation/foundation/url/init(string:), read on 2026-11-30). A path with `..` may leave \
            the public folder.
            """,
        example: #"{"w":200,"h":275,"img":"../secret/a.jpg","price":"¥169"}"#,
        remedy: """
            Write the whole URL, with spaces as %20, or a path without `..`. For an app that needs iOS 17, set \
            `min-ios`.
            """,
        parameters: [
            RuleParameter(
                "min-ios", default: .number(15), in: 8...99,
                "the oldest iOS of the app; from 17 on, characters that `URL(string:)` encodes are allowed")
        ])
    static let looksAtImages = true

    private let isEncodingAllowed: Bool
    /// Whether the last address is a URL whose scheme and host have no fault.
    private var isLastHostSound = false

    init(_ parameters: RuleParameters) { isEncodingAllowed = parameters.number("min-ios") >= 17 }

    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore) {
        for entry in batch.entries {
            guard let member = batch.member(.img, of: entry), member.kind == .text, member.value.count > 0,
                let fault = fault(of: batch.text(member.value), entry.repeatedStart)
            else { continue }
            findings.add(Self.rule, in: batch.file, batch.subject(entry, valueOf: member), fault)
        }
    }

    /// The problem with a picture's address, or nil. `start` is the length of its beginning if the last address has the same.
    private mutating func fault(of img: UnsafeBufferPointer<UInt8>, _ start: Int) -> String? {
        if start > 0, isLastHostSound { return pathOfURLFault(img, from: start - 1) }
        isLastHostSound = false
        if img.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return "img holds a control character" }
        switch AddressForm(img) {
        case .http(let scheme), .https(let scheme):
            if let fault = AddressHost(img, from: scheme).fault { return fault }
            if let fault = hostFault(img, from: scheme) { return fault }
            isLastHostSound = true
            return pathOfURLFault(img, from: scheme)
        case .slashless(let scheme):
            return "img has no // behind \(quoted(UnsafeBufferPointer(rebasing: img[..<scheme]))), so it has no host"
        case .schemeless: return "img begins with //, and which scheme is meant nobody knows who reads a manifest"
        case .foreign(let scheme):
            return "img is of the scheme \(quoted(UnsafeBufferPointer(rebasing: img[..<scheme]))), and apps load http and https"
        case .path: return AddressPath.fault(img)
        }
    }

    /// Letters of other alphabets in the host. A user before it is reported by `img-credentials`.
    private func hostFault(_ img: UnsafeBufferPointer<UInt8>, from start: Int) -> String? {
        let authority = img[start..<AddressForm.authorityEnd(of: img, from: start)]
        let host = authority[(authority.lastIndex(of: UInt8(ascii: "@")) ?? start)...]
        if host.allSatisfy({ $0 < 0x80 }) { return nil }
        if let fault = invisibleFault(img) { return fault }
        let fault = "img is a URL whose host has letters outside of ASCII, which have to be Punycode (xn--)"
        if isEncodingAllowed { return nil }
        return fault + ": before iOS 17 `URL(string:)` returns nil for it, and since iOS 17 writes Punycode"
    }

    private func invisibleFault(_ img: UnsafeBufferPointer<UInt8>) -> String? {
        AddressCharacters.firstInvisible(img).map { sign in
            """
            img is a URL with the invisible character \(sign.shownName) in it: before iOS 17 `URL(string:)` returns nil for it, \
            and since iOS 17 encodes it, so the server is asked for another picture
            """
        }
    }

    private func pathOfURLFault(_ img: UnsafeBufferPointer<UInt8>, from start: Int) -> String? {
        AddressPath.nameFault(img) ?? (AddressCharacters.arePlain(img[start...]) ? nil : characterFault(img, from: start))
    }

    private func characterFault(_ img: UnsafeBufferPointer<UInt8>, from start: Int) -> String? {
        let path = AddressForm.authorityEnd(of: img, from: start)
        guard let odd = AddressCharacters.firstOdd(img, from: path) else { return nil }
        if img.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return "img holds a control character" }
        if let fault = invisibleFault(img) { return fault }
        let fault = "img is a URL with \(odd.description)"
        let isTwice = AddressCharacters.hasEncoding(img)
        let since = "since iOS 17 encodes it" + (isTwice ? " and, once more, the encodings that are there already" : "")
        switch odd {
        case .percent: return "\(fault): before iOS 17 `URL(string:)` returns nil for it, and since iOS 17 encodes it as %25"
        case .character where isEncodingAllowed && !isTwice: return nil
        case .character("["), .character("]"): return "\(fault): before iOS 17 `URL(string:)` leaves it as it is, and \(since)"
        case .character: return "\(fault): before iOS 17 `URL(string:)` returns nil for it, and \(since)"
        }
    }
}

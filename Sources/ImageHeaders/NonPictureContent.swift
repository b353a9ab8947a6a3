import WeirBase

/// Names content that is not a picture, so that the message says what a server or a colleague sent
/// instead.
enum NonPictureContent {
    /// How many bytes are examined: enough for an XML prologue, a licence comment and a doctype before `<svg`.
    static let sampleLength = 1024

    private static let kinds: [(signature: Signature, name: String)] = [
        (Signature("%PDF-"), "a PDF document"),
        (Signature([0x50, 0x4B, 3, 4]), "a ZIP archive"),
        (Signature([0x1F, 0x8B, 8]), "gzip data"),
        (Signature([0x1A, 0x45, 0xDF, 0xA3]), "a Matroska or WebM video"),
        (Signature([0xFF, 0xFE]), "UTF-16 text"),
        (Signature([0xFE, 0xFF]), "UTF-16 text"),
    ]

    static func failure(for bytes: UnsafeRawBufferPointer) -> Failure {
        let beginning = Beginning(of: bytes)
        for kind in kinds where kind.signature.match(beginning) == .yes {
            return Failure(.notAnImage, "the content is \(kind.name)")
        }
        let text = sample(of: bytes)
        guard isText(text) else {
            return Failure(.notAnImage, bytes.allSatisfy { $0 == 0 } ? "the content is zeros" : nil)
        }
        if isMarkup(text, gitPointer) {
            return Failure(.notAnImage, "the content is a pointer of Git LFS; git lfs pull brings the picture")
        }
        let body = text.drop(while: isBlank)
        let name =
            switch body.first {
            case UInt8(ascii: "<"): isMarkup(body, "<?xml") && !contains(body, "<html") ? "XML" : "HTML"
            case UInt8(ascii: "{"), UInt8(ascii: "["): "JSON"
            default: "text"
            }
        return Failure(.notAnImage, "the content is \(name)")
    }

    /// Whether a document can be XML: its first character that is no white space is `<`.
    @Sendable static func looksLikeMarkup(_ bytes: UnsafeRawBufferPointer) -> Bool {
        sample(of: bytes).drop(while: isBlank).first == UInt8(ascii: "<")
    }

    /// Whether `<svg` is the first element, behind nothing but a prologue, comments and a doctype.
    static func looksLikeSVG(_ bytes: UnsafeRawBufferPointer) -> Bool { isSVG(sample(of: bytes)) }

    /// The first bytes without a byte order mark.
    private static func sample(of bytes: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
        let start = bytes.prefix(sampleLength)
        return start.starts(with: byteOrderMark) ? start.dropFirst(byteOrderMark.count) : start
    }

    /// The first line of a file that Git LFS has not yet replaced by its content.
    private static let gitPointer: StaticString = "version https://git-lfs.github.com/spec/"

    /// Whether `<svg` is the first element, behind nothing but a prologue, comments and a doctype. A page
    /// that shows an SVG somewhere has other elements before it.
    private static func isSVG(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
        var rest = text
        while true {
            rest = rest.drop(while: isBlank)
            if isMarkup(rest, "<svg") { return true }
            let end: StaticString
            if isMarkup(rest, "<!--") {
                end = "-->"
            } else if isMarkup(rest, "<?") {
                end = "?>"
            } else if isMarkup(rest, "<!doctype svg") {
                return true
            } else {
                return false
            }
            guard let next = index(of: end, in: rest) else { return false }
            rest = rest[(next + end.utf8CodeUnitCount)...]
        }
    }

    /// A text has no control characters except white space and escape.
    private static func isText(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
        bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (9...13).contains($0) || $0 == 0x1B }
    }

    private static func isMarkup(_ text: Slice<UnsafeRawBufferPointer>, _ name: StaticString) -> Bool {
        name.withUTF8Buffer { name in
            text.count >= name.count && zip(text, name).allSatisfy { $0 | lowercaseBit($0) == $1 }
        }
    }

    private static func lowercaseBit(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? 0x20 : 0 }

    private static func contains(_ text: Slice<UnsafeRawBufferPointer>, _ name: StaticString) -> Bool {
        index(of: name, in: text) != nil
    }

    private static func index(of name: StaticString, in text: Slice<UnsafeRawBufferPointer>) -> Int? {
        text.indices.first { isMarkup(text[$0...], name) }
    }
}

import Records

/// What the content of a manifest can be; arrays and lines of JSON are read by the same reader.
package enum RecognisedFormat {
    case json, xmlPlist, binaryPlist
}

private let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
private let binaryPlistHeader = Array("bplist00".utf8)

/// The format of a manifest that begins like this. Nil as long as that cannot be told, and at the
/// end where there is nothing.
package func recognise(_ bytes: UnsafeBufferPointer<UInt8>, isEnd: Bool) throws(CatalogueFailure) -> RecognisedFormat? {
    if bytes.starts(with: binaryPlistHeader) { return .binaryPlist }
    if !isEnd, binaryPlistHeader.starts(with: bytes) || byteOrderMark.starts(with: bytes) { return nil }
    let text = bytes.starts(with: byteOrderMark) ? bytes[byteOrderMark.count...] : bytes[...]
    guard let first = text.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return nil }
    switch first {
    case UInt8(ascii: "["), UInt8(ascii: "{"): return .json
    case UInt8(ascii: "<"): return .xmlPlist
    default:
        throw CatalogueFailure(
            "the content is no manifest, which is JSON or a property list", at: CataloguePosition(line: 1, column: 1))
    }
}

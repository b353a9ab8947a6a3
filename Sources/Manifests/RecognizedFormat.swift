import WeirRecords

/// A format that a manifest's content shows. Arrays and lines of JSON share one reader.
package enum RecognizedFormat {
    case json, xmlPlist, binaryPlist

    package var records: RecordFormat {
        switch self {
        case .json: .json(.any)
        case .xmlPlist: .xmlPlist
        case .binaryPlist: .binaryPlist
        }
    }
}

/// The fault of a file that is empty, unless it may be JSON Lines.
package let emptyFileFault = "the file is empty; a manifest without entries is []"

private let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
private let binaryPlistHeader = Array("bplist00".utf8)
/// So many blanks show no format. A reader of pieces would search all of them again for each further piece.
private let mostBlanks = 64 << 10

/// The format of a manifest with these first bytes; nil if more bytes are needed, or if the manifest is
/// empty.
package func recognize(_ bytes: UnsafeBufferPointer<UInt8>, isEnd: Bool) throws(DocumentFailure) -> RecognizedFormat? {
    if bytes.starts(with: binaryPlistHeader) { return .binaryPlist }
    if !isEnd, binaryPlistHeader.starts(with: bytes) || byteOrderMark.starts(with: bytes) { return nil }
    let text = bytes.starts(with: byteOrderMark) ? bytes[byteOrderMark.count...] : bytes[...]
    let blanks = text.prefix { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard blanks.count < mostBlanks else { throw DocumentFailure("the first \(mostBlanks) bytes are blank") }
    guard blanks.endIndex < text.endIndex else { return nil }
    switch text[blanks.endIndex] {
    case UInt8(ascii: "["), UInt8(ascii: "{"): return .json
    case UInt8(ascii: "<"): return .xmlPlist
    default:
        let isUTF16 = text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF])
        let encoding = isUTF16 ? "; it looks like UTF-16, and a manifest is UTF-8" : ""
        throw DocumentFailure(
            "the content is no manifest, which is JSON or a property list\(encoding)", at: TextPosition(line: 1, column: 1))
    }
}

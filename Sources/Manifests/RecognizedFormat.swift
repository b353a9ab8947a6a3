import WeirBase
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

private let binaryPlistHeader = Array("bplist00".utf8)
/// So many blanks show no format. A reader of pieces would search all of them again for each further piece.
private let mostBlanks = 64 << 10

/// The format of a manifest with these first bytes; nil if more bytes are needed, or if the manifest is
/// empty.
package func recognize(_ bytes: UnsafeBufferPointer<UInt8>, isEnd: Bool) throws(DocumentFailure) -> RecognizedFormat? {
    if bytes.starts(with: binaryPlistHeader) { return .binaryPlist }
    if !isEnd, binaryPlistHeader.starts(with: bytes) || byteOrderMark.starts(with: bytes) { return nil }
    let start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    var end = start
    while end < bytes.count, end - start < mostBlanks, isBlank(bytes[end]) { end += 1 }
    guard end - start < mostBlanks else { throw DocumentFailure("the first \(mostBlanks) bytes are blank") }
    guard end < bytes.count else { return nil }
    switch bytes[end] {
    case UInt8(ascii: "["), UInt8(ascii: "{"): return .json
    case UInt8(ascii: "<"): return .xmlPlist
    default:
        let isUTF16 = bytes[start...].starts(with: [0xFF, 0xFE]) || bytes[start...].starts(with: [0xFE, 0xFF])
        let encoding = isUTF16 ? "; it looks like UTF-16, and a manifest is UTF-8" : ""
        throw DocumentFailure(
            "the content is no manifest, which is JSON or a property list\(encoding)", at: TextPosition(line: 1, column: 1))
    }
}

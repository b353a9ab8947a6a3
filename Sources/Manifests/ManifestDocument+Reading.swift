import WeirBase
import WeirRecords

extension ManifestDocument {
    /// Reads a manifest in memory as apps do, compressed or not. The content determines the format. A thrown failure concerns the whole
    /// manifest; a broken entry is in `broken`.
    public init(
        _ bytes: UnsafeRawBufferPointer, keepsTexts: Bool = true, keeping keys: [String] = [], facts: [String] = []
    ) throws(DocumentFailure) {
        self.init(keepsTexts: keepsTexts, keeping: keys, facts: facts)
        guard GzipReader.recognizes(bytes) else {
            try read(bytes)
            return
        }
        let text: [UInt8]?
        do throws(GzipFailure) { text = try decompressed(bytes) } catch { throw DocumentFailure(error.message) }
        guard let text else { throw DocumentFailure("the file has more than \(TextRange.limit) bytes") }
        try text.withBytes { text throws(DocumentFailure) in try read(UnsafeRawBufferPointer(text)) }
    }

    private mutating func read(_ text: UnsafeRawBufferPointer) throws(DocumentFailure) {
        guard let format = try recognize(text.assumingMemoryBound(to: UInt8.self), isEnd: true) else { return endPage(nil) }
        var reader = RowReader(format.records, columns: columns, nouns: .manifest)
        var nextNumber = 1
        var start = 0
        var hasMore = true
        while hasMore {
            var batch = RowBatch(firstNumber: nextNumber, keptColumns: columns.kept.count)
            if format == .binaryPlist {
                hasMore = try reader.read(whole: text, into: &batch)
            } else {
                let block = text[start..<min(text.count, start + Self.blockBytes)]
                start = block.endIndex
                hasMore = start < text.count
                try reader.read(UnsafeRawBufferPointer(rebasing: block), isEnd: !hasMore, into: &batch)
            }
            try append(batch)
            nextNumber = batch.endNumber
        }
        endPage(format)
    }

    /// The number of bytes read at once, so that a batch has few rows.
    private static let blockBytes = 256 << 10
}

/// Decompresses a whole file; nil if ranges of texts have no room for so many bytes.
package func decompressed(_ bytes: UnsafeRawBufferPointer) throws(GzipFailure) -> [UInt8]? {
    // A deflated byte is at most 1032 bytes of text. Files that may have too many are counted before any text is kept.
    let mayBeTooLong = bytes.count > TextRange.limit / 1032
    if mayBeTooLong, try inflate(bytes, { _ in }) >= TextRange.limit { return nil }
    var text: [UInt8] = []
    _ = try inflate(bytes) { text.append(contentsOf: $0) }
    return text
}

/// Decompresses a file block by block, up to the largest readable size, and returns the number of bytes.
private func inflate(_ bytes: UnsafeRawBufferPointer, _ receive: (UnsafeBufferPointer<UInt8>) -> Void) throws(GzipFailure) -> Int {
    var count = 0
    var gzip = GzipReader()
    var block = ByteBuffer()
    var rest = bytes
    var hasMore = true
    while hasMore, count < TextRange.limit {
        block.removeAll()
        hasMore = try gzip.read(&rest, atMost: 64 << 10, to: &block)
        block.withBytes { receive($0) }
        count += block.count
    }
    if !hasMore { try gzip.finish() }
    return count
}

/// The fault of a file that is empty, unless it may be JSON Lines.
package let emptyFileFault = "the file is empty; a manifest without entries is []"

private let binaryPlistHeader = Array("bplist00".utf8)
/// So many blanks show no format. A reader of pieces would search all of them again for each further piece.
private let mostBlanks = 64 << 10

/// The format of a manifest with these first bytes; nil if more bytes are needed, or if the manifest is
/// empty.
package func recognize(_ bytes: UnsafeBufferPointer<UInt8>, isEnd: Bool) throws(DocumentFailure) -> ManifestFormat? {
    if bytes.starts(with: binaryPlistHeader) { return .binaryPlist }
    if !isEnd, binaryPlistHeader.starts(with: bytes) || byteOrderMark.starts(with: bytes) { return nil }
    let start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    let blanks = bytes[start...].prefix(mostBlanks).prefix(while: isBlank).count
    guard blanks < mostBlanks else { throw DocumentFailure("the first \(mostBlanks) bytes are blank") }
    let text = bytes[(start + blanks)...]
    guard let first = text.first else { return nil }
    switch first {
    case UInt8(ascii: "["): return .json
    case UInt8(ascii: "{"): return .jsonl
    case UInt8(ascii: "<"):
        guard isHTML(text) else { return .plist }
        throw DocumentFailure(
            "the content is a page of HTML, such as servers send instead of a file; a manifest is JSON or a property list",
            at: TextPosition(line: 1, column: 1))
    default:
        let isUTF16 = bytes[start...].starts(with: [0xFF, 0xFE]) || bytes[start...].starts(with: [0xFE, 0xFF])
        let encoding =
            isUTF16
            ? "; it looks like UTF-16, and a manifest is UTF-8"
            : text.startIndex == 0 && first == 0 ? "; it begins with zeros, as a file does of which only the length was stored" : ""
        throw DocumentFailure(
            "the content is no manifest, which is JSON or a property list\(encoding)", at: TextPosition(line: 1, column: 1))
    }
}

private func isHTML(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let start = String(decoding: text.prefix(14), as: UTF8.self).lowercased()
    return start == "<!doctype html" || start.hasPrefix("<html")
}

extension ManifestFormat {
    /// The form of the entries in a manifest's content.
    package var records: RecordFormat {
        switch self {
        case .json: .json(.array)
        case .jsonl: .json(.objects)
        case .plist: .xmlPlist
        case .binaryPlist: .binaryPlist
        case .csv: .table(delimiter: UInt8(ascii: ","))
        case .tsv: .table(delimiter: UInt8(ascii: "\t"))
        case .copy: .copy(delimiter: UInt8(ascii: "\t"))
        }
    }
}

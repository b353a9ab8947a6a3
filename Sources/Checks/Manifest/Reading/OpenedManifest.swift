import Manifests
import WeirBase
import WeirRecords

/// A file of a manifest before its entries are read. The file is decompressed, and its format is known.
struct OpenedManifest {
    private(set) var file: ManifestFile
    /// The faults of the file as a whole. The file may still be readable.
    private(set) var faults: [ManifestFault] = []
    /// Whether entries can be read from the file.
    private(set) var isReadable = false

    init(_ name: String, _ bytes: [UInt8]) {
        var text: [UInt8]? = bytes
        let isGzip = bytes.withUnsafeBytes { GzipReader.recognizes($0) }
        do throws(GzipFailure) {
            if isGzip { text = try inflated(bytes) }
        } catch {
            file = ManifestFile(name: name, form: .json, bytes: [])
            faults = [ManifestFault(range: nil, number: nil, message: error.message)]
            return
        }
        guard let text, text.count < TextRange.limit else {
            file = ManifestFile(name: name, form: .json, bytes: [])
            faults = [ManifestFault(range: nil, number: nil, message: "the file has more than \(TextRange.limit) bytes")]
            return
        }
        let kind = ManifestKind(path: name)
        do throws(DocumentFailure) {
            let form = try form(of: text)
            file = ManifestFile(name: name, form: form ?? (kind?.format == .jsonl ? .jsonLines : .json), bytes: text)
            isReadable = form != nil
            if let fault = wholeObjectFault(in: text, named: kind) {
                faults.append(fault)
                isReadable = false
            } else if let form {
                file.content = ManifestKind(form.format, isGzip: isGzip)
            }
            if form == nil, kind?.format != .jsonl {
                faults.append(ManifestFault(range: nil, number: nil, message: emptyFileFault))
            }
        } catch {
            file = ManifestFile(name: name, form: .json, bytes: text)
            guard error.position != nil else {
                faults = [ManifestFault(range: nil, number: nil, message: error.message)]
                return
            }
            let (offset, sign) = text.withUnsafeBufferPointer { text in
                (firstSign(of: text), found(at: firstSign(of: text), in: text))
            }
            let message = "\(error.message); found \(sign)"
            faults = [ManifestFault(range: TextRange(offset, count: 1), number: nil, message: message)]
        }
        if isReadable, file.textStart > 0, file.form != .xmlPlist {
            faults.append(.byteOrderMark)
        }
    }
}

/// Decompresses a whole file; nil if it has more than the largest readable size.
private func inflated(_ bytes: [UInt8]) throws(GzipFailure) -> [UInt8]? {
    // A deflated byte is at most 1032 bytes of text. Files that may have too many are counted before any text is kept.
    let mayBeTooLong = bytes.count > TextRange.limit / 1032
    if mayBeTooLong, try inflate(bytes, { _ in }) >= TextRange.limit { return nil }
    var text: [UInt8] = []
    _ = try inflate(bytes) { text.append(contentsOf: $0) }
    return text
}

/// Decompresses a file block by block, up to the largest readable size, and returns the number of bytes.
private func inflate(_ bytes: [UInt8], _ receive: (UnsafeRawBufferPointer) -> Void) throws(GzipFailure) -> Int {
    var count = 0
    var failure: GzipFailure?
    bytes.withUnsafeBytes { bytes in
        do throws(GzipFailure) {
            var gzip = GzipReader()
            var block = ByteBuffer()
            var rest = bytes
            var hasMore = true
            while hasMore, count < TextRange.limit {
                block.removeAll()
                hasMore = try gzip.read(&rest, atMost: 64 << 10, to: &block)
                block.withBytes { receive(UnsafeRawBufferPointer($0)) }
                count += block.count
            }
            if !hasMore { try gzip.finish() }
        } catch {
            failure = error
        }
    }
    if let failure { throw failure }
    return count
}

/// Returns nil if the text is empty or has only white space.
private func form(of text: [UInt8]) throws(DocumentFailure) -> ManifestFile.Form? {
    let start = text.withUnsafeBufferPointer { firstSign(of: $0) }
    // The standard library's functions lose the type of the error.
    let recognized: Result<RecognizedFormat?, DocumentFailure> = text.withUnsafeBufferPointer { text in
        do throws(DocumentFailure) {
            return .success(try recognize(text, isEnd: true))
        } catch {
            return .failure(error)
        }
    }
    return switch try recognized.get() {
    case .json: text[start] == UInt8(ascii: "[") ? .json : .jsonLines
    case .xmlPlist: .xmlPlist
    case .binaryPlist: .binaryPlist
    case nil: nil
    }
}

/// The fault of a file that is one JSON object, such as `{"items": [...]}`; nil for anything else. An object on a single line
/// may be JSON Lines, unless the file's name says that it is JSON.
private func wholeObjectFault(in text: [UInt8], named kind: ManifestKind?) -> ManifestFault? {
    text.withUnsafeBufferPointer { text in
        let start = firstSign(of: text)
        guard start < text.count, text[start] == UInt8(ascii: "{") else { return nil }
        let keys = JSONKeys(of: text, from: start)
        guard let end = keys.end, text[end...].allSatisfy(isBlank), kind?.format == .json || text[start..<end].contains(0x0A)
        else { return nil }
        let array = keys.arrays.first.map { "; write the array of `\($0.visible)` alone" } ?? ""
        let message = "the file is one JSON object, and a manifest is an array of entries\(array)"
        return ManifestFault(range: TextRange(start, count: 1), number: nil, message: message)
    }
}

/// Index of the first byte that is not white space.
private func firstSign(of text: UnsafeBufferPointer<UInt8>) -> Int {
    let start = text.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    return text[start...].firstIndex { !isBlank($0) } ?? text.count
}

extension ManifestFile.Form {
    fileprivate var format: ManifestFormat {
        switch self {
        case .json, .index: .json
        case .jsonLines: .jsonl
        case .xmlPlist: .plist
        case .binaryPlist: .binaryPlist
        }
    }
}

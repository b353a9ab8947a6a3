import CWeirExpat
import WeirBase

/// A page of the listing of a bucket: the `ListBucketResult` of Amazon S3, or the `Error` that comes instead.
package struct ObjectPage: Sendable {
    package var keys: [[UInt8]] = []
    /// The tag and the size of each object, which change when the object does.
    package var versions: [[UInt8]] = []
    /// Whether more pages follow; nil if the store does not say so.
    package var isTruncated: Bool?
    /// The name of the next page for its request; nil on the last page.
    package var next: String?
    /// The store's own name and sentence for a refusal.
    package var refusal: (code: String, message: String)?

    /// The refusal in one text. Ceph has no sentence behind the name.
    package var refusalText: String? {
        refusal.map { $0.message.isEmpty ? $0.code : "\($0.code): \($0.message)" }
    }

    private enum Element: Int32, CaseIterable {
        case code, contents, encodingType, error, etag, isTruncated, key, listing, message, nextContinuationToken, size

        var name: StaticString {
            switch self {
            case .code: "Code"
            case .contents: "Contents"
            case .encodingType: "EncodingType"
            case .error: "Error"
            case .etag: "ETag"
            case .isTruncated: "IsTruncated"
            case .key: "Key"
            case .listing: "ListBucketResult"
            case .message: "Message"
            case .nextContinuationToken: "NextContinuationToken"
            case .size: "Size"
            }
        }
    }

    /// Stores are asked for keys with the escapes of URLs, since XML has no way to write some bytes of a key, and say whether they
    /// know these. nil if the document is neither a listing nor an error.
    package init?(_ document: [UInt8]) {
        let names = Element.allCases.map {
            UnsafeRawPointer($0.name.utf8Start).assumingMemoryBound(to: CChar.self) as UnsafePointer<CChar>?
        }
        let texts = Element.allCases.filter { ![.contents, .error, .listing].contains($0) }.reduce(UInt32(0)) {
            $0 | 1 << UInt32($1.rawValue)
        }
        names.withUnsafeBufferPointer { names in
            guard let reader = CExpat_create(names.baseAddress, names.count, texts, ObjectPage.memoryBytes, 0) else { return }
            defer { CExpat_destroy(reader) }
            guard CExpat_push(reader, document, document.count, 1) == CEXPAT_OK else { return }
            take(UnsafeBufferPointer(start: CExpat_events(reader), count: CExpat_event_count(reader)), CExpat_texts(reader))
        }
        guard root == .listing || root == .error else { return nil }
        if isTruncated == false { next = nil }
        if hasEscapes { keys = keys.map(Self.unescaped) }
    }

    /// The key that a listing or an inventory writes with escapes.
    package static func unescaped(_ key: [UInt8]) -> [UInt8] { percentDecoded(key.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }) ?? key }

    /// The text that changes when an object does; empty without a tag or a size. Listings have the tag between quotes, and inventories do
    /// not. Proxies make it a weak one.
    package static func version(etag: [UInt8], size: [UInt8]) -> [UInt8] {
        let tag = (etag.starts(with: "W/\"".utf8) ? etag.dropFirst(2) : etag[...]).filter { $0 != Byte.quote }
        return tag.isEmpty || size.isEmpty ? [] : tag + [0x20] + size
    }

    private var root: Element?
    private var hasEscapes = false
    /// The texts of the object that is being read.
    private var key: [UInt8]?
    private var etag: [UInt8] = []
    private var size: [UInt8] = []

    private static let memoryBytes = 32 << 20

    private mutating func take(_ events: UnsafeBufferPointer<CExpat_event>, _ texts: UnsafePointer<UInt8>?) {
        /// The elements that are open; nil for those of other names.
        var open: [Element?] = []
        var text: [UInt8] = []
        for event in events {
            switch event.kind {
            case CEXPAT_START:
                if open.isEmpty { root = Element(rawValue: event.element) }
                open.append(Element(rawValue: event.element))
                text = []
            case CEXPAT_TEXT: text += UnsafeBufferPointer(start: texts.map { $0 + event.text }, count: event.count)
            case CEXPAT_END:
                guard let element = open.popLast() else { break }
                end(element, in: open.last ?? nil, text)
            default: break
            }
        }
    }

    private mutating func end(_ element: Element?, in parent: Element?, _ text: [UInt8]) {
        switch element {
        case .key where parent == .contents: key = text
        case .etag where parent == .contents: etag = text
        case .size where parent == .contents: size = text
        case .contents where parent == .listing:
            if let key {
                keys.append(key)
                versions.append(Self.version(etag: etag, size: size))
            }
            (key, etag, size) = (nil, [], [])
        case .encodingType: hasEscapes = text.elementsEqual("url".utf8)
        case .isTruncated: isTruncated = text.elementsEqual("true".utf8)
        case .nextContinuationToken: next = String(decoding: text, as: UTF8.self)
        case .code: refusal = (String(decoding: text, as: UTF8.self), refusal?.message ?? "")
        case .message: refusal = (refusal?.code ?? "", String(decoding: text, as: UTF8.self))
        case .contents, .error, .etag, .key, .listing, .size, nil: break
        }
    }
}

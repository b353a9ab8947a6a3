import Journals
import WeirBase

/// Where a picture's bytes are, according to the text of an `img`.
package enum PictureLocation: Equatable, Sendable {
    case url
    /// A path below the root, with the percent-encoding of a file URL undone; in a run without a root the path as it is named.
    case file([UInt8])
    /// The picture's own bytes: the content of a `data:` URL.
    case inline([UInt8])
    case nowhere(Failure)

    package init(of img: UnsafeBufferPointer<UInt8>, below root: PictureRoot?) {
        self = Self.named(img)
        guard let root, case .file(let path) = self else { return }
        // The journal has one record of a picture, however its path is spelled.
        let plain = path.withUnsafeBufferPointer { withoutEmptyNames($0) } ?? path
        self = root.relative(plain).map { .file($0) } ?? .nowhere(Failure(.outsideRoot))
    }

    private static func named(_ img: UnsafeBufferPointer<UInt8>) -> PictureLocation {
        if isURL(img) { return .url }
        switch scheme(of: img) {
        case nil: return .file(Array(img))
        case "file": return file(img)
        case "http", "https", noScheme: return .nowhere(Failure(.badURL))
        case "data":
            switch dataURLContent(img) {
            case .success(let content): return .inline(content)
            case .failure(let failure): return .nowhere(failure)
            }
        case let scheme?: return .nowhere(Failure(.forbiddenScheme, "\(scheme): is not a scheme that is read"))
        }
    }

    var isURL: Bool { if case .url = self { true } else { false } }

    /// Whether journals have rows of such pictures.
    var isRecorded: Bool {
        switch self {
        case .url, .file: true
        case .inline, .nowhere: false
        }
    }

    /// The hash by which a run recognizes a picture. All spellings of a path have one hash.
    static func hash(of img: UnsafeBufferPointer<UInt8>) -> NameHash {
        if !isURL(img), !isDataURL(img), !begins(img, with: "file:"), let path = withoutEmptyNames(img) {
            return path.withUnsafeBytes { NameHash(of: $0) }
        }
        return NameHash(of: UnsafeRawBufferPointer(img))
    }

    /// Whether the name is the URL of a picture of the network.
    package static func isURL(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        begins(name, with: "http://") || begins(name, with: "https://") || isBucketURL(name)
    }

    /// Whether the name is a path as it stands, and no URL.
    package static func isPath(_ name: UnsafeBufferPointer<UInt8>) -> Bool { scheme(of: name) == nil }

    /// `prefix` must be in lower case.
    private static func begins(_ name: UnsafeBufferPointer<UInt8>, with prefix: StaticString) -> Bool {
        guard name.count >= prefix.utf8CodeUnitCount else { return false }
        for index in 0..<prefix.utf8CodeUnitCount {
            let byte = name[index]
            guard ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) == prefix.utf8Start[index] else { return false }
        }
        return true
    }

    /// The scheme of a URL (RFC 3986, 3.1), in lower case. A file's name may contain a colon, so only `://`, `data:` and
    /// `file:/` make a URL; and what has a user or a password, such as `http:` with an `@`, or a URL behind a blank.
    private static func scheme(of img: UnsafeBufferPointer<UInt8>) -> String? {
        // Most paths end here.
        guard img.contains(":", or: "@") else { return nil }
        return namedScheme(of: img) ?? (hasUser(img) ? noScheme : nil)
    }

    /// A folder's name before the slashes makes a path of it.
    private static func hasUser(_ img: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = credentials(in: img).first else { return false }
        let before = img[..<first.lowerBound].reversed().drop { "/\\".utf8.contains($0) }
        let isScheme = ["https", "http"].contains { before.lazy.map { $0 | 0x20 }.elementsEqual($0.utf8.reversed()) }
        return before.isEmpty || isScheme || before.contains { $0 <= 0x20 || ":;,|".utf8.contains($0) }
    }

    private static func namedScheme(of img: UnsafeBufferPointer<UInt8>) -> String? {
        guard let colon = img.prefix(32).firstIndex(of: UInt8(ascii: ":")), colon > 0,
            img[..<colon].allSatisfy({ isLetterOrDigit($0) || [0x2B, 0x2D, 0x2E].contains($0) })
        else { return nil }
        let name = img[..<colon].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        let scheme = String(decoding: name, as: UTF8.self)
        let rest = img[(colon + 1)...]
        if scheme == "file", rest.first == UInt8(ascii: "/") { return scheme }
        if ["http", "https"].contains(scheme), rest.contains(UInt8(ascii: "@")) { return scheme }
        return rest.starts(with: Array("//".utf8)) || scheme == "data" ? scheme : nil
    }

    /// The text before a URL that no scheme stands before.
    private static let noScheme = ""

    /// The path of `file:///path`, `file:/path` or `file://localhost/path` (RFC 8089).
    private static func file(_ img: UnsafeBufferPointer<UInt8>) -> PictureLocation {
        let rest = img.dropFirst("file:".utf8.count + (begins(img, with: "file://") ? 2 : 0))
        guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return .nowhere(Failure(.badURL)) }
        // A user and a password are not shown.
        let host = String(
            decoding: rest[..<slash].split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false).last ?? [], as: UTF8.self
        ).lowercased()
        guard host.isEmpty || host == "localhost" else {
            return .nowhere(Failure(.badURL, "a file URL names a file of this machine, not of \(host)"))
        }
        guard let path = percentDecoded(UnsafeBufferPointer(rebasing: rest[slash...])), !path.contains(0) else {
            return .nowhere(Failure(.badURL))
        }
        return .file(path)
    }
}

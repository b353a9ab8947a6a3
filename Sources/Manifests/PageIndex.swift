import WeirBase

/// `index.json`, the list of a manifest's pages.
public struct PageIndex: Equatable, Sendable {
    /// A page as the index names it.
    public struct Page: Equatable, Sendable {
        /// The name of the file, which is in the same folder as the index.
        public let file: String
        /// The number of entries of the page.
        public let count: Int
        /// The SHA-256 of the file's bytes, in hexadecimal.
        public let sha256: String

        /// The hash has 64 hexadecimal digits, with small letters.
        public init(file: String, count: Int, sha256: String) {
            self.file = file
            self.count = count
            self.sha256 = sha256
        }
    }

    /// The keys of the catalogue's columns that were added to the entries.
    public var keep: [String]
    /// In the order of their entries.
    public var pages: [Page]

    /// An index of pages. `keep` are the further keys of their entries.
    public init(pages: [Page] = [], keep: [String] = []) {
        self.keep = keep
        self.pages = pages
    }

    /// The number of entries of all pages.
    public var count: Int { pages.reduce(0) { $0 + $1.count } }

    /// The name of the index, which is in the folder of its pages.
    public static let fileName = "index.json"

    /// Pages are numbered from 1. With the SHA-256 of its bytes in its name, a page never has another content.
    package static func fileName(ofPage number: Int, _ kind: ManifestKind, sha256: String? = nil) -> String {
        "\(number)\(sha256.map { "-\($0.prefix(hashDigits))" } ?? "")\(kind.fileExtension)"
    }

    /// How many digits of a page's SHA-256 its name has: 64 bits, so that no two pages meet by chance.
    private static let hashDigits = 16

    /// Whether a path ends in the name of an index, or of a page of a manifest in JSON, or of a compressed copy of one.
    package static func isFileName(_ path: [UInt8]) -> Bool {
        let name = String(decoding: path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...], as: UTF8.self)
        let plain = name.hasSuffix(copyEnding) ? String(name.dropLast(copyEnding.count)) : name
        return plain == fileName || pageNumber(plain) != nil
    }

    /// The ending of a compressed copy, behind the name of its file.
    package static let copyEnding = ".gz"

    /// The part of the SHA-256 in the name of a page in JSON; nil if the name has none.
    package static func hash(inName name: String) -> Substring? {
        guard pageNumber(name) != nil, let sign = name.firstIndex(of: "-") else { return nil }
        return name[name.index(after: sign)...].prefix(hashDigits)
    }

    private static func pageNumber(_ name: String) -> Int? {
        let digits = name.utf8.prefix { isDigit($0) }
        guard let number = Int(Substring(digits)), number > 0 else { return nil }
        var hash: String?
        if name.utf8.dropFirst(digits.count).first == UInt8(ascii: "-") {
            let text = name.utf8.dropFirst(digits.count + 1).prefix(hashDigits)
            guard text.count == hashDigits, text.allSatisfy({ "0123456789abcdef".utf8.contains($0) }) else { return nil }
            hash = String(Substring(text))
        }
        return name == fileName(ofPage: number, ManifestKind(.json), sha256: hash) ? number : nil
    }

    /// Writes the index, one page per line.
    public func write(to output: inout ByteBuffer) {
        output.object { output in
            output.member("count", count)
            if !keep.isEmpty { output.array("keep", keep) { $0.append(json: $1) } }
            output.array("pages", pages, onLines: true) { output, page in
                output.object {
                    $0.member("file", json: page.file)
                    $0.member("count", page.count)
                    $0.member("sha256", json: page.sha256)
                }
            }
        }
        output.append("\n")
    }
}

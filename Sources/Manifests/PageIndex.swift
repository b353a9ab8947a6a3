import Base

/// `index.json`, the list of a manifest's pages.
public struct PageIndex: Equatable, Sendable {
    public struct Page: Equatable, Sendable {
        /// The name of the file, which is in the same folder as the index.
        public let file: String
        /// The number of entries of the page.
        public let count: Int
        /// The SHA-256 of the file's bytes, in hexadecimal.
        public let sha256: String

        public init(file: String, count: Int, sha256: String) {
            self.file = file
            self.count = count
            self.sha256 = sha256
        }
    }

    public var pages: [Page]

    public init(pages: [Page] = []) {
        self.pages = pages
    }

    /// The number of entries of all pages.
    public var count: Int { pages.reduce(0) { $0 + $1.count } }

    public static let fileName = "index.json"

    /// Pages are numbered from 1.
    public static func fileName(ofPage number: Int, _ kind: ManifestKind) -> String {
        "\(number)\(kind.fileExtension)"
    }

    /// Whether a path ends in the name of an index, or of a page of a manifest in JSON.
    public static func isFileName(_ path: [UInt8]) -> Bool {
        let name = String(decoding: path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...], as: UTF8.self)
        guard let number = Int(name.prefix { $0 != "." }) else { return name == fileName }
        return number > 0 && name == fileName(ofPage: number, ManifestKind(.json))
    }

    /// Writes the index, one page per line.
    public func write(to output: inout ByteBuffer) {
        output.append("{\"count\":")
        output.append(count)
        output.append(",\"pages\":[")
        for (index, page) in pages.enumerated() {
            output.append(index == 0 ? "\n{\"file\":" : ",\n{\"file\":")
            output.append(json: page.file)
            output.append(",\"count\":")
            output.append(page.count)
            output.append(",\"sha256\":")
            output.append(json: page.sha256)
            output.append("}")
        }
        output.append("\n]}\n")
    }
}

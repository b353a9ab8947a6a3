import Base

/// `index.json`, the list of the pages that a manifest is divided into.
public struct PageIndex: Equatable, Sendable {
    public struct Page: Equatable, Sendable {
        /// The name of the file, which lies beside the index.
        public let file: String
        /// How many entries it has.
        public let count: Int
        /// The SHA-256 of its bytes, in hexadecimal.
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

    /// How many entries all pages have together.
    public var count: Int { pages.reduce(0) { $0 + $1.count } }

    public static let fileName = "index.json"

    /// Pages are numbered from 1.
    public static func fileName(ofPage number: Int, _ kind: ManifestKind) -> String {
        "\(number)\(kind.fileExtension)"
    }

    /// Writes the index, one page a line.
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

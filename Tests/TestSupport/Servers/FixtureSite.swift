/// The pictures of `scripts/fixtures`, as a folder for a server.
public struct FixtureSite: Sendable {
    public struct Picture: Sendable, CustomStringConvertible {
        public let fixture: Fixture
        /// The path in the URL.
        public let path: String
        public var description: String { path }
    }

    public let folder: String
    public let pictures: [Picture]

    public init() throws {
        guard let folder = Fixtures.made.first?.folder else {
            throw ServerFailure("there are no pictures: run scripts/fixtures .build/fixtures")
        }
        self.folder = folder
        pictures = Fixtures.made.map { Picture(fixture: $0, path: "/" + Bytes($0.path).percentEncoded) }
    }
}

extension Bytes {
    /// A relative path for a URL: all characters but slashes and the unreserved ones (RFC 3986, 2.3) are encoded.
    public var percentEncoded: String {
        all.map { byte in
            let isKept =
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"): true
                default: "-._~/".utf8.contains(byte)
                }
            let digits = String(byte, radix: 16, uppercase: true)
            return isKept ? String(UnicodeScalar(byte)) : "%" + (digits.count == 1 ? "0" : "") + digits
        }.joined()
    }
}

import ImageHeaders

extension ImageFormat {
    /// The format that a file's ending names, in letters of any case; nil if it names none.
    init?(ending: some Collection<UInt8>) {
        guard let key = Self.key(ending), let named = Self.endings.first(where: { $0.key == key }) else { return nil }
        self = named.format
    }

    /// The ending of a picture's name, without a URL's query and fragment.
    static func ending<Name: Collection<UInt8>>(of img: Name) -> Name.SubSequence? {
        var start: Name.Index?
        var end = img.startIndex
        scan: while end < img.endIndex {
            let byte = img[end]
            switch byte {
            case UInt8(ascii: "?"), UInt8(ascii: "#"): break scan
            case UInt8(ascii: "/"): start = nil
            case UInt8(ascii: "."): start = img.index(after: end)
            default: break
            }
            img.formIndex(after: &end)
        }
        return start.map { img[$0..<end] }
    }

    private static let endings = FormatTable.standard.rows.flatMap { row in
        row.endings.compactMap { ending in ending.withUTF8Buffer { key($0) }.map { (key: $0, format: row.format) } }
    }

    /// The letters in lower case as one number, which is compared faster than texts; nil for more than four letters.
    @inline(__always)
    private static func key(_ ending: some Collection<UInt8>) -> UInt32? {
        var key: UInt32 = 0
        var count = 0
        for byte in ending {
            count += 1
            guard count <= 4 else { return nil }
            key = key << 8 | UInt32(byte | 0x20)
        }
        return key
    }
}

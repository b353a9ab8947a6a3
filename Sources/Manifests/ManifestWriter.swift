import Base

/// Writes the entries of one file, one after the other. Bytes gather in the buffer, from which
/// the caller takes them whenever it likes.
///
/// Texts are UTF-8 without the control characters that XML has no way to write, as every row of
/// a catalogue is. The same entries become the same bytes.
public protocol ManifestWriter {
    mutating func begin(_ output: inout ByteBuffer)
    mutating func append(_ entry: ManifestEntry, to output: inout ByteBuffer)
    /// Writes what stands behind the last entry.
    mutating func end(_ output: inout ByteBuffer)
}

extension ManifestFormat {
    /// A writer for one file.
    public func writer() -> any ManifestWriter {
        switch self {
        case .json: JSONWriter()
        case .jsonl: JSONLinesWriter()
        case .plist: XMLPlistWriter()
        case .binaryPlist: BinaryPlistWriter()
        }
    }
}

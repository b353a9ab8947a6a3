import WeirBase

/// Writes the entries of one file in order. The bytes are appended to a buffer, which the caller may empty
/// between calls.
///
/// Texts must be UTF-8 without the control characters that XML cannot hold; rows of a catalogue fulfil
/// this. The same entries give the same bytes.
public protocol ManifestWriter {
    /// Writes the bytes before the first entry.
    mutating func begin(_ output: inout ByteBuffer)
    /// Writes the next entry. Its texts are not needed afterwards.
    mutating func append(_ entry: ManifestEntry, to output: inout ByteBuffer)
    /// Writes the bytes after the last entry.
    mutating func end(_ output: inout ByteBuffer)
}

extension ManifestFormat {
    /// A writer for one file. `extras` are the keys that entries may have behind the first four, which a table has as columns.
    public func writer(_ extras: [String] = []) -> any ManifestWriter {
        switch self {
        case .json: JSONWriter()
        case .jsonl: JSONLinesWriter()
        case .plist: XMLPlistWriter()
        case .binaryPlist: BinaryPlistWriter()
        case .csv: TableWriter(.quoted(delimiter: UInt8(ascii: ",")), extras: extras)
        case .tsv: TableWriter(.quoted(delimiter: UInt8(ascii: "\t")), extras: extras)
        case .copy: TableWriter(.copy, extras: extras)
        }
    }
}

import Encodings

/// Writes the entries of one file, one after the other. Bytes gather in the buffer, from which
/// the caller takes them whenever it likes.
public protocol ManifestWriter {
    mutating func begin(_ output: inout ByteBuffer)
    mutating func append(_ entry: ManifestEntry, to output: inout ByteBuffer)
    /// Writes what stands behind the last entry.
    mutating func end(_ output: inout ByteBuffer)
}

public enum ManifestFormat: String, CaseIterable, Sendable {
    case json, jsonl, plist
    case binaryPlist = "binary-plist"
}

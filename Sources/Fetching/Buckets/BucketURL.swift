import Base

/// A picture in an object store: `s3://bucket/key`. The key is taken as it stands, as the stores' own tools take it: a
/// `?`, a `#` or a `%` belongs to the key.
package struct BucketURL: Equatable, Sendable {
    package let kind: BucketStore.Kind
    package let bucket: String
    package let key: [UInt8]

    /// nil if the text is no URL of a bucket.
    package init?(_ url: [UInt8]) {
        guard let kind = BucketStore.Kind(of: url) else { return nil }
        let name = url["s3://".utf8.count...].prefix { $0 != UInt8(ascii: "/") }
        // libcurl would resolve a name `.` or `..`, and ask for another place than the one that was signed.
        guard !name.isEmpty, name.allSatisfy(isBucketByte), !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) else { return nil }
        self.kind = kind
        bucket = String(decoding: name, as: UTF8.self)
        key = Array(url[name.endIndex...].dropFirst())
    }

    /// The key as the path of a request, escaped as signatures demand. libcurl would resolve a name `.` or `..` in it, and
    /// no escape prevents that.
    package var path: String? {
        let names = key.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard !names.contains(where: { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }) else { return nil }
        return "/" + percentEncoded(key, keepsSlashes: true)
    }
}

/// Letters, digits, dots, hyphens and underscores. Names of new buckets have no underscores and no capital letters.
private func isBucketByte(_ byte: UInt8) -> Bool {
    isUnreserved(byte) && byte != UInt8(ascii: "~")
}

import CCrypto

/// The hash of a text that only the owners of a key can compute (RFC 2104, with SHA-256). The key's own part of the work is done once.
package final class KeyedSHA256 {
    private let state: OpaquePointer

    package init(key: [UInt8]) {
        guard let state = CCrypto_hmac_create(key, key.count) else { fatalError("out of memory") }
        self.state = state
    }

    deinit { CCrypto_hmac_destroy(state) }

    package func digest(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(CCRYPTO_SHA256_BYTES)) { digest, count in
            guard CCrypto_hmac_digest(state, bytes.baseAddress, bytes.count, digest.baseAddress) == 1 else { fatalError("out of memory") }
            count = Int(CCRYPTO_SHA256_BYTES)
        }
    }

    package func digest(of text: String) -> [UInt8] {
        var text = text
        return text.withUTF8 { digest(of: $0) }
    }
}

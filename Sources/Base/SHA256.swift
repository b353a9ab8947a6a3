import CWeirCrypto

/// The SHA-256 hash (FIPS 180-4) of bytes that arrive in pieces. libcrypto computes it:
/// docs/decisions/0004-sha256-from-libcrypto.md.
package struct SHA256: ~Copyable {
    private let state: OpaquePointer

    package init() {
        guard let state = CCrypto_sha256_create() else { fatalError("out of memory") }
        self.state = state
    }

    deinit { CCrypto_sha256_destroy(state) }

    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard CCrypto_sha256_append(state, bytes.baseAddress, bytes.count) == 1 else { fatalError("out of memory") }
    }

    /// The hash of all bytes so far, in 64 hexadecimal digits.
    package var hexDigest: String {
        var digest = [UInt8](repeating: 0, count: Int(CCRYPTO_SHA256_BYTES))
        guard CCrypto_sha256_digest(state, &digest) == 1 else { fatalError("out of memory") }
        return hexDigits(of: digest)
    }

    /// The hash of the given bytes, in 64 hexadecimal digits.
    package static func hexDigest(of bytes: UnsafeRawBufferPointer) -> String {
        var hash = SHA256()
        hash.append(bytes)
        return hash.hexDigest
    }
}

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

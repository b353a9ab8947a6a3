import Checks
import Base

/// By what the findings of one file are known again in a later run. Findings of the same identity
/// are told apart by their count, in the order of the file.
struct Fingerprints {
    private var counts: [FindingIdentity: Int] = [:]

    /// A hash and a count, as GitHub writes its own.
    mutating func next(for identity: FindingIdentity) -> String {
        counts[identity, default: 0] += 1
        return "\(identity.hash):\(counts[identity, default: 1])"
    }
}

extension FindingIdentity {
    /// The same wherever and whenever it is made.
    fileprivate var hash: String {
        var text = ByteBuffer(capacity: 256)
        for part in [rule, img, field, screen] {
            // A length in front, or -1 for none: no two identities are the same text.
            text.append(part?.utf8.count ?? -1)
            text.append(":")
            if let part { text.append(part) }
        }
        return text.withBytes { String(SHA256.hexDigest(of: UnsafeRawBufferPointer($0)).prefix(32)) }
    }
}

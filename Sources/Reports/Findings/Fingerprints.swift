import Checks
import Base

/// Identifies the findings of one file in later runs. Findings with the same identity get numbers, in the order
/// of the file.
struct Fingerprints {
    private var counts: [FindingIdentity: Int] = [:]

    /// A hash and a number, the form of GitHub's own fingerprints.
    mutating func next(for identity: FindingIdentity) -> String {
        counts[identity, default: 0] += 1
        return "\(identity.hash):\(counts[identity, default: 1])"
    }
}

extension FindingIdentity {
    /// A hash that is the same in every run, unlike `hashValue`.
    fileprivate var hash: String {
        var text = ByteBuffer(capacity: 256)
        for part in [rule, lastingImg, field] {
            // The length in front, -1 for nil, makes the texts of different identities differ.
            text.append(part?.utf8.count ?? -1)
            text.append(":")
            if let part { text.append(part) }
        }
        return text.withBytes { String(SHA256.hexDigest(of: UnsafeRawBufferPointer($0)).prefix(32)) }
    }
}

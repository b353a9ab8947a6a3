import ImageHeaders
import Manifests
import Measuring
import Pixels

/// The source of an entry's size.
enum EntryStatus {
    case ok, stale
    case placeholder(PixelSize)

    var word: StaticString {
        switch self {
        case .ok: "ok"
        case .stale: "stale"
        case .placeholder: "placeholder"
        }
    }
}

extension EntryWriter {
    /// The member of a fact, if its value is known. For a picture that failed, the facts come from an earlier run.
    func extra(
        of fact: IngestPlan.Fact, _ header: HeaderFact?, _ picture: PictureFacts?, _ hash: UnsafeBufferPointer<UInt8>?, _ status: EntryStatus
    ) -> [ManifestEntry.Extra] {
        value(of: fact, header, picture, hash, status).map { [ManifestEntry.Extra(name: fact.rawValue, value: $0)] } ?? []
    }

    /// The members of a kind of placeholder, as far as the picture has them.
    func extras(
        of kind: Placeholders.Kind, _ placeholders: [Placeholders.Key: UnsafeBufferPointer<UInt8>]
    ) -> [ManifestEntry.Extra] {
        kind.keys.compactMap { key in placeholders[key].map { ManifestEntry.Extra(name: key.rawValue, value: .text($0)) } }
    }

    private func value(
        of fact: IngestPlan.Fact, _ header: HeaderFact?, _ picture: PictureFacts?, _ hash: UnsafeBufferPointer<UInt8>?, _ status: EntryStatus
    ) -> ManifestEntry.Value? {
        switch fact {
        case .status: .word(status.word)
        case .sha256: hash.map { .text($0) }
        default: header.flatMap { picture?.value(of: $0) }
        }
    }
}

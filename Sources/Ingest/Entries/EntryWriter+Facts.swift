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
        of fact: IngestPlan.Fact, _ picture: PictureFacts?, _ hash: UnsafeBufferPointer<UInt8>?, _ status: EntryStatus
    ) -> [ManifestEntry.Extra] {
        value(of: fact, picture, hash, status).map { [ManifestEntry.Extra(name: fact.rawValue, value: $0)] } ?? []
    }

    /// The members of a kind of placeholder, as far as the picture has them.
    func extras(
        of kind: Placeholders.Kind, _ placeholders: [Placeholders.Key: UnsafeBufferPointer<UInt8>]
    ) -> [ManifestEntry.Extra] {
        kind.keys.compactMap { key in placeholders[key].map { ManifestEntry.Extra(name: key.rawValue, value: .text($0)) } }
    }

    private func value(
        of fact: IngestPlan.Fact, _ picture: PictureFacts?, _ hash: UnsafeBufferPointer<UInt8>?, _ status: EntryStatus
    ) -> ManifestEntry.Value? {
        if fact == .status { return .word(status.word) }
        guard let picture else { return nil }
        return switch fact {
        case .status: nil
        case .format: picture.value(of: .format)
        case .bytes: picture.value(of: .bytes)
        case .orientation: picture.value(of: .orientation)
        case .sha256: hash.map { .text($0) }
        case .mime: picture.value(of: .mime)
        case .animated: picture.value(of: .animated)
        case .alpha: picture.value(of: .alpha)
        case .colour: picture.value(of: .colour)
        case .depth: picture.value(of: .depth)
        case .sizeFrom: picture.value(of: .sizeFrom)
        case .thumbhash, .blurhash, .color, .blurDataURL: nil
        }
    }
}

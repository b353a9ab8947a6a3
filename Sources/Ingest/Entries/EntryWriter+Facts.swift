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
        of fact: IngestPlan.Fact, _ outcome: PictureOutcome, _ hash: UnsafeBufferPointer<UInt8>?, _ status: EntryStatus
    ) -> [ManifestEntry.Extra] {
        value(of: fact, outcome, hash, status).map { [ManifestEntry.Extra(name: fact.rawValue, value: $0)] } ?? []
    }

    /// The members of a kind of placeholder, as far as the picture has them.
    func extras(
        of kind: Placeholders.Kind, _ placeholders: [Placeholders.Key: UnsafeBufferPointer<UInt8>]
    ) -> [ManifestEntry.Extra] {
        kind.keys.compactMap { key in placeholders[key].map { ManifestEntry.Extra(name: key.rawValue, value: .text($0)) } }
    }

    private func value(
        of fact: IngestPlan.Fact, _ outcome: PictureOutcome, _ hash: UnsafeBufferPointer<UInt8>?, _ status: EntryStatus
    ) -> ManifestEntry.Value? {
        if fact == .status { return .word(status.word) }
        guard let picture = outcome.facts else { return nil }
        return switch fact {
        case .status: nil
        case .format: .word(picture.format.word)
        // Some servers do not tell a picture's length.
        case .bytes: picture.bytes == 0 ? nil : .number(Int(picture.bytes))
        case .orientation: .number(picture.orientation.rawValue)
        case .sha256: hash.map { .text($0) }
        case .mime: .word(picture.format.mime)
        case .animated: picture.traits.isAnimated.map { .flag($0) }
        case .alpha: picture.traits.hasAlpha.map { .flag($0) }
        case .colour: picture.traits.colours.map { .word($0.word) }
        case .depth: picture.traits.depth.map { .number($0) }
        case .sizeFrom: picture.traits.isSizedByViewBox ? .word("viewBox") : nil
        case .thumbhash, .blurhash, .color, .blurDataURL: nil
        }
    }
}

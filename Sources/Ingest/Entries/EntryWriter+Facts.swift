import ImageHeaders
import Manifests
import Measuring

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
    /// The value of a fact; nil if it is unknown. For a picture that failed, the facts come from an earlier run.
    func value(
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
        }
    }
}

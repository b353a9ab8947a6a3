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
        }
    }
}

import ImageHeaders
import Manifests
import Measuring

/// Where the size of an entry comes from.
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
    /// The value of a fact; nil where it is not known. Of a picture that failed, the facts are those of an earlier day.
    func value(
        of fact: IngestPlan.Fact, _ outcome: PictureOutcome, _ hash: UnsafeBufferPointer<UInt8>?, _ status: EntryStatus
    ) -> ManifestEntry.Value? {
        if fact == .status { return .word(status.word) }
        guard let picture = outcome.facts else { return nil }
        return switch fact {
        case .status: nil
        case .format: .word(picture.format.word)
        // Not every server says how long a picture is.
        case .bytes: picture.bytes == 0 ? nil : .number(Int(picture.bytes))
        case .orientation: .number(picture.orientation.rawValue)
        case .sha256: hash.map { .text($0) }
        }
    }
}

extension ImageFormat {
    fileprivate var word: StaticString {
        switch self {
        case .png: "png"
        case .jpeg: "jpeg"
        case .webp: "webp"
        case .gif: "gif"
        case .bmp: "bmp"
        case .tiff: "tiff"
        case .avif: "avif"
        case .heic: "heic"
        }
    }
}

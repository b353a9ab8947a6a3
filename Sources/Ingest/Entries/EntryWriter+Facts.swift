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
        case .svg: "svg"
        case .ico: "ico"
        case .qoi: "qoi"
        case .pnm: "pnm"
        case .psd: "psd"
        case .tga: "tga"
        }
    }
}

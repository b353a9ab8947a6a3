import ImageHeaders
import Manifests
import Measuring
import Pixels

/// How a picture ended. The best end comes first, and a row counts by its worst picture.
enum EntryStatus: Int {
    case ok
    /// The run has ended before, and no manifest will be written.
    case cancelled
    /// The size is that of a previous run.
    case stale
    case placeholder, omitted

    /// The word in an entry; nil if the picture is in none.
    var word: StaticString? {
        switch self {
        case .ok: "ok"
        case .stale: "stale"
        case .placeholder: "placeholder"
        case .cancelled, .omitted: nil
        }
    }
}

extension EntryWriter {
    /// The member of a fact, if its value is known. For a picture that failed, the facts come from a previous run.
    func extra(
        of fact: IngestPlan.Fact, _ header: HeaderFact?, _ picture: PictureFacts?, _ hash: UnsafeBufferPointer<UInt8>?,
        _ status: EntryStatus
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
        of fact: IngestPlan.Fact, _ header: HeaderFact?, _ picture: PictureFacts?, _ hash: UnsafeBufferPointer<UInt8>?,
        _ status: EntryStatus
    ) -> ManifestEntry.Value? {
        switch fact {
        case .status: status.word.map { .word($0) }
        case .sha256: hash.map { .text($0) }
        default: header.flatMap { picture?.value(of: $0) }
        }
    }
}

/// A fact of a picture that its header has, besides its size.
package enum HeaderFact: String, CaseIterable, Sendable {
    case format, bytes, orientation, mime, animated, alpha, colorModel, depth, sizeFrom
}

extension HeaderFact {
    /// The bytes with which a value of the fact may begin in JSON.
    var firstBytes: StaticString {
        switch self {
        case .bytes, .orientation, .depth: "0123456789"
        case .animated, .alpha: "tf"
        case .format, .mime, .colorModel, .sizeFrom: "\""
        }
    }
}

extension PictureFacts {
    /// The value of a fact; nil if it is unknown.
    func value(of fact: HeaderFact) -> ManifestEntry.Value? {
        switch fact {
        case .format: .word(format.word)
        // Some servers do not send a picture's length.
        case .bytes: bytes.map { .number(Int($0)) }
        case .orientation: .number(orientation.rawValue)
        case .mime: .word(format.mime)
        case .animated: traits.isAnimated.map { .flag($0) }
        case .alpha: traits.hasAlpha.map { .flag($0) }
        case .colorModel: traits.colors.map { .word($0.word) }
        case .depth: traits.depth.map { .number($0) }
        case .sizeFrom: traits.isSizedByViewBox ? .word("viewBox") : nil
        }
    }
}

import ImageHeaders
import Manifests
import Measuring

/// A fact that the header of a picture tells, besides its size.
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
        case .bytes: bytes == 0 ? nil : .number(Int(bytes))
        case .orientation: .number(orientation.rawValue)
        case .mime: .word(format.mime)
        case .animated: traits.isAnimated.map { .flag($0) }
        case .alpha: traits.hasAlpha.map { .flag($0) }
        case .colorModel: traits.colours.map { .word($0.word) }
        case .depth: traits.depth.map { .number($0) }
        case .sizeFrom: traits.isSizedByViewBox ? .word("viewBox") : nil
        }
    }
}

import Base
import Pixels

/// What became of the placeholders that a run wants of a picture. Indirect, since most runs want none.
package indirect enum PlaceholderResult: Sendable {
    /// `isDecoded` is false if the journal had all of them.
    case complete(Placeholders, isDecoded: Bool)
    /// The pixels cannot be decoded, for this reason.
    case undecoded(Placeholders, Failure)
    /// Only the picture's header is there.
    case headerAlone(Placeholders)

    /// Those that are known.
    package var placeholders: Placeholders {
        switch self {
        case .complete(let placeholders, _), .undecoded(let placeholders, _), .headerAlone(let placeholders): placeholders
        }
    }
}

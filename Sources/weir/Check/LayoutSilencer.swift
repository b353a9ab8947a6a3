import Checks
import System

/// Decides which findings about the layouts of a manifest are silent. All screens have the same pictures, so
/// the answer for a rule and a picture is looked up once and kept in a byte.
final class LayoutSilencer: Sendable {
    private enum CachedSilence: UInt8 {
        case unknown, reported, known, ignored
    }

    private let manifest: CheckedManifest
    private let findingLookup: Silence.FindingLookup
    /// The answers by rule and item. The last one of each rule is about the layout as a whole.
    private let answers = Locked<[String: [CachedSilence]]>([:])

    init(_ manifest: CheckedManifest, _ lookup: @escaping Silence.FindingLookup) {
        self.manifest = manifest
        findingLookup = lookup
    }

    /// Can be called by several threads.
    var lookup: Silence.ItemLookup { { self.silence(of: $1, $0) } }

    private func silence(of item: Int?, _ rule: Rule) -> Silence? {
        let place = item ?? manifest.widths.count
        let answer = answers.change { answers in
            let known = answers[rule.id]?[place] ?? .unknown
            guard known == .unknown else { return known }
            let found = lookUp(item, rule)
            answers[rule.id, default: Array(repeating: .unknown, count: manifest.widths.count + 1)][place] = found
            return found
        }
        return switch answer {
        case .known: .known
        case .ignored: .ignored
        case .unknown, .reported: nil
        }
    }

    private func lookUp(_ item: Int?, _ rule: Rule) -> CachedSilence {
        let (file, finding) = manifest.identity(of: item, rule)
        return switch findingLookup(file, finding) {
        case .known: .known
        case .ignored: .ignored
        case nil: .reported
        }
    }
}

import Checks
import System

/// Decides which findings about the layouts of a manifest are silent. All screens have the same pictures, so
/// the answer for a rule and a picture is looked up once, counted once and kept in a byte.
final class LayoutSilencer: Sendable {
    private enum CachedSilence: UInt8 {
        case unknown, reported, known, ignored
    }

    private let manifest: CheckedManifest
    private let findingLookup: Silence.FindingLookup
    private let cache = Locked(Cache())

    private struct Cache {
        /// By rule and item. The last answer of each rule is about the layout as a whole.
        var answers: [String: [CachedSilence]] = [:]
        var silent: (known: Int, ignored: Int) = (0, 0)
    }

    init(_ manifest: CheckedManifest, _ lookup: @escaping Silence.FindingLookup) {
        self.manifest = manifest
        findingLookup = lookup
    }

    /// How many findings are silent. One that would be on many screens counts once.
    var silent: (known: Int, ignored: Int) { cache.read { $0.silent } }

    /// Can be called by several threads.
    var lookup: Silence.ItemLookup { { self.silence(of: $1, $0) } }

    private func silence(of item: Int?, _ rule: Rule) -> Silence? {
        let place = item ?? manifest.widths.count
        let answer = cache.change { cache in
            let known = cache.answers[rule.id]?[place] ?? .unknown
            guard known == .unknown else { return known }
            let found = lookUp(item, rule)
            cache.answers[rule.id, default: Array(repeating: .unknown, count: manifest.widths.count + 1)][place] = found
            if found == .known { cache.silent.known += 1 }
            if found == .ignored { cache.silent.ignored += 1 }
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

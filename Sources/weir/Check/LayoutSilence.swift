import Checks
import System

/// What is silent of the findings about the layouts of a manifest. On each screen the same pictures are
/// found, so a picture is judged once for each rule, and a byte notes the answer.
final class LayoutSilence: Sendable {
    private enum Answer: UInt8 {
        case notAsked, told, known, ignored
    }

    private let manifest: CheckedManifest
    private let ofFindings: Silence.Judge
    /// By rule, and by item; what concerns a layout as a whole comes last.
    private let answers = Locked<[String: [Answer]]>([:])

    init(_ manifest: CheckedManifest, _ judge: @escaping Silence.Judge) {
        self.manifest = manifest
        ofFindings = judge
    }

    /// May be asked by several threads.
    var judge: Silence.ItemJudge { { self.silence(of: $1, $0) } }

    private func silence(of item: Int?, _ rule: Rule) -> Silence? {
        let place = item ?? manifest.widths.count
        let answer = answers.change { answers in
            let known = answers[rule.id]?[place] ?? .notAsked
            guard known == .notAsked else { return known }
            let made = asked(about: item, rule)
            answers[rule.id, default: Array(repeating: .notAsked, count: manifest.widths.count + 1)][place] = made
            return made
        }
        return switch answer {
        case .known: .known
        case .ignored: .ignored
        case .notAsked, .told: nil
        }
    }

    private func asked(about item: Int?, _ rule: Rule) -> Answer {
        let (file, finding) = manifest.identity(of: item, rule)
        return switch ofFindings(file, finding) {
        case .known: .known
        case .ignored: .ignored
        case nil: .told
        }
    }
}

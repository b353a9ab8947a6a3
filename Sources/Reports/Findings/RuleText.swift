import Checks
import WeirBase

/// The texts about one rule: the reason, an example, and what to do.
public struct RuleText {
    private let rule: Rule

    /// Explains this rule, with the defaults of its parameters.
    public init(_ rule: Rule) { self.rule = rule }

    /// For `weir rules`, on a terminal of 80 columns.
    public func append(to output: inout ByteBuffer) {
        output.append("\(rule.id) (\(rule.family.rawValue), \(rule.severity.rawValue)\(rule.isOnRequest ? ", on request" : ""))\n")
        output.append("\(rule.summary)\n\n")
        output.append(wrapped(rule.explanation, indent: 0))
        output.append("\nExample:\n")
        for line in rule.example.split(separator: "\n", omittingEmptySubsequences: false) {
            output.append(line.isEmpty ? "\n" : "    \(line)\n")
        }
        output.append("\nWhat to do:\n")
        output.append(wrapped(rule.remedy, indent: 4))
        guard !rule.parameters.isEmpty else { return }
        output.append("\nParameters, in weir.json:\n")
        for parameter in rule.parameters {
            output.append("    \(parameter.name) (\(parameter.defaultValue.text))\n")
            output.append(wrapped(parameter.about, indent: 8))
        }
    }

    /// The text below the summary.
    var plain: String {
        "\(rule.explanation)\n\nExample:\n\(rule.example)\n\nWhat to do:\n\(rule.remedy)"
    }

    /// The same as Markdown, with the example as an indented block.
    var markdown: String {
        let lines = rule.example.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
        return "\(rule.explanation)\n\n\(lines.joined(separator: "\n"))\n\n**Fix:** \(rule.remedy)"
    }
}

extension RuleValue {
    /// The value as in a configuration.
    package var text: String {
        var output = ByteBuffer(capacity: 64)
        switch self {
        case .number(let number): output.append(shortest: number)
        case .text(let text): output.append(json: text)
        case .texts(let texts):
            output.append("[")
            for (index, text) in texts.enumerated() {
                if index > 0 { output.append(", ") }
                output.append(json: text)
            }
            output.append("]")
        }
        return String(decoding: output.bytes, as: UTF8.self)
    }
}

/// Wraps each paragraph.
private func wrapped(_ text: String, indent: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { paragraph in
        TextLayout.lines(String(paragraph), indent: indent).joined(separator: "\n") + "\n"
    }.joined()
}

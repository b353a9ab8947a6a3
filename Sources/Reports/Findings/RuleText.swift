import Checks
import WeirBase

extension Rule {
    /// Explains the rule with the defaults of its parameters, on a terminal of 80 columns.
    public func append(textTo output: inout ByteBuffer) {
        output.append("\(id) (\(family.rawValue), \(severity.rawValue)\(isOnRequest ? ", on request" : ""))\n")
        output.append("\(summary)\n\n")
        output.append(wrapped(explanation, indent: 0))
        output.append("\nExample:\n")
        for line in example.split(separator: "\n", omittingEmptySubsequences: false) {
            output.append(line.isEmpty ? "\n" : "    \(line)\n")
        }
        output.append("\nWhat to do:\n")
        output.append(wrapped(remedy, indent: 4))
        guard !parameters.isEmpty else { return }
        output.append("\nParameters, in weir.json:\n")
        for parameter in parameters {
            output.append("    \(parameter.name) (\(parameter.defaultValue.text))\n")
            output.append(wrapped(parameter.about, indent: 8))
        }
    }

    /// The reason, an example, and what to do.
    var plainText: String {
        "\(explanation)\n\nExample:\n\(example)\n\nWhat to do:\n\(remedy)"
    }

    /// The same as Markdown, with the example as an indented block.
    var markdownText: String {
        let lines = example.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
        return "\(explanation)\n\n\(lines.joined(separator: "\n"))\n\n**Fix:** \(remedy)"
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

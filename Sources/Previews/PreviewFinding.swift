import WeirBase

/// A finding of `weir check`, with the entry that it is about.
package struct PreviewFinding: Equatable, Sendable {
    package let rule: String
    package let severity: String
    package let message: String
    /// The number among the entries of all lists; nil for the manifest as a whole.
    package let entry: Int?
    /// The layout and the first screen that the finding is about; nil if it is not about frames.
    package let screen: String?
    /// Whether the picture is not there, and the message says why.
    package let isFailure: Bool

    package init(rule: String, severity: String, message: String, entry: Int?, screen: String?, isFailure: Bool = false) {
        (self.rule, self.severity, self.message, self.entry, self.screen) = (rule, severity, message, entry, screen)
        self.isFailure = isFailure
    }
}

extension ByteBuffer {
    mutating func append(_ findings: [PreviewFinding]) {
        append("[")
        for (index, finding) in findings.enumerated() {
            append(index == 0 ? "\n" : ",\n")
            object { output in
                output.member("rule") { $0.append(scriptText: finding.rule) }
                output.member("severity") { $0.append(scriptText: finding.severity) }
                output.member("message") { $0.append(scriptText: finding.message) }
                output.member("entry", finding.entry)
                if let screen = finding.screen { output.member("screen") { $0.append(scriptText: screen) } }
                if finding.isFailure { output.member("isFailure", true) }
            }
        }
        append("]")
    }
}

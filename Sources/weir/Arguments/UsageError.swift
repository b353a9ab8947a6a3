import WeirBase

/// An error in the command line: one sentence without a full stop, and the command it is about.
struct UsageError: Error, Equatable {
    let message: String
    /// The command; nil if the command itself is the error.
    private(set) var command: String?

    init(_ message: String) {
        self.message = message
    }

    /// An unknown name, with the name that was probably meant. `elsewhere` shows where the names are, if none is near.
    static func unknown(_ kind: String, _ shown: String, nearest: String?, elsewhere: String = "") -> UsageError {
        UsageError("unknown \(kind) \(shown)" + (nearest.map { "; did you mean \($0)?" } ?? elsewhere))
    }

    func about(command: String) -> UsageError {
        var error = self
        error.command = command
        return error
    }

    /// The whole message for standard error.
    var text: String {
        let name = command.map { "weir \($0)" } ?? "weir"
        return "\(name): \(message.visible)\nTry '\(name) --help'."
    }
}

/// An option of an earlier version, and the words to type now.
struct RetiredOption: Sendable {
    /// The name behind `--`.
    let name: String
    /// The words to type instead; `VALUE` stands for the value that was typed.
    let words: String
    let takesValue: Bool
    /// Why nothing need be typed; nil if something must.
    let reason: String?

    /// The option is replaced by these words, which have the value if they have a `VALUE`.
    init(_ name: String, _ words: String, takesValue: Bool? = nil) {
        (self.name, self.words, reason) = (name, words, nil)
        self.takesValue = takesValue ?? words.contains("VALUE")
    }

    /// Nothing replaces the option.
    init(_ name: String, because reason: String, takesValue: Bool = false) {
        (self.name, self.takesValue, self.reason, words) = (name, takesValue, reason, "")
    }

    func answer(_ value: Argument?) -> UsageError {
        if let reason { return UsageError("--\(name) is gone: \(reason); leave it out") }
        // A value between quotes needs no quotes of its own.
        let shown = words.contains("'") ? value?.text?.visible : value?.shown
        let words = words.replacing("VALUE", with: shown ?? "VALUE")
        return UsageError("--\(name) is gone; type \(words)")
    }
}

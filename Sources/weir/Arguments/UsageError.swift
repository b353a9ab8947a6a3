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

/// The command line makes no sense. One sentence without a full stop, and where to read on.
struct UsageError: Error, Equatable {
    let message: String
    /// The command that was being read; nil while that was still being found out.
    private(set) var command: String?

    init(_ message: String) {
        self.message = message
    }

    /// The refusal of a name that is in no table, with the name that was probably meant.
    static func unknown(_ kind: String, _ shown: String, nearest: String?) -> UsageError {
        UsageError("unknown \(kind) \(shown)" + (nearest.map { "; did you mean \($0)?" } ?? ""))
    }

    func about(command: String) -> UsageError {
        var error = self
        error.command = command
        return error
    }

    /// The whole message, as it goes to standard error.
    var text: String {
        let name = command.map { "weir \($0)" } ?? "weir"
        return "\(name): \(message)\nTry '\(name) --help'."
    }
}

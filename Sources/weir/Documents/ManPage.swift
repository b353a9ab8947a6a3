import Base

/// The man page weir(1), in man(7) macros.
enum ManPage {
    static let text = (head + Command.all.flatMap(section) + exitStatus).joined(separator: "\n") + "\n"

    private static var head: [String] {
        var lines: [String] = [
            #".\" Made by 'weir help --format man'; change the tables in Sources/weir instead."#,
            ".TH WEIR 1 \(Version.date) \"weir \(Version.number)\" \"User Commands\"",
            ".SH NAME",
            escaped("weir") + " \\- " + escaped(Weir.summary),
            ".SH SYNOPSIS",
        ]
        lines += Command.all.flatMap { [synopsis(of: $0), ".br"] }
        lines.append(#"\fBweir\fR "# + Weir.flags.map { bold("--\($0.name)") }.joined(separator: " | "))
        lines.append(".SH COMMANDS")
        return lines
    }

    private static func section(of command: Command) -> [String] {
        var lines = [".SS weir \(command.name)"] + prose(command.summary)
        lines += command.paragraphs.flatMap { [".PP"] + prose($0) }
        lines += FlagGroup.allCases.flatMap { group in command.flags().filter { $0.group == group } }.flatMap(item)
        lines += [".PP", "Examples:"]
        lines += command.examples.flatMap { [".TP", bold($0.line)] + prose($0.meaning) }
        return lines
    }

    private static func synopsis(of command: Command) -> String {
        "\(bold("weir \(command.name)")) [\(italic("OPTION"))]..." + (command.operands.map { " \(italic($0.placeholder))" } ?? "")
    }

    private static func item(for flag: FlagSpec) -> [String] {
        let names = [flag.short.map { "-\($0)" }, "--\(flag.name)"].compactMap(\.self).map(bold)
        let value = flag.value.map { " \(italic($0.placeholder))" } ?? ""
        return [".TP", names.joined(separator: ", ") + value] + prose(flag.meaning)
    }

    private static var exitStatus: [String] {
        [".SH EXIT STATUS"] + ExitStatus.allCases.flatMap { [".TP", bold("\($0.rawValue)")] + prose($0.meaning) }
    }

    private static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }
    private static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }
    private static func prose(_ text: String) -> [String] { TextLayout.lines(text).map(escaped) }

    /// Literal text: hyphens that can be pasted into a shell, straight quotes, and no line that roff takes for
    /// a request (groff_char(7), roff(7)).
    private static func escaped(_ text: String) -> String {
        let characters: [Character: String] = [
            "\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti",
        ]
        let escaped = text.map { characters[$0] ?? String($0) }.joined()
        return text.hasPrefix(".") ? "\\&" + escaped : escaped
    }
}

import WeirBase

/// The man page weir(1), in man(7) macros.
enum ManPage {
    static let text = (head + Command.all.flatMap(section) + exitStatus + environment + files + seeAlso).joined(separator: "\n") + "\n"

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

    private static var environment: [String] {
        definitions(
            "ENVIRONMENT",
            [
                ("SSL_CERT_FILE", "The file of authorities that servers are trusted by, in place of the system's."),
                ("TMPDIR", "The folder of temporary files, in place of /tmp."),
                ("NO_COLOR", "If it is set, output on a terminal has no color."),
                ("TERM", "If it is dumb, output on a terminal has no color and progress no live line."),
                (
                    """
                    AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_PROFILE, AWS_DEFAULT_PROFILE, AWS_REGION, \
                    AWS_DEFAULT_REGION, AWS_ENDPOINT_URL
                    """,
                    "The keys, the region and the server of pictures in s3://; AWS_NO_SIGN_REQUEST=true needs none."
                ),
                (
                    """
                    AWS_WEB_IDENTITY_TOKEN_FILE, AWS_CONTAINER_CREDENTIALS_FULL_URI, AWS_CONTAINER_CREDENTIALS_RELATIVE_URI, \
                    AWS_CONTAINER_AUTHORIZATION_TOKEN, AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE
                    """,
                    "Where a container gets such keys, as its service sets them."
                ),
                ("GS_ACCESS_KEY_ID, GS_SECRET_ACCESS_KEY", "The keys of pictures in gs://; STORAGE_EMULATOR_HOST names another server."),
                (
                    "AZURE_STORAGE_ACCOUNT, AZURE_STORAGE_SAS_TOKEN",
                    "The account and the key of pictures in az://; AZURE_STORAGE_SERVICE_ENDPOINT names another server."
                ),
                ("HOME", "The folder of .aws."),
                ("GITHUB_WORKSPACE", "The folder in which the paths of --format github begin."),
            ])
    }

    private static var files: [String] {
        definitions(
            "FILES",
            [
                (
                    "weir.json",
                    "Options and the configuration of checks; the nearest one from the manifest's folder up to the root of its Git repository."
                ),
                (".weir-journal", "What earlier runs have measured, beside the manifest. A run that uses it holds .weir-journal.lock."),
                ("~/.aws/credentials, ~/.aws/config", "Keys of AWS, unless AWS_SHARED_CREDENTIALS_FILE and AWS_CONFIG_FILE name others."),
                ("/etc/ssl/certs/ca-certificates.crt", "The authorities of the system."),
            ])
    }

    private static var seeAlso: [String] {
        [".SH SEE ALSO", #".BR curl (1),"#, #".BR jq (1),"#, #".BR systemd.timer (5)"#]
    }

    private static func definitions(_ title: String, _ rows: [(names: String, meaning: String)]) -> [String] {
        [".SH \(title)"] + rows.flatMap { [".TP", bold($0.names)] + prose($0.meaning) }
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

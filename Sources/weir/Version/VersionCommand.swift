import CWeirVersions
import WeirBase
import WeirSystem

/// `weir version` has no options.
struct VersionOptions: CommandOptions {
    static let grammar = Grammar(
        defaults: VersionOptions(), flags: [],
        operand: { _, argument throws(UsageError) in throw UsageError("\(argument.shown) is one argument too many") })

    func run() throws(MachineFailure) -> ExitStatus {
        try StandardStream.output.write { buffer in
            let swift = "\(_SwiftStdlibVersion.current)".split(separator: ".").prefix(2).joined(separator: ".")
            buffer.append("weir \(Version.number)\n")
            buffer.append(table: [
                ["  date", Version.date], ["  compiler", "Swift \(swift)"], ["  target", String(cString: CVersions_target())],
            ])
            buffer.append("\n")
            buffer.append(table: Library.all.map { ["  \($0.name)", $0.version ?? "missing"] })
        }
        return .ok
    }
}

extension Command {
    static let version = Command(
        name: "version",
        summary: "Print the version, and the libraries that weir finds.",
        operands: nil,
        paragraphs: [
            """
            Prints what a report of a fault needs: the version, the compiler, the system that the program was built for, and each library \
            with its version. All libraries are loaded for it. weir --version prints the first line alone and loads nothing.
            """
        ],
        examples: [Example(line: "weir version", meaning: "See which pictures can be decoded on this machine.")],
        options: VersionOptions.self)
}

/// A library that some run may need.
struct Library: Sendable {
    let name: String
    let file: String
    /// Whether the program is linked with it, and does not load it.
    let isLinked: Bool
    /// Nil if the library is not on this machine.
    let version: String?

    /// This loads every library that is not linked.
    static var all: [Library] {
        (0..<CVersions_count()).map { number in
            let library = CVersions_ask(number)
            let version = withUnsafeBytes(of: library.version) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            return Library(
                name: String(cString: library.name), file: String(cString: library.file), isLinked: library.is_linked,
                version: version.isEmpty ? nil : version)
        }
    }
}

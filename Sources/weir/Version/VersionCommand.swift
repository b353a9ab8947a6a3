import CWeirVersions
import WeirBase
import WeirSystem

/// The options of `weir version`.
struct VersionOptions: Sendable {
    var isJSON = false
}

extension VersionOptions: CommandOptions {
    static let grammar = Grammar(
        defaults: VersionOptions(),
        flags: [.toggle("json", in: .output, help: "Print one JSON object.") { $0.isJSON = $1 }],
        operand: { _, argument throws(UsageError) in
            throw UsageError("\(argument.shown) is one argument too many; only --json may be given")
        })
}

extension Command {
    static let version = Command(
        name: "version",
        summary: "Print the version, and the libraries that weir finds.",
        operands: nil,
        paragraphs: [
            """
            Prints what a report of a fault needs: the version, the compilers, the system that the program was built for, and each library \
            with its version. A linked library is a part of every run; the others are loaded by a run that needs them, and all of them \
            by this command. weir --version prints the first line alone and loads nothing.
            """
        ],
        examples: [
            Example(line: "weir version", meaning: "See which pictures can be decoded on this machine."),
            Example(line: "weir version --json", meaning: "The same for a program."),
        ],
        options: VersionOptions.self)
}

extension VersionOptions {
    func run() throws(MachineFailure) -> ExitStatus {
        try StandardStream.output.write { Build.ofThisProgram.append(to: &$0, isJSON: isJSON) }
        return .ok
    }
}

extension Build {
    fileprivate func append(to buffer: inout ByteBuffer, isJSON: Bool) {
        if isJSON { append(jsonTo: &buffer) } else { append(textTo: &buffer) }
    }

    private func append(textTo buffer: inout ByteBuffer) {
        buffer.append("weir \(Version.number)\n")
        buffer.append(table: [
            ["  date", Version.date],
            ["  compiler", "Swift \(swift), Clang \(clang)\(isOptimised ? "" : ", without optimisation")"],
            ["  target", target + (isStatic ? ", static" : "")],
        ])
        buffer.append("\n")
        buffer.append(
            table: libraries.map { library in
                ["  \(library.name)", library.version ?? "missing", library.isLinked ? "linked" : "loaded", library.purpose]
            })
    }

    private func append(jsonTo buffer: inout ByteBuffer) {
        let members = [
            ("version", Version.number), ("date", Version.date), ("swift", swift), ("clang", clang), ("target", target),
            ("build", isOptimised ? "release" : "debug"), ("linking", isStatic ? "static" : "dynamic"),
        ]
        func object(_ members: [(String, JSONValue)]) -> JSONValue { .object(members.map { .init(name: $0, value: $1) }) }
        let libraries = libraries.map { library in
            object([
                ("name", .string(library.name)), ("file", .string(library.file)),
                ("version", library.version.map { .string($0) } ?? .null),
                ("use", .string(library.isLinked ? "linked" : "loaded")), ("purpose", .string(library.purpose)),
            ])
        }
        buffer.append(indented: object(members.map { ($0, .string($1)) } + [("libraries", .array(libraries))]))
        buffer.append("\n")
    }
}

/// The build of this program, and the libraries that it finds on this machine.
struct Build: Sendable {
    /// The version of Swift's standard library, which knows two numbers of the compiler's three.
    let swift: String
    let clang: String
    let target: String
    let isOptimised: Bool
    /// Whether the program needs no library of the system.
    let isStatic: Bool
    let libraries: [Library]

    struct Library: Sendable {
        let name: String
        let file: String
        let purpose: String
        let isLinked: Bool
        /// Nil if the library is not on this machine.
        let version: String?
    }

    /// The running program. This loads every library that any run may need.
    static var ofThisProgram: Build {
        Build(
            swift: "\(_SwiftStdlibVersion.current)".split(separator: ".").prefix(2).joined(separator: "."),
            clang: String(cString: CVersions_clang()), target: String(cString: CVersions_target()),
            isOptimised: isOptimised, isStatic: CVersions_is_static(), libraries: (0..<CVersions_count()).map { Library(CVersions_ask($0)) }
        )
    }

    private static var isOptimised: Bool {
        #if DEBUG
            false
        #else
            true
        #endif
    }
}

extension Build.Library {
    fileprivate init(_ library: CVersions_library) {
        let version = withUnsafeBytes(of: library.version) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        self.init(
            name: String(cString: library.name), file: String(cString: library.file), purpose: String(cString: library.purpose),
            isLinked: library.is_linked, version: version.isEmpty ? nil : version)
    }
}

import Base
import System

/// The settings of `weir version`.
struct VersionSettings: Sendable {
    var isJSON = false
}

extension VersionSettings {
    static let grammar = Grammar(
        defaults: VersionSettings(),
        flags: [.toggle("json", in: .output, help: "Print one JSON object.") { $0.isJSON = $1 }],
        operand: { _, argument throws(UsageError) in throw UsageError("\(argument.shown) is one argument too many; only --json may be given") })
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
        grammar: VersionSettings.grammar,
        run: { settings throws(MachineFailure) in
            try StandardStream.output.write { Build.ofThisProgram.append(to: &$0, isJSON: settings.isJSON) }
            return .ok
        })
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
        buffer.append(table: libraries.map { library in
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

import Foundation

/// A program that tests start. Arguments are bytes, since a file's name need not be text.
public struct Program: Sendable {
    let path: Bytes
    /// Where it lies, as text.
    public var name: String { String(decoding: path.all, as: UTF8.self) }
    /// What stands before the arguments of a run.
    private let prefix: [Bytes]

    /// `path` is absolute, or relative to where the tests were started.
    public init(_ path: String, prefix: [Bytes] = []) {
        self.path = Bytes(URL(fileURLWithPath: path).path)
        self.prefix = prefix
    }

    /// The `weir` that was built with these tests, or the one that the environment names.
    public static let weir: Program = {
        let beside = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/weir"
        return Program(ProcessInfo.processInfo.environment["WEIR"] ?? beside)
    }()

    /// A program on the PATH; nil for one that this machine has not.
    public static func named(_ name: String) -> Program? {
        let folders = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
            .map { Program($0) }
    }

    /// The same program, bound to the modes of files even where root runs the tests. Nil where
    /// that cannot be arranged.
    public var obedient: Program? {
        if geteuid() != 0 { return self }
        guard let setpriv = Program.named("setpriv") else { return nil }
        let bound: [Bytes] = ["--bounding-set=-dac_override,-dac_read_search", "--"]
        guard try! setpriv.run(bound + ["true"]).status == .exited(0) else { return nil }
        return setpriv.running(self, after: bound)
    }

    /// This program, as one that starts another: `words` and the other's path come first.
    public func running(_ other: Program, after words: [Bytes]) -> Program {
        Program(name, prefix: prefix + words + [other.path] + other.prefix)
    }

    /// Runs the program to its end.
    public func run(
        _ arguments: [Bytes] = [], input: Bytes = [], environment: [String: String] = [:],
        in folder: TemporaryFolder? = nil, output: RunningProgram.Output = .collected
    ) throws -> Outcome {
        let running = try start(arguments, environment: environment, in: folder, output: output)
        running.write(input)
        return try running.finish()
    }

    /// Starts the program, for tests that have a say while it runs. `environment` is added to
    /// that of the tests.
    public func start(
        _ arguments: [Bytes] = [], environment: [String: String] = [:], in folder: TemporaryFolder? = nil,
        output: RunningProgram.Output = .collected
    ) throws -> RunningProgram {
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        return try RunningProgram(
            path: path, arguments: [path] + prefix + arguments, folder: folder?.path,
            environment: variables.map { Bytes("\($0)=\($1)") }, output: output)
    }
}

/// How a program ended, and what it had printed.
public struct Outcome: Sendable {
    public enum Status: Equatable, Sendable {
        case exited(Int32)
        /// By that signal.
        case killed(Int32)
    }

    public let status: Status
    public let output: [UInt8]
    public let errors: [UInt8]

    /// What was printed, for tests where it is text.
    public var text: String { String(decoding: output, as: UTF8.self) }
    public var messages: String { String(decoding: errors, as: UTF8.self) }
    public var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}

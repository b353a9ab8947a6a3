import Foundation

/// A program that tests start. Arguments are bytes, since a file's name need not be text.
public struct Program: Sendable {
    public let path: Bytes
    /// The path as text.
    public var name: String { String(decoding: path.all, as: UTF8.self) }
    /// The arguments that come before those of a run.
    private let prefix: [Bytes]

    /// `path` is absolute, or relative to the folder in which the tests were started.
    public init(_ path: String, prefix: [Bytes] = []) {
        self.path = Bytes(URL(fileURLWithPath: path).path)
        self.prefix = prefix
    }

    /// The `weir` that was built with these tests, or the one that the environment names.
    public static let weir: Program = {
        let beside = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/weir"
        return Program(ProcessInfo.processInfo.environment["WEIR"] ?? beside)
    }()

    /// A program on the PATH; nil if it is not installed.
    public static func named(_ name: String) -> Program? {
        let folders = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
            .map { Program($0) }
    }

    /// Whether the program names no loader for shared libraries, at its beginning as ELF files do.
    var isStatic: Bool {
        let file = FileHandle(forReadingAtPath: name)
        let head = try? file?.read(upToCount: 4096)
        return head?.range(of: Data("/ld-linux".utf8)) == nil
    }

    /// The same program, but file modes apply to it even if root runs the tests. nil if this is impossible.
    public var obedient: Program? {
        if geteuid() != 0 { return self }
        guard let setpriv = Program.named("setpriv") else { return nil }
        let bound: [Bytes] = ["--bounding-set=-dac_override,-dac_read_search", "--"]
        guard try! setpriv.run(bound + ["true"]).status == .exited(0) else { return nil }
        return setpriv.running(self, after: bound)
    }

    /// This program as the starter of another one. `words` and the other program's path are its first arguments.
    public func running(_ other: Program, after words: [Bytes]) -> Program {
        Program(name, prefix: prefix + words + [other.path] + other.prefix)
    }

    /// This program where /proc is empty, as in a container from scratch.
    public func withoutProc() throws -> Program {
        guard let unshare = Program.named("unshare") else { throw CocoaError(.featureUnsupported) }
        // A folder that is a root by chroot(2) alone is no mount, whose propagation could be changed.
        let script: Bytes = #"mount --make-private /proc && mount -t tmpfs none /proc && exec "$@""#
        return unshare.running(self, after: ["-m", "--propagation", "unchanged", "sh", "-c", script, "sh"])
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

    /// Starts the program, for tests that act while it runs. `environment` is added to that of the tests.
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

/// The exit and the output of a program.
public struct Outcome: Sendable {
    public enum Status: Equatable, Sendable {
        case exited(Int32)
        /// The program was killed by that signal.
        case killed(Int32)
    }

    public let status: Status
    public let output: [UInt8]
    public let errors: [UInt8]

    /// The output as text.
    public var text: String { String(decoding: output, as: UTF8.self) }
    public var messages: String { String(decoding: errors, as: UTF8.self) }
    public var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}

import Foundation

/// A program run to its end, with what it printed.
struct Subprocess {
    let status: Int32
    let output: String
    let errors: String

    init(_ program: String, _ arguments: [String], input: String = "") throws {
        let process = Process()
        let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        (process.standardInput, process.standardOutput, process.standardError) = (stdin, stdout, stderr)
        try process.run()
        // Scripts and answers here are far smaller than a pipe holds, so that one is
        // written and read after the other.
        try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try stdin.fileHandleForWriting.close()
        output = String(decoding: stdout.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        errors = String(decoding: stderr.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }

    /// The path of a program, for tests that need one that not every machine has.
    static func path(of program: String) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":")
        return folders.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}

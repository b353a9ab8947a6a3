import Foundation

/// The state of a thread, from the kernel (proc(5)).
public struct ThreadState: Sendable {
    private let file: String

    /// The calling thread.
    public static var own: ThreadState {
        get throws { ThreadState(file: "/proc/" + (try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) + "/stat") }
    }

    static func all(of process: pid_t) throws -> [ThreadState] {
        let folder = "/proc/\(process)/task"
        return try FileManager.default.contentsOfDirectory(atPath: folder).map { ThreadState(file: "\(folder)/\($0)/stat") }
    }

    /// Whether the thread runs, could run, or waits for a disk. False once the thread has ended.
    public var isBusy: Bool {
        // The state follows the name of the program, which is in brackets.
        guard let text = try? String(contentsOfFile: file, encoding: .utf8), let state = text.split(separator: ") ").last?.first else { return false }
        return state == "R" || state == "D"
    }
}

import Foundation

/// The state of a thread, from the kernel (proc(5)).
public struct ThreadState: Equatable, Sendable {
    private let folder: String

    /// The calling thread.
    public static var own: ThreadState {
        get throws { ThreadState(folder: "/proc/" + (try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self"))) }
    }

    static func all(of process: pid_t) throws -> [ThreadState] {
        let folder = "/proc/\(process)/task"
        return try FileManager.default.contentsOfDirectory(atPath: folder).map { ThreadState(folder: "\(folder)/\($0)") }
    }

    /// Whether the thread runs, could run, or waits for a disk. False once the thread has ended.
    public var isBusy: Bool {
        // The state follows the name of the program, which is in brackets.
        guard let text = text(of: "stat"), let state = text.split(separator: ") ").last?.first else { return false }
        return state == "R" || state == "D"
    }

    /// How often the thread has begun to wait or was put aside. It stays the same while the thread waits.
    var pauses: [Substring] { text(of: "status")?.split(separator: "\n").filter { $0.contains("ctxt_switches") } ?? [] }

    private func text(of file: String) -> String? { try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8) }
}

import Foundation

extension Program {
    /// strace, which counts the calls of each thread for itself: on the first processor that this
    /// process may use and no other, so that one thread of weir makes all that are counted. Nil where
    /// it is not installed.
    public static let tracer: Program? = {
        let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let allowed = status?.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
        guard let first = allowed?.split(separator: "\t").last?.prefix(while: \.isNumber), let strace = Program.named("strace")
        else { return nil }
        return Program.named("taskset")?.running(strace, after: ["-c", Bytes(String(first))])
    }()
}

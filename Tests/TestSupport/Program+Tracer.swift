import Foundation

extension Program {
    /// strace, which counts the calls of each thread separately. The program is bound to the first processor that
    /// this process may use, so that one thread of weir makes all counted calls. nil if strace is not installed, or
    /// may not trace.
    public static let tracer: Program? = {
        let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let allowed = status?.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
        guard let first = allowed?.split(separator: "\t").last?.prefix(while: \.isNumber), let strace = Program.named("strace")
        else { return nil }
        let tracer = Program.named("taskset")?.running(strace, after: ["-c", Bytes(String(first))])
        let trial = try? Program.named("true").map { try tracer?.running($0, after: ["-f", "-qq", "-o", "/dev/null"]).run() } ?? nil
        return trial?.status == .exited(0) ? tracer : nil
    }()
}

import Foundation

/// The folder and the descriptors of a new process, which are set before its program starts.
struct SpawnPlan {
    private var actions = posix_spawn_file_actions_t()

    init() { posix_spawn_file_actions_init(&actions) }

    mutating func destroy() { posix_spawn_file_actions_destroy(&actions) }

    mutating func connect(_ target: Int32, to descriptor: Int32) {
        posix_spawn_file_actions_adddup2(&actions, descriptor, target)
    }

    mutating func open(_ target: Int32, _ path: String) {
        posix_spawn_file_actions_addopen(&actions, target, path, O_RDWR, 0)
    }

    mutating func change(to folder: String) { _ = SpawnPlan.addChangeFolder(&actions, folder) }

    /// Only the three standard descriptors are inherited: an inherited pipe would stay open, and a test that runs at
    /// the same time may wait for its end.
    mutating func spawn(_ path: Bytes, _ arguments: [Bytes], _ environment: [Bytes]) throws -> pid_t {
        _ = SpawnPlan.addCloseFrom(&actions, STDERR_FILENO + 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The tests ignore SIGPIPE, but a child of a shell does not.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // The threads of a task pool block signals such as SIGTERM, but a child must not.
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        var process: pid_t = 0
        let code = withCStrings(arguments) { arguments in
            withCStrings(environment) { environment in
                posix_spawn(&process, arguments[0]!, &actions, &attributes, arguments, environment)
            }
        }
        guard code == 0 else { throw SystemError("posix_spawn of \(String(decoding: path.all, as: UTF8.self))", code) }
        return process
    }

    // glibc declares these functions only for GNU programs, and Swift is none.
    private static let addChangeFolder = unsafeBitCast(
        dlsym(nil, "posix_spawn_file_actions_addchdir_np"),
        to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>) -> Int32).self)
    private static let addCloseFrom = unsafeBitCast(
        dlsym(nil, "posix_spawn_file_actions_addclosefrom_np"),
        to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32).self)
}

private func withCStrings<Result>(_ strings: [Bytes], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result) -> Result {
    let copies = strings.map { $0.withCString { strdup($0) } }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
}

import CLibFuzzer
import Glibc

/// Takes bytes and traps on a finding.
public typealias FuzzTarget = @Sendable (UnsafeRawBufferPointer) -> Void

/// Runs the target that the first argument names, and ends the process. Without an argument the names are printed.
///
///     PROGRAM TARGET [LIBFUZZER-OPTION...] [CORPUS...]
public func fuzz(_ targets: [(name: String, run: FuzzTarget)]) -> Never {
    let name = CommandLine.arguments.dropFirst().first
    guard let target = targets.first(where: { $0.name == name }) else {
        for target in targets { puts(target.name) }
        exit(name == nil ? 0 : 2)
    }
    run = target.run
    // The first argument is the target's name; all others are for libFuzzer.
    var arguments: [UnsafeMutablePointer<CChar>?] =
        [CommandLine.unsafeArgv[0]] + (2..<max(2, Int(CommandLine.argc))).map { CommandLine.unsafeArgv[$0] } + [nil]
    var count = Int32(arguments.count - 1)
    let status = arguments.withUnsafeMutableBufferPointer { buffer in
        var start = buffer.baseAddress
        return CLibFuzzer_run(&count, &start) { bytes, count in
            run(UnsafeRawBufferPointer(start: bytes, count: count))
            return 0
        }
    }
    exit(status)
}

/// The target is global, because libFuzzer calls a C function without a context.
nonisolated(unsafe) private var run: FuzzTarget = { _ in }

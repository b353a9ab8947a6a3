import Glibc
import TestSupport
import Testing
import WeirBase
import WeirSystem

/// The sentence for each errno.
@Suite struct SystemErrorsTests {
    private static let path = Array("out/m.json".utf8)

    @Test(
        arguments: [
            (ENOENT, .input("out/m.json cannot be written: there is no folder out")),
            (EISDIR, .input("out/m.json cannot be written: it is a folder")),
            (ENOTDIR, .input("out/m.json cannot be written: not a directory")),
            (ELOOP, .input("out/m.json cannot be written: too many levels of symbolic links")),
            (ENOSPC, .machine("out/m.json cannot be written: no space left on device")),
            (EACCES, .machine("out/m.json cannot be written: permission denied")),
            (EIO, .machine("out/m.json cannot be written: input/output error")),
            (EPIPE, .closedPipe),
        ] as [(Int32, MachineFailure)])
    func writing(code: Int32, failure: MachineFailure) {
        #expect(MachineFailure.unwritable(Self.path, code) == failure)
    }

    @Test func writingWhereNoFileCanBeMade() {
        #expect(
            MachineFailure.unwritable(Array("/proc/m.json".utf8), ENOENT)
                == .input("/proc/m.json cannot be written: no file can be made in /proc"))
    }

    @Test(
        arguments: [
            (ENOENT, "out/m.json: no such file or directory"), (EACCES, "out/m.json: permission denied"),
            (EISDIR, "out/m.json: is a directory"),
        ] as [(Int32, String)])
    func reading(code: Int32, message: String) {
        #expect(MachineFailure.unreadable(Self.path, code) == .input(message))
    }

    @Test(
        arguments: [
            (ENOENT, Failure(.notFound)), (ENOTDIR, Failure(.notFound)), (EISDIR, Failure(.unreadable, "it is a folder")),
            (ENXIO, Failure(.unreadable, "it is a pipe, a socket or a terminal, not a file")),
            (EACCES, Failure(.unreadable, "permission denied")),
        ] as [(Int32, Failure)])
    func pictures(code: Int32, failure: Failure) {
        #expect(Failure(errno: code) == failure)
    }

    /// A machine that is out of something says nothing of the file.
    @Test(arguments: [
        (EMFILE, "too many open files (see ulimit -n)"), (ENFILE, "too many open files in system"), (ENOMEM, "cannot allocate memory"),
    ])
    func exhaustion(code: Int32, reason: String) {
        #expect(MachineFailure.unreadable(Self.path, code) == .machine("out/m.json: \(reason)"))
        #expect(Failure(errno: code).isOfTheMachine && Failure(errno: code).message == reason)
    }
}

import CLinux
import Glibc

/// A file without a name in the folder for temporary files. It is gone when its descriptor is closed, however the process ends.
package final class TemporaryFile: Sendable {
    package let descriptor: Int32
    private let folder: [UInt8]

    package init() throws(MachineFailure) {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        self.folder = Array((folder.isEmpty ? "/tmp" : folder).utf8)
        descriptor = openUnnamedFile(in: self.folder)
        guard descriptor >= 0 else { throw .unwritable(self.folder, errno) }
    }

    deinit { close(descriptor) }

    package func write(_ bytes: [UInt8]) throws(MachineFailure) {
        guard bytes.withUnsafeBufferPointer({ writeAll($0, to: descriptor) }) else { throw .unwritable(folder, errno) }
    }

    /// The whole content as an input with this name. The file must live as long as the input.
    package func input(named name: String) throws(MachineFailure) -> InputFile {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .unwritable(folder, errno) }
        return InputFile(descriptor: descriptor, name: name)
    }
}

/// Not every file system has files without a name; there the name is removed at once.
private func openUnnamedFile(in folder: [UInt8]) -> Int32 {
    let place = withPath(folder) { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard place >= 0 else { return -1 }
    defer { close(place) }
    let file = retryingInterrupts { CLinux_open_unnamed(place) }
    guard file < 0, errno == EOPNOTSUPP || errno == EISDIR else { return file }
    var name = (folder + Array("/weir-XXXXXX\0".utf8)).map { CChar(bitPattern: $0) }
    let named = mkstemp(&name)
    guard named >= 0 else { return named }
    _ = fcntl(named, F_SETFD, FD_CLOEXEC)
    unlink(name)
    return named
}

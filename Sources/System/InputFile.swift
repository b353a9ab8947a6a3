import CWeirLinux
import Glibc

/// The input of a command: a file, or standard input.
package final class InputFile: Sendable {
    private let descriptor: Int32
    private let isOwned: Bool
    private let signals: TerminationSignals?
    /// The name of the input in messages.
    package let name: String

    package static let standardInput = standardInput(until: nil)

    /// Standard input, whose reading a signal ends.
    package static func standardInput(until signals: TerminationSignals?) -> InputFile {
        InputFile(descriptor: STDIN_FILENO, name: "standard input", until: signals)
    }

    /// Opens a file. If it is a pipe without bytes, a signal ends its reading.
    package init(_ path: [UInt8], until signals: TerminationSignals? = nil) throws(MachineFailure) {
        descriptor = withPath(path) { path in retryingInterrupts { open(path, O_RDONLY | O_CLOEXEC) } }
        guard descriptor >= 0 else { throw .unreadable(path, errno) }
        isOwned = true
        self.signals = signals
        name = shown(path)
    }

    /// Opens a file that nobody has named, such as a page of a manifest. A pipe or a device of that name may never end.
    package init(plainFile path: [UInt8]) throws(MachineFailure) {
        descriptor = withPath(path) { path in retryingInterrupts { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) } }
        guard descriptor >= 0 else { throw .unreadable(path, errno) }
        (isOwned, signals, name) = (true, nil, shown(path))
        guard length != nil else { throw .input("\(name): this is no plain file") }
    }

    /// Reads a descriptor that stays open after this object is gone.
    package init(descriptor: Int32, name: String, until signals: TerminationSignals? = nil) {
        self.descriptor = descriptor
        self.signals = signals
        self.name = name
        isOwned = false
    }

    /// An input that is in memory.
    package init(content: [UInt8], name: String) throws(MachineFailure) {
        let file = CLinux_memory_file()
        descriptor = file
        let isWritten = file >= 0 && content.withUnsafeBufferPointer { writeAll($0, to: file) }
        guard isWritten, lseek(file, 0, SEEK_SET) == 0 else { throw .machine("\(name): \(errorText(errno))") }
        isOwned = true
        signals = nil
        self.name = name
    }

    deinit { if isOwned { close(descriptor) } }

    /// The length in bytes; nil unless the input is a plain file.
    package var length: Int64? {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.isRegular ? status.size : nil
    }

    /// The same plain file from its beginning, as another input. No signal ends its reading, and this object must outlive it.
    package func fromBeginning() throws(MachineFailure) -> InputFile {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .input("\(name): \(errorText(errno))") }
        return InputFile(descriptor: descriptor, name: name)
    }

    /// The length and the time of the last write, which change when somebody writes to the file; nil unless the input is a plain file.
    package var version: InputVersion? {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.isRegular ? InputVersion(status) : nil
    }

    /// Reads at most `most` bytes; returns none at the end. Throws once a signal has come.
    package func read(upTo most: Int) throws(MachineFailure) -> [UInt8] {
        try signals?.waitForInput(of: descriptor)
        var count = 0
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, filled in
            count = readOrWait(descriptor, UnsafeMutableRawBufferPointer(buffer))
            code = errno
            filled = max(0, count)
        }
        guard count >= 0 else { throw .input("\(name): \(errorText(code))") }
        return bytes
    }
}

/// The length of a file, and when it was last written to.
package struct InputVersion: Equatable, Sendable {
    private let length: Int64
    private let seconds: Int
    private let nanoseconds: Int

    fileprivate init(_ status: stat) {
        length = status.size
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
}

/// The content of a file of at most `most` bytes; nil for a larger file, or one that cannot be read.
package func smallFile(_ path: [UInt8], atMost most: Int = 1 << 15) -> [UInt8]? {
    // O_NONBLOCK: the open of a pipe must not wait.
    smallContent(of: withPath(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }, atMost: most)
}

extension OutputFolder {
    /// The same for a file in this folder that is no link.
    package func smallFile(_ name: [UInt8], atMost most: Int = 1 << 15) -> [UInt8]? {
        smallContent(of: open(name, O_RDONLY | O_NONBLOCK), atMost: most)
    }
}

/// Closes the file.
private func smallContent(of file: Int32, atMost most: Int) -> [UInt8]? {
    guard file >= 0 else { return nil }
    defer { close(file) }
    var count = 0
    let content = [UInt8](unsafeUninitializedCapacity: most + 1) { buffer, filled in
        count = retryingInterrupts { read(file, buffer.baseAddress, buffer.count) }
        filled = max(0, count)
    }
    return count >= 0 && count <= most ? content : nil
}

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
    let descriptor = withPath(folder) { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { return -1 }
    defer { close(descriptor) }
    let file = retryingInterrupts { CLinux_open_unnamed(descriptor) }
    guard file < 0, errno == EOPNOTSUPP || errno == EISDIR else { return file }
    var name = (folder + Array("/weir-XXXXXX\0".utf8)).map { CChar(bitPattern: $0) }
    let named = mkstemp(&name)
    guard named >= 0 else { return named }
    _ = fcntl(named, F_SETFD, FD_CLOEXEC)
    unlink(name)
    return named
}

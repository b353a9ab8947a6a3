import Glibc
import Manifests
import System

/// Files of a manifest as they lie there, compressed or not.
public enum StoredBytes {
    /// What is read is held in memory, so there must be an end.
    private static let most = 4 << 30

    public static func file(_ path: [UInt8]) throws(MachineFailure) -> [UInt8] {
        let descriptor = withPath(path) { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw .input("\(shown(path)): \(errorText(errno))") }
        defer { close(descriptor) }
        return try bytes(descriptor, shown(path))
    }

    public static func standardInput() throws(MachineFailure) -> [UInt8] { try bytes(STDIN_FILENO, "standard input") }

    private static func bytes(_ descriptor: Int32, _ name: String) throws(MachineFailure) -> [UInt8] {
        var status = stat()
        let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        var bytes: [UInt8] = []
        // A byte more than there is, so that the end is seen without another block.
        var block = isFile ? max(0, min(Int(status.st_size), most)) + 1 : 1 << 16
        while true {
            var count = 0
            var code: Int32 = 0
            let piece = [UInt8](unsafeUninitializedCapacity: block) { buffer, filled in
                count = readOrWait(descriptor, UnsafeMutableRawBufferPointer(buffer))
                code = errno
                filled = max(0, count)
            }
            guard count >= 0 else { throw .input("\(name): \(errorText(code))") }
            if count == 0 { return bytes }
            if bytes.isEmpty { bytes = piece } else { bytes += piece }
            guard bytes.count <= most else { throw .input("\(name): it has more than \(most >> 30) GiB, which is no manifest") }
            block = 1 << 16
        }
    }

    /// Whether a path leads to a folder.
    public static func isFolder(_ path: [UInt8]) throws(MachineFailure) -> Bool {
        var status = stat()
        guard withPath(path, { stat($0, &status) }) == 0 else { throw .input("\(shown(path)): \(errorText(errno))") }
        return status.st_mode & S_IFMT == S_IFDIR
    }

    /// The names of what lies in the folder of a manifest in pages, sorted.
    public static func pageNames(in folder: [UInt8]) throws(MachineFailure) -> [String] {
        let names = try names(in: folder)
        guard names.contains(PageIndex.fileName) else {
            throw .input("\(shown(folder)): the folder has no \(PageIndex.fileName), so there are no pages of a manifest in it")
        }
        return names
    }

    /// The names of what lies in a folder, sorted; those that are not UTF-8 are no names of pages.
    private static func names(in folder: [UInt8]) throws(MachineFailure) -> [String] {
        guard let stream = withPath(folder, opendir) else { throw .input("\(shown(folder)): \(errorText(errno))") }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            guard let name = String(validating: entryName(entry), as: UTF8.self), name != ".", name != ".." else { continue }
            names.append(name)
        }
        return names.sorted()
    }
}

import CLinux
import Glibc

/// A folder into which a run will put files. The folder is locked for as long as this value lives, so that other runs
/// do not remove its hidden files. A run that finds the folder unlocked removes hidden files that killed runs have
/// left.
public final class OutputFolder {
    private let path: [UInt8]
    /// Negative if the folder cannot be read. Nothing is cleaned then, and the first file to be made shows whether
    /// the folder can be written.
    private let descriptor: Int32

    public init(_ path: [UInt8]) {
        self.path = path
        descriptor = withPath(path) { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { return }
        // The kernel releases a lock when its process ends, for any reason. A run never waits for a lock, since the
        // folder may be locked by the program that has started this run.
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { removeLeftovers() }
        _ = flock(descriptor, LOCK_SH | LOCK_NB)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Syncs the renames in this folder to the disk.
    public func sync() throws(MachineFailure) {
        guard descriptor >= 0 else { return }
        // Some file systems cannot sync a folder; this is no error.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .unwritable(path, errno) }
    }

    /// Opens a new file without a name, for reading and writing; it is removed when it is closed. If the file system
    /// has no unnamed files, the file gets a hidden name, which is returned too. The descriptor is negative, with
    /// errno, if the folder cannot be written.
    public func openNewFile(for name: ArraySlice<UInt8>) -> (file: Int32, hiddenPath: [UInt8]?) {
        let file = withPath(path, CLinux_open_unnamed)
        guard file < 0, [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) else { return (file, nil) }
        let hidden = hiddenPath(for: name)
        return (createFile(hidden), hidden)
    }

    /// A path for a hidden file that will become `name`. No other run uses the same path. Names are at most 255 bytes
    /// long.
    public func hiddenPath(for name: ArraySlice<UInt8>) -> [UInt8] {
        path + Array("/.".utf8) + name.prefix(200) + Array("\(OutputFolder.mark)\(UInt64.random(in: 0...UInt64.max))".utf8)
    }

    private static let mark = ".weir-"

    private func removeLeftovers() {
        for entry in folderEntries(path) ?? [] where OutputFolder.isHidden(entry.name) {
            removeFile(path + Array("/".utf8) + entry.name)
        }
    }

    /// `.m.json.weir-123` is the hidden name of a new `m.json`.
    static func isHidden(_ name: [UInt8]) -> Bool {
        let digits = name.reversed().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
        let rest = name.dropLast(digits)
        return digits > 0 && name.first == UInt8(ascii: ".") && rest.count > mark.utf8.count + 1
            && rest.suffix(mark.utf8.count).elementsEqual(mark.utf8)
    }
}

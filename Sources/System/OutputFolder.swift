import CLinux
import Glibc

/// A folder into which a run is about to put files. It is locked for as long as this value lives, so that
/// other runs leave the hidden files in it alone. A run that finds it unlocked removes such files: killed
/// runs have left them.
public final class OutputFolder {
    private let path: [UInt8]
    /// Negative where the folder cannot be read. Then nothing is cleaned, and the files that are put there tell
    /// whether it can be written.
    private let descriptor: Int32

    public init(_ path: [UInt8]) {
        self.path = path
        descriptor = withPath(path) { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { return }
        // The kernel lets go of a lock when its process ends, however that happens. No run waits for a lock:
        // the folder may be locked by the program that has started this run.
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { removeLeftovers() }
        _ = flock(descriptor, LOCK_SH | LOCK_NB)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Brings the renames in this folder to the disk.
    public func sync() throws(MachineFailure) {
        guard descriptor >= 0 else { return }
        // Some file systems cannot sync a folder; then there is nothing more to do.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .unwritable(path, errno) }
    }

    /// Opens a new file without a name, for reading and writing: it goes away when it is closed. Where the file
    /// system knows no such files, the file has a hidden name, which is answered too. Negative, with errno, where
    /// the folder cannot be written.
    public func openNewFile(for name: ArraySlice<UInt8>) -> (file: Int32, hiddenPath: [UInt8]?) {
        let file = withPath(path, CLinux_open_unnamed)
        guard file < 0, [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) else { return (file, nil) }
        let hidden = hiddenPath(for: name)
        return (createFile(hidden), hidden)
    }

    /// A path for a hidden file that is to become `name`, unlike that of any other run. Names are
    /// at most 255 bytes long.
    public func hiddenPath(for name: ArraySlice<UInt8>) -> [UInt8] {
        path + Array("/.".utf8) + name.prefix(200) + Array("\(OutputFolder.mark)\(UInt64.random(in: 0...UInt64.max))".utf8)
    }

    private static let mark = ".weir-"

    private func removeLeftovers() {
        for entry in folderEntries(path) ?? [] where OutputFolder.isHidden(entry.name) {
            removeFile(path + Array("/".utf8) + entry.name)
        }
    }

    /// `.m.json.weir-123` was to take the place of `m.json`.
    static func isHidden(_ name: [UInt8]) -> Bool {
        let digits = name.reversed().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
        let rest = name.dropLast(digits)
        return digits > 0 && name.first == UInt8(ascii: ".") && rest.count > mark.utf8.count + 1
            && rest.suffix(mark.utf8.count).elementsEqual(mark.utf8)
    }
}

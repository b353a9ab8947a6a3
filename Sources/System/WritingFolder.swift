import Glibc

/// A folder into which files are about to be put. As long as this is there, other runs know that
/// the hidden files in it are somebody's; where nobody is at work, they are leftovers of killed
/// runs, and are removed.
public final class WritingFolder {
    private let path: [UInt8]
    /// Negative where the folder cannot be read. Then there is nothing to clean, and it is the
    /// files that tell whether one can write there.
    private let descriptor: Int32

    public init(_ path: [UInt8]) {
        self.path = path
        descriptor = withPath(path) { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { return }
        // A lock goes with its process, whatever ends that. Nobody waits for one: the folder may
        // be locked by whoever has started this run.
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

    /// A path for a hidden file that is to become `name`, unlike that of any other run. Names are
    /// at most 255 bytes long.
    public func hiddenPath(for name: ArraySlice<UInt8>) -> [UInt8] {
        path + Array("/.".utf8) + name.prefix(200) + Array("\(WritingFolder.mark)\(UInt64.random(in: 0...UInt64.max))".utf8)
    }

    private static let mark = ".weir-"

    private func removeLeftovers() {
        for entry in folderEntries(path) ?? [] where WritingFolder.isHidden(entry.name) {
            _ = withPath(path + Array("/".utf8) + entry.name, unlink)
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

import CLinux
import Glibc

/// Makes a folder, if there is none yet.
public func makeFolder(_ path: [UInt8]) throws(MachineFailure) {
    guard withPath(path, { mkdir($0, 0o777) }) == 0 || errno == EEXIST else { throw .unwritable(path, errno) }
}

/// The name in a folder's entry, without its NUL.
public func entryName(_ entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
    let start = UnsafeRawPointer(entry) + offset
    return Array(UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self))))
}

/// Opens a path for reading that must stay beneath an open folder, links and `..` included. Negative, with
/// errno, where it cannot be opened: EXDEV where it leads out, ENOSYS where the kernel is older than 5.6.
public func openBeneath(_ folder: Int32, _ relative: [UInt8]) -> Int32 {
    withPath(relative) { path in retryingInterrupts { CLinux_open_beneath(folder, path) } }
}

/// The same for a folder, of which only a handle is wanted: nothing of it is read.
public func findFolderBeneath(_ folder: Int32, _ relative: [UInt8]) -> Int32 {
    withPath(relative) { CLinux_find_folder_beneath(folder, $0) }
}

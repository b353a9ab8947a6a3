import CLinux
import Glibc

/// Opens a file that has no name and goes away when it is closed.
public func openUnnamed(in folder: [UInt8]) -> Int32 { withPath(folder, CLinux_open_unnamed) }

/// Whether the file system knows no files without names.
public func isUnnamedUnknown(_ code: Int32) -> Bool { code == EOPNOTSUPP || code == EISDIR || code == EINVAL }

/// Opens a file under a hidden name.
public func openNew(_ hidden: [UInt8]) -> Int32 {
    withPath(hidden) { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
}

import Glibc

/// Whether the reader of a pipe or a socket has left, so that nothing more need be written. Nothing is written to find out.
package func hasLostReader(_ descriptor: Int32) -> Bool {
    var wait = pollfd(fd: descriptor, events: 0, revents: 0)
    guard poll(&wait, 1, 0) == 1, Int32(wait.revents) & POLLERR != 0 else { return false }
    var status = stat()
    return fstat(descriptor, &status) == 0 && [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
}

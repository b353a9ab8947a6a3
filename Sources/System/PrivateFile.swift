import Glibc

/// Takes all permissions to an open file from its group and from others, if it is this user's.
package func makePrivate(_ file: Int32) {
    var status = stat()
    // The owner of a file with a second name may have other plans for it.
    guard fstat(file, &status) == 0, status.isRegular, status.st_uid == geteuid(), status.st_nlink == 1 else { return }
    if status.st_mode & 0o077 != 0 { fchmod(file, status.st_mode & 0o700) }
}

import Glibc

/// Opens each of the descriptors 0, 1 and 2 that is closed on /dev/null. Otherwise the next file that is opened would
/// get its number, and messages would be written into that file. False, with errno, if /dev/null cannot be opened.
///
/// The stream stays unusable: standard input is opened for writing and the others for reading, so reading and writing
/// fail as they do on a closed descriptor. Otherwise a closed input would be taken for an empty catalogue.
package func reserveClosedStreams() -> Bool {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
        // The lowest free number is that of the closed stream, since all lower ones are open.
        guard open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) == descriptor else { return false }
    }
    return true
}

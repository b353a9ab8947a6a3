import CWeirLinux
import Glibc

/// The arguments of this process as the kernel passed them, the program's own name first. They are there without /proc, too.
package var processArguments: [[UInt8]] {
    (0..<CLinux_argument_count()).compactMap { index in
        guard let start = CLinux_argument(index) else { return nil }
        return Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
    }
}

/// Raises the soft limit on open files to the hard limit. Returns the limit; nil if the system does not report it.
package func raisedFileLimit() -> Int? {
    var limit = rlimit()
    let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(files, &limit) == 0 else { return nil }
    limit.rlim_cur = limit.rlim_max
    setrlimit(files, &limit)
    return getrlimit(files, &limit) == 0 ? Int(clamping: limit.rlim_cur) : nil
}

/// The number of processors that this process may run on.
package let availableProcessors = Int(CLinux_processors())

/// Limits the number of heaps to the number of processors. With a heap for each thread, a thread that mostly waits
/// would hold memory that no other thread can use. A large block is given back to the system when it is free.
package func limitHeaps() { CLinux_share_memory(Int32(clamping: availableProcessors)) }

/// Limits the memory that this process may write to.
package func limitMemory(to bytes: Int) { CLinux_limit_data(bytes) }

/// Ends this process by SIGXCPU when it has worked for this number of seconds from now on.
package func limitTime(to seconds: Int) { CLinux_limit_time(Int32(clamping: seconds)) }

/// Opens each of the descriptors 0, 1 and 2 that is closed on /dev/null. Otherwise the next file that is opened would
/// get its number, and messages would be written into that file. False, with errno, if /dev/null cannot be opened.
///
/// The stream stays unusable: standard input is opened for writing and the others for reading, so reading and writing
/// fail as they do on a closed descriptor. Otherwise a closed input would be taken for an empty catalogue.
package func reserveClosedStreams() -> Bool {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
        // The lowest free number is that of the closed stream, since all lower ones are open.
        guard open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) == descriptor else { return false }
    }
    return true
}

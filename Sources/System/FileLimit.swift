import Glibc

/// Raises the soft limit on open files to the hard limit. Returns the limit; nil if the system does not tell it.
package func raisedFileLimit() -> Int? {
    var limit = rlimit()
    let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(files, &limit) == 0 else { return nil }
    limit.rlim_cur = limit.rlim_max
    setrlimit(files, &limit)
    return getrlimit(files, &limit) == 0 ? Int(clamping: limit.rlim_cur) : nil
}

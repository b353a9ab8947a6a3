import Glibc

/// Calls `body` with a path as C wants it, with a NUL behind it.
@inlinable
public func withPath<Result>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(byteCount: path.count + 1, alignment: 1) { text in
        text.copyBytes(from: path)
        text[path.count] = 0
        return text.withMemoryRebound(to: CChar.self) { text in
            // A buffer of at least one element has an address.
            text.baseAddress.map { body($0) } ?? body("")
        }
    }
}

/// What stands at a path, links followed; nil, with errno, where nothing does.
public func fileStatus(_ path: [UInt8]) -> stat? {
    var status = stat()
    return withPath(path, { stat($0, &status) }) == 0 ? status : nil
}

extension stat {
    public var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
    public var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
    public var size: Int64 { Int64(st_size) }
}

/// Makes a file that is not there yet and opens it for reading and writing; negative, with errno, where it cannot.
public func createFile(_ path: [UInt8]) -> Int32 {
    withPath(path) { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
}

/// Removes a file, if there is one.
public func removeFile(_ path: [UInt8]) { _ = withPath(path, unlink) }

/// Puts a file in another place, over one that stands there; false, with errno, where it cannot.
public func moveFile(_ path: [UInt8], to target: [UInt8]) -> Bool {
    withPath(path) { from in withPath(target) { to in rename(from, to) } } == 0
}

/// Whether anything stands at a path, links followed.
public func exists(_ path: [UInt8]) -> Bool { withPath(path) { access($0, F_OK) } == 0 }

/// A path without links and dots; nil, with errno, where there is none.
public func realPath(_ path: [UInt8]) -> [UInt8]? {
    guard let real = withPath(path, { realpath($0, nil) }) else { return nil }
    defer { free(real) }
    return Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
}

/// A path for a message.
public func shown(_ path: [UInt8]) -> String { String(decoding: path, as: UTF8.self) }

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

/// A path without links and dots; nil, with errno, where there is none.
public func realPath(_ path: [UInt8]) -> [UInt8]? {
    guard let real = withPath(path, { realpath($0, nil) }) else { return nil }
    defer { free(real) }
    return Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
}

/// A path for a message.
public func shown(_ path: [UInt8]) -> String { String(decoding: path, as: UTF8.self) }

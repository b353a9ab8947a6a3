import Base
import Glibc

/// A path as C wants it.
func withPath<Result>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: path.count + 1) { text in
        for (index, byte) in path.enumerated() { text[index] = CChar(bitPattern: byte) }
        text[path.count] = 0
        return text.withMemoryRebound(to: CChar.self) { text in
            // A buffer of at least one element has an address.
            text.baseAddress.map { body($0) } ?? body("")
        }
    }
}

/// What stands at a path, links followed; nil where nothing does.
func fileStatus(_ path: [UInt8]) -> stat? {
    var status = stat()
    return withPath(path, { stat($0, &status) }) == 0 ? status : nil
}

extension stat {
    var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
    var size: Int64 { Int64(st_size) }
}

/// Where a path leads, so that two names of one file are one; a file that is not there yet keeps
/// its own name, and what leads nowhere its path.
func followingLinks(_ path: [UInt8]) -> [UInt8] {
    if let real = realPath(path) { return real }
    guard let place = realPath(folder(of: path)) else { return path }
    let slash = path.lastIndex(of: UInt8(ascii: "/"))
    return place + [UInt8(ascii: "/")] + path[(slash.map { $0 + 1 } ?? 0)...]
}

private func realPath(_ path: [UInt8]) -> [UInt8]? {
    guard let real = withPath(path, { realpath($0, nil) }) else { return nil }
    defer { free(real) }
    return Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
}

/// The system's own words for an error.
func errorText(_ code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
}

import Base
import Glibc

/// Calls `body` with a path as a C string.
@inlinable
package func withPath<Result>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(byteCount: path.count + 1, alignment: 1) { text in
        text.copyBytes(from: path)
        text[path.count] = 0
        return text.withMemoryRebound(to: CChar.self) { text in
            // A buffer of at least one element always has an address.
            text.baseAddress.map { body($0) } ?? body("")
        }
    }
}

/// The status of the file at a path, with links followed; nil, with errno, if there is none.
package func fileStatus(_ path: [UInt8]) -> stat? {
    var status = stat()
    return withPath(path, { stat($0, &status) }) == 0 ? status : nil
}

/// The status of a file, or of the link itself; nil, with errno, if there is none.
package func ownStatus(_ path: [UInt8]) -> stat? {
    var status = stat()
    return withPath(path, { lstat($0, &status) }) == 0 ? status : nil
}

extension stat {
    package var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
    package var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
    package var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
    package var size: Int64 { Int64(st_size) }
}

/// The working folder; nil if it was removed.
package func workingFolder() -> String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
}

/// A path without links and dots; nil, with errno, if the file does not exist.
package func realPath(_ path: [UInt8]) -> [UInt8]? {
    guard let real = withPath(path, { realpath($0, nil) }) else { return nil }
    defer { free(real) }
    return Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
}

/// The path without links and dots of a file that need not exist, nor its folders. So two spellings of one new file have
/// the same path.
package func futurePath(_ path: [UInt8]) -> [UInt8] { futurePath(path, links: 0) }

private func futurePath(_ path: [UInt8], links: Int) -> [UInt8] {
    let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
    if let real = realPath(path) { return real }
    // The current folder may have been removed.
    guard path != [dot] else { return path }
    let path = withoutEndSlashes(path)
    guard let name = path.split(separator: slash).last.map({ Array($0) }) else { return path }
    // As many links as the kernel follows (path_resolution(7)).
    if links < 40, let target = linkTarget(path, below: AT_FDCWD) {
        return futurePath(target.first == slash ? target : joined(folder(of: path), target), links: links + 1)
    }
    let parent = futurePath(folder(of: path), links: links)
    if name == [dot] { return parent }
    // A folder that is missing will be no link.
    return name == [dot, dot] ? folder(of: parent) : joined(parent, name)
}

/// The target of a link below an open folder, or of the open link itself if the name is empty; nil if it is no link.
func linkTarget(_ name: [UInt8], below folder: Int32) -> [UInt8]? {
    let target = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
        let length = withPath(name) { name in
            buffer.withMemoryRebound(to: CChar.self) { text in
                text.baseAddress.map { readlinkat(folder, name, $0, text.count) } ?? 0
            }
        }
        count = max(0, length)
    }
    return target.isEmpty ? nil : target
}

/// A path for a message. A URL in its place is shown without its user and password.
package func shown(_ path: [UInt8]) -> String { String(decoding: withoutCredentials(path), as: UTF8.self).visible }

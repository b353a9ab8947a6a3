import WeirBase

/// The paths of checked files in reports that other systems show beside the source: relative to the root of
/// the repository.
public struct ReportPaths: Equatable, Sendable {
    private let root: [Substring]?
    private let folder: [Substring]?

    /// `root` is the folder of the repository, and `folder` the working folder, to which relative paths of the
    /// command line belong. Both are absolute. An unknown working folder counts as the root.
    public init(root: String? = nil, folder: String? = nil) {
        self.root = root.map { pathNames(of: $0) }
        self.folder = folder.map { pathNames(of: $0) }
    }

    /// Links are not followed: `a/../b` becomes `b`, as in browsers and repositories.
    func name(of file: String) -> String {
        if file == "-" { return "stdin" }
        let isAbsolute = file.hasPrefix("/")
        let path = pathNames(of: file)
        let whole = isAbsolute ? path : (folder ?? root).map { pathNames(of: file, seenFrom: $0) }
        if let root, let whole, whole.starts(with: root), whole.count > root.count {
            return whole[root.count...].joined(separator: "/")
        }
        return (isAbsolute ? "/" : "") + path.joined(separator: "/")
    }
}

extension ByteBuffer {
    /// A file's path as a URI reference (RFC 3986, 4.2). Colons in the first part of a relative path are
    /// escaped, since one would end a scheme.
    mutating func append(reference path: String) {
        if path.hasPrefix("/") { append("file://") }
        let first = path.firstIndex(of: "/") ?? path.endIndex
        for (index, part) in path[..<first].split(separator: ":", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { append("%3A") }
            append(percentEncoded: part)
        }
        append(percentEncoded: path[first...])
    }

    private mutating func append(percentEncoded part: Substring) {
        var part = part
        part.withUTF8 { append(percentEncodedPath: $0) }
    }
}

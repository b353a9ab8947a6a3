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
    func name(of file: String) -> ReportedPath {
        if file == "-" { return ReportedPath(path: "stdin", isAbsolute: false) }
        let isAbsolute = file.hasPrefix("/")
        let path = pathNames(of: file)
        let whole = isAbsolute ? path : (folder ?? root).map { pathNames(of: file, seenFrom: $0) }
        if let root, let whole, whole.starts(with: root), whole.count > root.count {
            return ReportedPath(path: whole[root.count...].joined(separator: "/"), isAbsolute: false)
        }
        return ReportedPath(path: path.joined(separator: "/"), isAbsolute: isAbsolute)
    }
}

/// A file's path in a report.
struct ReportedPath: Equatable {
    /// Without the first slash of an absolute path.
    let path: String
    let isAbsolute: Bool

    var text: String { isAbsolute ? "/" + path : path }
}

extension ByteBuffer {
    /// A file's path as a URI reference (RFC 3986, 4.2). Colons in the first part of a relative path are
    /// escaped, since one would end a scheme.
    mutating func append(reference name: ReportedPath) {
        if name.isAbsolute { append("file:///") }
        let first = name.isAbsolute ? name.path.startIndex : name.path.firstIndex(of: "/") ?? name.path.endIndex
        for (index, part) in name.path[..<first].split(separator: ":", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { append("%3A") }
            append(percentEncoded: part)
        }
        append(percentEncoded: name.path[first...])
    }

    private mutating func append(percentEncoded part: Substring) {
        var part = part
        part.withUTF8 { append(percentEncodedPath: $0) }
    }
}

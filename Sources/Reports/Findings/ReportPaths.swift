import Base

/// What checked files are called in reports that other systems show beside their source: relative
/// to the root of the repository.
public struct ReportPaths: Equatable, Sendable {
    private let root: [Substring]?
    private let folder: [Substring]?

    /// `root` is the repository's and `folder` the working one, to which the command line's
    /// relative paths belong; both are absolute. Where the folder is unknown, it is the root.
    public init(root: String? = nil, folder: String? = nil) {
        self.root = root.map { pathNames(of: $0) }
        self.folder = folder.map { pathNames(of: $0) }
    }

    /// A file's name as a report has it.
    struct Name: Equatable {
        /// Without a slash in front, which `isAbsolute` stands for.
        let path: String
        let isAbsolute: Bool

        var text: String { isAbsolute ? "/" + path : path }
    }

    /// Links are not followed: `a/../b` is `b`, as browsers and repositories have it.
    func name(of file: String) -> Name {
        if file == "-" { return Name(path: "stdin", isAbsolute: false) }
        let isAbsolute = file.hasPrefix("/")
        let path = pathNames(of: file)
        let whole = isAbsolute ? path : (folder ?? root).map { pathNames(of: file, seenFrom: $0) }
        if let root, let whole, whole.starts(with: root), whole.count > root.count {
            return Name(path: whole[root.count...].joined(separator: "/"), isAbsolute: false)
        }
        return Name(path: path.joined(separator: "/"), isAbsolute: isAbsolute)
    }
}

extension ByteBuffer {
    /// A file's name as a reference to it (RFC 3986, 4.2): a colon in the first part of a relative
    /// path would be taken for the end of a scheme.
    mutating func append(reference name: ReportPaths.Name) {
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

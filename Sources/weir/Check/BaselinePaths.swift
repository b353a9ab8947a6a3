import Base
import Manifests

/// Files are named in a baseline by their paths relative to it, so that a run in another folder or on another
/// machine means the same files.
struct BaselinePaths: Sendable {
    /// The absolute path of the baseline's folder; nil if it is unknown.
    private let folder: [Substring]?
    /// The working folder.
    private let origin: [Substring]
    /// The names of the manifests of this run.
    private var checked: [String] = []

    init(besides baseline: [UInt8], seenFrom workingFolder: String?) {
        origin = pathNames(of: workingFolder ?? "/")
        let path = String(decoding: baseline, as: UTF8.self)
        let isKnown = workingFolder != nil || path.hasPrefix("/")
        folder = isKnown ? pathNames(of: path, seenFrom: path.hasPrefix("/") ? [] : origin).dropLast() : nil
    }

    /// Standard input keeps its name `-`.
    func name(of file: String) -> String {
        guard file != "-", let folder else { return file }
        let path = pathNames(of: file, seenFrom: file.hasPrefix("/") ? [] : origin)
        let shared = zip(folder, path).prefix { $0 == $1 }.count
        return (folder.dropFirst(shared).map { _ in ".." } + path.dropFirst(shared)).joined(separator: "/")
    }

    mutating func setChecked(_ manifests: [String]) { checked = manifests.map(name(of:)) }

    /// Whether a file is neither a manifest of this run nor the index or a page of one.
    func isUnchecked(_ name: String) -> Bool {
        let slash = name.lastIndex(of: "/")
        let folder = slash.map { name[..<$0] } ?? ""
        let last = slash.map { name[name.index(after: $0)...] } ?? name[...]
        let isPage = last == PageIndex.fileName || last.utf8.first.map { (0x30...0x39).contains($0) } ?? false
        return !checked.contains { $0 == name || (isPage && $0 == folder) }
    }
}

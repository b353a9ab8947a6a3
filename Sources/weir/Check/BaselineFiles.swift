import Base
import Manifests

/// What files are called in a baseline: by their paths from where it lies, so that a run from another
/// folder, or on another machine, means the same ones.
struct BaselineFiles: Sendable {
    /// The folder of the baseline, from the root on; nil where nobody knows where that is.
    private let folder: [Substring]?
    /// The working folder.
    private let origin: [Substring]
    /// The manifests that this run looks at, as they are called.
    private var checked: [String] = []

    init(besides baseline: [UInt8], seenFrom workingFolder: String?) {
        origin = pathNames(of: workingFolder ?? "/")
        let path = String(decoding: baseline, as: UTF8.self)
        let isKnown = workingFolder != nil || path.hasPrefix("/")
        folder = isKnown ? pathNames(of: path, seenFrom: path.hasPrefix("/") ? [] : origin).dropLast() : nil
    }

    /// Standard input is a file of its own name.
    func name(of file: String) -> String {
        guard file != "-", let folder else { return file }
        let path = pathNames(of: file, seenFrom: file.hasPrefix("/") ? [] : origin)
        let shared = zip(folder, path).prefix { $0 == $1 }.count
        return (folder.dropFirst(shared).map { _ in ".." } + path.dropFirst(shared)).joined(separator: "/")
    }

    mutating func look(at manifests: [String]) { checked = manifests.map(name(of:)) }

    /// Whether a file of that name is none of this run's manifests, nor the index or a page of one.
    func isUnchecked(_ name: String) -> Bool {
        let slash = name.lastIndex(of: "/")
        let folder = slash.map { name[..<$0] } ?? ""
        let last = slash.map { name[name.index(after: $0)...] } ?? name[...]
        let isPage = last == PageIndex.fileName || last.utf8.first.map { (0x30...0x39).contains($0) } ?? false
        return !checked.contains { $0 == name || (isPage && $0 == folder) }
    }
}

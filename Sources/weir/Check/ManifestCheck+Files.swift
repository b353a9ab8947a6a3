import Checks
import Ingest
import Manifests
import System

extension ManifestCheck {
    /// Reads and checks a file, a folder with an index, or standard input if the path is `-`.
    func check(_ path: [UInt8]) throws(MachineFailure) -> CheckedManifest {
        if path == Array("-".utf8) { return check("-", try StoredBytes.standardInput()) }
        let name = String(decoding: path, as: UTF8.self)
        guard try StoredBytes.isFolder(path) else { return check(name, try StoredBytes.file(path)) }
        let prefix = path.last == UInt8(ascii: "/") ? path : path + [UInt8(ascii: "/")]
        let names = try StoredBytes.pageNames(in: path)
        let index = try StoredBytes.page(prefix + Array(PageIndex.fileName.utf8))
        let existing = Set(names)
        return try check(folder: name, index: index, others: names) { file throws(MachineFailure) in
            existing.contains(file) ? try StoredBytes.page(prefix + Array(file.utf8)) : nil
        }
    }
}

import Glibc
import System

extension IngestSettings {
    /// Each output needs a place of its own, and only a new manifest may replace the catalogue. No output may replace
    /// a journal, even if the run uses no journal.
    func checkPlaces() throws(UsageError) {
        let standardOutput = Array("-".utf8)
        guard journal != standardOutput else { throw UsageError("--journal: a journal is a file, not standard output") }
        let read = catalogue == standardOutput ? nil : catalogue
        let places = [
            ("catalogue", read), ("manifest", output), ("report", report), ("metrics", metrics), ("journal", journal ?? defaultJournal),
        ]
        for (index, (name, path)) in places.enumerated() where name != "manifest" {
            guard let path, let other = places[..<index].first(where: { isSamePlace($0.1, path) }) else { continue }
            let place = path == standardOutput ? "go to standard output" : "be \(Argument(path).shown)"
            throw UsageError("the \(other.0) and the \(name) cannot both \(place)")
        }
    }

    /// The journal lies beside the manifest; nil if the manifest goes to a pipe or a device.
    var defaultJournal: [UInt8]? {
        guard let output, output != Array("-".utf8) else { return nil }
        let name = Array(".weir-journal".utf8)
        let slash = UInt8(ascii: "/")
        if pageSize != nil { return output + (output.last == slash ? [] : [slash]) + name }
        guard [nil, S_IFREG, S_IFDIR].contains(fileStatus(output).map { $0.st_mode & S_IFMT }) else { return nil }
        return output[..<(output.lastIndex(of: slash).map { $0 + 1 } ?? 0)] + name
    }
}

/// Whether two paths are spellings of one path, or lead to the same file.
func isSamePlace(_ left: [UInt8]?, _ right: [UInt8]) -> Bool {
    guard let left else { return false }
    if let one = fileStatus(left), let other = fileStatus(right), one.st_mode & S_IFMT == S_IFREG {
        return one.st_dev == other.st_dev && one.st_ino == other.st_ino
    }
    return names(of: left) == names(of: right)
}

/// The components of a path without the empty ones and the dots; the first component of an absolute path is empty.
private func names(of path: [UInt8]) -> [ArraySlice<UInt8>] {
    let slash = UInt8(ascii: "/")
    let names = path.split(separator: slash).filter { $0 != [UInt8(ascii: ".")] }
    return path.first == slash ? [[]] + names : names
}

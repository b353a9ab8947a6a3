import Glibc
import Manifests
import System

/// The pages of earlier indexes, which stay for clients that are walking one.
///
/// A hidden folder has everything that it needs: its own index, the earlier ones as `.index-1.json` (the last one before),
/// `.index-2.json` and so on, and the pages of all. A new folder gets second names or copies of the files that stay, so one
/// rename replaces pages and indexes together, and the files that do not stay are removed with the old folder.
enum KeptPages {
    /// Links the files that stay from the old folder into the new one, whose index is `new`. Returns the names of the pages.
    static func link(
        from old: OutputFolder, into set: OutputFolder, besides new: PageIndex, of count: Int
    ) throws(MachineFailure) -> [[UInt8]] {
        var names: Set<[UInt8]> = []
        var indexes = [new]
        var number = 0
        while indexes.count <= count {
            let name = number == 0 ? Array(PageIndex.fileName.utf8) : indexName(number)
            guard let index = index(name, in: old) else { break }
            number += 1
            // A run that changes nothing writes the same index again.
            guard !indexes.contains(index) else { continue }
            try link(name, from: old, into: set, as: indexName(indexes.count))
            for page in index.pages {
                for ending in ["", PageIndex.copyEnding] {
                    try link(Array((page.file + ending).utf8), from: old, into: set, &names)
                }
            }
            indexes.append(index)
        }
        return Array(names)
    }

    private static func indexName(_ number: Int) -> [UInt8] { Array(".index-\(number).json".utf8) }

    /// Whether a name is that of an earlier index.
    static func isIndexName(_ name: [UInt8]) -> Bool {
        let digits = name.dropFirst(".index-".utf8.count).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return Int(String(decoding: digits, as: UTF8.self)).map { indexName($0) == name } ?? false
    }

    /// An index whose pages may stay. Pages that are named by number alone may not, since every index has such names.
    private static func index(_ name: [UInt8], in folder: OutputFolder) -> PageIndex? {
        guard let index = folder.smallFile(name, atMost: PageFolder.largestIndex).flatMap(PageFolder.index),
            index.pages.allSatisfy({ PageIndex.hash(inName: $0.file) != nil })
        else { return nil }
        return index
    }

    private static func link(
        _ page: [UInt8], from old: OutputFolder, into set: OutputFolder, _ names: inout Set<[UInt8]>
    ) throws(MachineFailure) {
        // A new page of this name has the same content. There may be no compressed copy, or somebody may have removed a page.
        guard set.status(of: page) == nil, old.status(of: page)?.isRegular ?? false else { return }
        try link(page, from: old, into: set, as: page)
        names.insert(page)
    }

    private static func link(
        _ name: [UInt8], from old: OutputFolder, into set: OutputFolder, as newName: [UInt8]
    ) throws(MachineFailure) {
        // Some file systems have no second names, or not so many. A copy costs time and room only.
        guard old.link(name, into: set, as: newName) || old.copy(name, into: set, as: newName) else {
            throw .machine(
                "\(shown(old.path(of: name))) cannot be kept: \(errorText(errno)); --keep-indexes 1 keeps no earlier pages")
        }
    }
}

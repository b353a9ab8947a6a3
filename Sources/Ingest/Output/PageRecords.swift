import Base
import Manifests
import System

/// The traces of earlier runs in a folder of pages: its index, and indexes that are kept as hidden files.
///
/// A run that changes pages first stores its index as a record, `.index-7-0123456789abcdef.json`, whose name has a number and
/// a part of the hash of the content. So the run after a killed one knows which files the killed one may have made. Records of
/// earlier indexes stay as long as their pages do. Only what `index.json` or a whole record lists is ever removed.
struct PageRecords {
    private struct Record {
        let name: [UInt8]
        let number: Int
        let index: PageIndex
    }

    private let folder: OutputFolder
    /// In the order of their runs.
    private var records: [Record] = []
    /// The index in place; nil if there is none, or if it is damaged.
    let current: PageIndex?
    /// Hidden files with names of records that cannot be read, or that do not fit their names. Nothing is removed while there are
    /// any, since pages may be in use that only they list.
    private(set) var doubtful: [[UInt8]] = []
    private var nextNumber = 1

    init(in folder: OutputFolder, current: PageIndex?) {
        (self.folder, self.current) = (folder, current)
        for name in (folder.entries() ?? []).map(\.name) {
            guard let (number, hash) = PageRecords.parts(of: name) else { continue }
            nextNumber = max(nextNumber, number + 1)
            if let bytes = folder.smallFile(name, atMost: PageFolder.largestIndex), PageRecords.hash(of: bytes) == hash,
                let index = PageFolder.index(bytes)
            {
                records.append(Record(name: name, number: number, index: index))
            } else {
                doubtful.append(name)
            }
        }
        records.sort { $0.number < $1.number }
    }

    var isEmpty: Bool { records.isEmpty }

    /// All indexes whose pages may be in the folder.
    var indexes: [PageIndex] { records.map(\.index) + (current.map { [$0] } ?? []) }

    /// The last indexes that were in place before a new one, at most so many, the last one first. Their pages have hashes in
    /// their names, since every index has pages with the other names.
    func earlier(than new: PageIndex, atMost count: Int) -> [PageIndex] {
        var published = records.map(\.index)
        if let current {
            // Behind the record of the current index are those of killed runs.
            if let last = published.lastIndex(of: current) { published.removeSubrange(last...) }
            published.append(current)
        }
        var earlier: [PageIndex] = []
        for index in published.reversed() where index != new && !earlier.contains(index) {
            if earlier.count < count, index.pages.allSatisfy({ PageIndex.hash(inName: $0.file) != nil }) { earlier.append(index) }
        }
        return earlier
    }

    /// Stores an index, unless the last record is the same.
    mutating func store(_ index: PageIndex) throws(MachineFailure) {
        guard records.last?.index != index else { return }
        var text = ByteBuffer()
        index.write(to: &text)
        let name = Array(".index-\(nextNumber)-\(PageRecords.hash(of: text.bytes)).json".utf8)
        let file = try AtomicFile(name, in: folder)
        try text.withBytes { bytes throws(MachineFailure) in try file.write(bytes) }
        try file.commit()
        records.append(Record(name: name, number: nextNumber, index: index))
        nextNumber += 1
    }

    /// Removes the records of all other indexes, and all but the last record of each of these.
    func remove(except kept: [PageIndex]) {
        for (place, record) in records.enumerated()
        where !kept.contains(record.index) || records[(place + 1)...].contains(where: { $0.index == record.index }) {
            folder.removeFile(record.name)
        }
    }

    private static func hash(of bytes: [UInt8]) -> String {
        String(bytes.withUnsafeBytes { SHA256.hexDigest(of: $0) }.prefix(16))
    }

    /// The number and the hash in the name of a record.
    private static func parts(of name: [UInt8]) -> (number: Int, hash: String)? {
        let parts = String(decoding: name, as: UTF8.self).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == ".index", let number = Int(parts[1]), parts[2].hasSuffix(".json") else { return nil }
        let hash = parts[2].dropLast(".json".count)
        return hash.utf8.count == 16 && (1..<Int.max).contains(number) ? (number, String(hash)) : nil
    }
}

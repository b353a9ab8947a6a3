import Glibc
import Manifests
import System

/// The files of a manifest on the disk, compressed or not.
package enum StoredBytes {
    /// The largest file, since a whole file is held in memory.
    private static let most = 4 << 30

    package static func file(_ path: [UInt8]) throws(MachineFailure) -> [UInt8] {
        try bytes(InputFile(path))
    }

    /// Reads the index or a page of a folder.
    package static func page(_ path: [UInt8]) throws(MachineFailure) -> [UInt8] { try bytes(InputFile(plainFile: path)) }

    package static func standardInput() throws(MachineFailure) -> [UInt8] { try bytes(.standardInput) }

    private static func bytes(_ file: InputFile) throws(MachineFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        // One byte more than the file's length, so that the first read also finds the end.
        var block = file.length.map { max(0, min(Int($0), most)) + 1 } ?? 1 << 16
        while true {
            let piece = try file.read(upTo: block)
            if piece.isEmpty { return bytes }
            if bytes.isEmpty { bytes = piece } else { bytes += piece }
            guard bytes.count <= most else {
                throw .input("\(file.name): it has more than \(most >> 30) GiB, which is no manifest")
            }
            block = 1 << 16
        }
    }

    /// Whether a path leads to a folder.
    package static func isFolder(_ path: [UInt8]) throws(MachineFailure) -> Bool {
        guard let status = fileStatus(path) else { throw .unreadable(path, errno) }
        return status.isFolder
    }

    /// The names of all files in the folder of a manifest in pages, sorted.
    package static func pageNames(in folder: [UInt8]) throws(MachineFailure) -> [String] {
        let names = try names(in: folder)
        guard names.contains(PageIndex.fileName) else {
            throw .input("\(shown(folder)): the folder has no \(PageIndex.fileName), so there are no pages of a manifest in it")
        }
        return names
    }

    /// The sorted names of all files in a folder. Names that are not UTF-8 are left out, since no page has one, and so
    /// are links that lead nowhere, since a killed run may have left some.
    private static func names(in folder: [UInt8]) throws(MachineFailure) -> [String] {
        guard var entries = folderEntries(folder) else { throw .unreadable(folder, errno) }
        entries.removeAll { $0.kind == .link && fileStatus(folder + [UInt8(ascii: "/")] + $0.name) == nil }
        return entries.compactMap { String(validating: $0.name, as: UTF8.self) }.sorted()
    }
}

import Base
import Glibc
import System

/// The shop that `weir demo` unpacks: a catalogue and its pictures, some of which fail.
enum DemoShop {
    /// Fills a folder, which is made unless it exists. A folder that is not empty stays as it is.
    static func unpack(into path: [UInt8]) throws(MachineFailure) {
        let files = try unpacked()
        let folder = try emptyFolder(path)
        for file in files { try write(file.content, to: file.path, below: folder) }
    }

    /// The files, with their paths.
    static func unpacked() throws(MachineFailure) -> [(path: [UInt8], content: ArraySlice<UInt8>)] {
        let content = try content()
        var end = 0
        return DemoShopFiles.table.map { file in
            let start = end
            end += file.count
            return (file.path.withUTF8Buffer { Array($0) }, content[start..<end])
        }
    }

    /// The bytes of all files. A test holds them against the table.
    private static func content() throws(MachineFailure) -> [UInt8] {
        let damage = MachineFailure.machine("the shop in this program is damaged; install weir again")
        guard let packed = base64Decoded(DemoShopFiles.packed.withUTF8Buffer({ Array($0) })) else { throw damage }
        var reader = GzipReader()
        var content = ByteBuffer()
        do throws(GzipFailure) {
            try packed.withUnsafeBufferPointer { bytes throws(GzipFailure) in try reader.read(UnsafeRawBufferPointer(bytes), to: &content) }
            try reader.finish()
        } catch {
            throw damage
        }
        let bytes = content.withBytes { Array($0) }
        guard bytes.count == DemoShopFiles.table.reduce(0, { $0 + $1.count }) else { throw damage }
        return bytes
    }

    private static func emptyFolder(_ path: [UInt8]) throws(MachineFailure) -> OutputFolder {
        if let status = fileStatus(path), !status.isFolder {
            throw .input("\(Argument(path).shown) is no folder; name one that does not exist yet")
        }
        let folder = try OutputFolder.make(path).folder
        guard let entries = folder.entries() else { throw .unwritable(path, errno) }
        guard entries.isEmpty else {
            throw .input("\(Argument(path).shown) is not empty and stays as it is; name a folder that does not exist yet")
        }
        return folder
    }

    private static func write(_ content: ArraySlice<UInt8>, to path: [UInt8], below root: OutputFolder) throws(MachineFailure) {
        var folder = root
        let names = path.split(separator: UInt8(ascii: "/")).map { Array($0) }
        for name in names.dropLast() { folder = try folder.makeFolder(name) }
        let name = names.last ?? path
        let file = folder.createFile(name)
        guard file >= 0 else { throw .unwritable(folder.path(of: name), errno) }
        let isWritten = content.withUnsafeBufferPointer { writeAll($0, to: file) }
        let code = errno
        let isClosed = close(file) == 0
        guard isWritten && isClosed else { throw .unwritable(folder.path(of: name), isWritten ? errno : code) }
    }
}

import Base
import CResources
import Glibc
import System

/// The shop that `weir demo` unpacks: a catalogue and its pictures, some of which fail.
enum DemoShop {
    /// Fills a folder, which is made unless it exists. A folder that is not empty stays as it is.
    static func unpack(into path: [UInt8]) throws(MachineFailure) {
        let folder = try emptyFolder(path)
        for file in files { try write(file.content, to: file.path, below: folder) }
    }

    /// The files, with their paths.
    static var files: [(path: [UInt8], content: UnsafeBufferPointer<UInt8>)] {
        var files: [([UInt8], UnsafeBufferPointer<UInt8>)] = []
        var next = CResources_shop()
        while let file = next?.pointee, let path = file.path {
            files.append((Array(String(cString: path).utf8), UnsafeBufferPointer(start: file.bytes, count: file.count)))
            next = next?.successor()
        }
        return files
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

    private static func write(_ content: UnsafeBufferPointer<UInt8>, to path: [UInt8], below root: OutputFolder) throws(MachineFailure) {
        var folder = root
        let names = path.split(separator: UInt8(ascii: "/")).map { Array($0) }
        for name in names.dropLast() { folder = try folder.makeFolder(name) }
        let name = names.last ?? path
        let file = folder.createFile(name)
        guard file >= 0 else { throw .unwritable(folder.path(of: name), errno) }
        let isWritten = writeAll(content, to: file)
        let code = errno
        let isClosed = close(file) == 0
        guard isWritten && isClosed else { throw .unwritable(folder.path(of: name), isWritten ? errno : code) }
    }
}

import Base
import Glibc
import Manifests
import System

// The manifest that stands where the new one will be.
extension IngestPlan.Output {
    /// Whether there is a manifest at this place, readable or not. A pipe or a device is none.
    var hasManifest: Bool {
        guard let path else { return false }
        // The index may be lost.
        guard pageSize == nil else { return (folderEntries(path) ?? []).contains { PageIndex.isFileName($0.name) } }
        return fileStatus(path)?.isRegular ?? false
    }

    /// The files of the manifest that exists at this place.
    func standingFiles() throws(MachineFailure) -> [[UInt8]] {
        guard let path else { throw .input("standard output holds no manifest") }
        let files = pageSize == nil ? [path] : try PageIndex(in: path).pages.map { joined(path, Array($0.file.utf8)) }
        for file in files {
            var status = stat()
            // Opening a pipe would wait for a writer.
            guard withPath(file, { stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
                throw .input("\(shown(file)) is no file")
            }
        }
        return files
    }
}

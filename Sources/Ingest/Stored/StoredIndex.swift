import Base
import Manifests
import System

extension PageIndex {
    /// Reads the index in a folder of pages.
    package init(in folder: [UInt8]) throws(MachineFailure) {
        let path = joined(folder, Array(PageIndex.fileName.utf8))
        let bytes = try wholeFile(InputFile(plainFile: path))
        do throws(PageIndexFailure) {
            self = try bytes.withUnsafeBufferPointer { bytes throws(PageIndexFailure) in
                try PageIndex(UnsafeRawBufferPointer(bytes))
            }
        } catch {
            throw .input("\(shown(path)): \(error.message)")
        }
    }
}

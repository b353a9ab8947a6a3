import Base
import Glibc
import Manifests
import System

/// The compressed copy of a manifest in a single file, beside it.
///
/// A server sends the copy instead of the file if there is one. So the old copy is removed before the file is replaced, and
/// the new one comes last: there is never a copy of another content, and for a moment there is none.
final class CompressedManifest {
    private let copy: GzipOutput
    private let file: AtomicFile
    private let manifest: [UInt8]

    init(of path: [UInt8]) throws(MachineFailure) {
        manifest = path
        let path = CompressedManifest.path(of: path)
        try CompressedManifest.checkOwner(of: path)
        let file = try AtomicFile(replacing: path, isNamed: false)
        self.file = file
        copy = GzipOutput { bytes throws(MachineFailure) in try file.write(bytes) }
    }

    static func path(of manifest: [UInt8]) -> [UInt8] { manifest + Array(PageIndex.copyEnding.utf8) }

    /// A file that is no compressed manifest is another program's.
    private static func checkOwner(of path: [UInt8]) throws(MachineFailure) {
        guard let status = fileStatus(path), status.isRegular, status.size > 0 else { return }
        let isPacked = try InputFile(path).read(upTo: 2).withUnsafeBytes(GzipReader.recognises)
        guard isPacked && isManifest(path, isGzip: true) || isBlank(path) else {
            throw .input("\(shown(path)) is no compressed manifest, and is not written over; move it away")
        }
    }

    func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(MachineFailure) { try copy.write(bytes) }

    /// Completes both files, so that replacing them needs no room on the disk, and replaces them.
    func commit(with manifest: OutputFile) throws(MachineFailure) {
        try CompressedManifest.checkOwner(of: CompressedManifest.path(of: self.manifest))
        try copy.end()
        try file.prepare(like: fileStatus(self.manifest).flatMap { $0.isRegular ? $0 : nil })
        try manifest.prepare()
        try file.removeTarget()
        try manifest.commit()
        try file.commit()
    }
}

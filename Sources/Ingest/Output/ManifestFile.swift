import Base
import Glibc
import Manifests
import System

/// A file of a manifest, and its compressed copy if there is to be one. Files with the same bytes stay as they are.
///
/// A server sends the copy instead of the file if there is one. So the old copy is removed before the file is replaced, and
/// the new one comes last: there is never a copy of another content, and for a moment there is none.
final class ManifestFile {
    private let file: OutputFile
    private let copy: AtomicFile?
    private var gzip: GzipOutput?

    init(_ file: OutputFile, copy: AtomicFile?) {
        (self.file, self.copy) = (file, copy)
        gzip = copy.map { copy in GzipOutput { bytes throws(MachineFailure) in try copy.write(bytes) } }
    }

    /// A file in a folder of pages, which syncs all of its files together.
    convenience init(_ name: [UInt8], in folder: OutputFolder, isPrecompressed: Bool) throws(MachineFailure) {
        let copy = isPrecompressed ? try AtomicFile(name + ManifestFile.copyEnding, in: folder) : nil
        self.init(OutputFile(try AtomicFile(name, in: folder)), copy: copy)
    }

    static let copyEnding = Array(PageIndex.copyEnding.utf8)

    var isInPlace: Bool { file.isInPlace }
    /// Whether the files in place have these bytes; known after `prepare`.
    var isUnchanged: Bool { file.file?.isUnchanged ?? false && copy?.isUnchanged ?? true }
    var doubtfulLeftovers: [[UInt8]] { file.file?.doubtfulLeftovers ?? [] }

    func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(MachineFailure) {
        try file.write(bytes)
        try gzip?.write(bytes)
    }

    func rename(to name: [UInt8]) {
        file.file?.rename(to: name)
        copy?.rename(to: name + ManifestFile.copyEnding)
    }

    /// Completes both files, so that `commit` needs no room on the disk. New files get the permissions of `model`, and a first
    /// copy those of its file.
    func prepare(like model: stat? = nil) throws(MachineFailure) {
        try gzip?.end()
        gzip = nil
        try file.file?.prepare(like: model)
        try copy?.prepare(like: file.file?.target ?? model)
    }

    func commit() throws(MachineFailure) {
        if let copy, let file = file.file, !file.isUnchanged, !copy.isUnchanged { try copy.removeTarget() }
        try file.commit()
        try copy?.commit()
    }
}

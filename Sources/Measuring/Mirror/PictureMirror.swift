import Glibc
import ImageHeaders
import WeirBase
import WeirSystem

/// A folder of whole pictures, each under the hash of its content: `ab/cdef….jpg`. Each content is stored once, even
/// if several URLs lead to it.
///
/// Unfinished pictures lie in a folder inside, which belongs to one run at a time. A run that was killed leaves them
/// there, and the next run continues them. A picture stays there until the journal has its row.
final class PictureMirror: Sendable {
    private let root: OutputFolder
    /// The folder of this run's unfinished pictures, locked for the whole run.
    let partials: OutputFolder
    /// The identifier of this boot of the machine; empty if it is unknown. If the machine went down, the last bytes
    /// of a file may not have reached the disk, although the file has its full length.
    let boot: String
    private let probe: Locked<FileProbe>
    /// The names of the pictures that a killed run has left whole.
    private let leftovers: Set<[UInt8]>
    private let cancellation: Cancellation

    /// The largest number of runs that may share one mirror at a time.
    private static let mostRuns = 64

    init(_ path: [UInt8], limits: HeaderLimits, _ cancellation: Cancellation) throws(MachineFailure) {
        self.cancellation = cancellation
        root = try OutputFolder.make(path).folder
        partials = try PictureMirror.lockedFolder(in: root)
        boot = fileText("/proc/sys/kernel/random/boot_id")
        probe = Locked(FileProbe(limits: limits))
        leftovers = PictureMirror.sortLeftovers(in: partials, boot: boot)
    }

    deinit { partials.unlock() }

    private static func lockedFolder(in root: OutputFolder) throws(MachineFailure) -> OutputFolder {
        for number in 1...mostRuns {
            let folder = try root.makeFolder(name(ofPartials: number))
            if folder.lock() {
                takeParts(of: (1...mostRuns).filter { $0 != number }, in: root, into: folder)
                return folder
            }
            // A file system without locks would let two runs write the same files.
            guard errno == EWOULDBLOCK else { throw .machine("\(shown(folder.path)) cannot be locked: \(errorText(errno))") }
        }
        throw .machine("\(shown(root.path)): \(mostRuns) runs write to it already")
    }

    private static func name(ofPartials number: Int) -> [UInt8] { Array(".partial\(number == 1 ? "" : "-\(number)")".utf8) }

    /// Takes over the parts that killed runs have left in other folders. The folders stay, since another run may be about to lock one.
    private static func takeParts(of numbers: [Int], in root: OutputFolder, into partials: OutputFolder) {
        for number in numbers {
            guard let other = root.openFolder(name(ofPartials: number)), other.lock() else { continue }
            let names = Set((other.entries() ?? []).map { PartialNote.picture(ofNote: $0.name) ?? $0.name })
            for name in names.filter(PartialPicture.isName) {
                let files = [name, PartialNote.name(ofPicture: name)]
                let own = files.map { partials.contains($0) }
                guard !own.contains(nil) else { continue }
                // The part of this run's own folder is continued, if there is one.
                let isNew = !own.contains(true)
                for file in files { _ = isNew ? other.move(file, to: file, in: partials) : other.removeFile(file) }
            }
            other.unlock()
        }
    }

    /// Removes parts that are of no use, and returns the names of the whole pictures. Files with other names are somebody's. What
    /// cannot be read now may be of use to a later run.
    private static func sortLeftovers(in partials: OutputFolder, boot: String) -> Set<[UInt8]> {
        var whole: Set<[UInt8]> = []
        for name in (partials.entries() ?? []).map(\.name) {
            let picture = PartialNote.picture(ofNote: name) ?? name
            guard PartialPicture.isName(picture) else { continue }
            let status = partials.status(of: picture)
            guard status != nil || errno == ENOENT else { continue }
            let count = status.flatMap { UInt64(exactly: $0.st_size) }
            switch PartialNote.find(ofPicture: picture, in: partials, boot: boot) {
            case .version(let version):
                if count != nil, version.length == count {
                    whole.insert(picture)
                } else if count.flatMap(version.kept) == nil {
                    partials.removeFile(name)
                }
            case .ofNoUse: partials.removeFile(name)
            case .unreadable: break
            }
        }
        return whole
    }

    /// The picture of a URL that a killed run has left whole.
    func leftover(of url: [UInt8]) -> PartialPicture? {
        guard !leftovers.isEmpty, leftovers.contains(PartialPicture.name(of: url)) else { return nil }
        let picture = PartialPicture(url, in: self)
        return picture.isWhole ? picture : nil
    }

    /// Ends the run, since pictures cannot be stored, and returns the failure for the current picture.
    func fail(_ reason: MachineFailure) -> Failure {
        cancellation.cancel(reason)
        return Failure(.cancelled, "the picture cannot be stored")
    }

    /// Moves whole pictures to their final names. Their bytes are synced to the disk first: after a crash of the
    /// machine, no name may exist without its bytes. With `readingOld`, files that have been changed are replaced.
    func keep(_ pictures: [(PartialPicture, ImageFormat)], readingOld: Bool = false) throws(MachineFailure) -> [MirroredPicture] {
        if !pictures.isEmpty { try sync() }
        var kept: [MirroredPicture] = []
        for (picture, format) in pictures { kept.append(try keep(picture, format, readingOld: readingOld)) }
        return kept
    }

    private func keep(_ picture: PartialPicture, _ format: ImageFormat, readingOld: Bool) throws(MachineFailure) -> MirroredPicture {
        var mirrored = MirroredPicture(hash: picture.hash, bytes: picture.count)
        mirrored.isNew = readingOld ? read(mirrored, format) { _ in } == nil : !has(mirrored, format)
        if mirrored.isNew {
            let folder = try root.makeFolder(mirrored.folder)
            let name = mirrored.name(format)
            guard partials.move(picture.name, to: name, in: folder) else { throw .unwritable(folder.path(of: name), errno) }
        }
        picture.discard()
        return mirrored
    }

    /// Whether there is a file of the picture with the right length. Only whole pictures get a name, so another length is that of
    /// a file which was damaged later. A change that keeps the length is found by `read`, which costs more than all other work
    /// of a run in which nothing has changed.
    func has(_ picture: MirroredPicture, _ format: ImageFormat) -> Bool {
        root.status(of: picture.path(format)).map { $0.isRegular && UInt64($0.size) == picture.bytes } ?? false
    }

    /// Calls `body` with the open file of the picture; nil if there is none, or if its bytes have another hash.
    func read<Result>(_ picture: MirroredPicture, _ format: ImageFormat, _ body: (Int32) -> Result) -> Result? {
        guard has(picture, format) else { return nil }
        let file = root.open(picture.path(format), O_RDONLY | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var hasher = SHA256()
        _ = hasher.append(file: file, upTo: picture.bytes)
        return hasher.hexDigest == picture.hash ? body(file) : nil
    }

    /// The header of an open file among the unfinished pictures.
    func header(ofFile file: Int32) -> Result<ImageHeader, Failure> { probe.change { $0.header(ofFile: file) } }

    /// Syncs everything that was stored to the disk.
    func sync() throws(MachineFailure) {
        guard partials.syncFileSystem() else { throw .unwritable(root.path, errno) }
    }
}

/// A picture under its final name in the mirror.
package struct MirroredPicture: Sendable {
    /// SHA-256 in 64 hexadecimal digits.
    package let hash: String
    package let bytes: UInt64
    /// Whether the mirror did not have this content before.
    package fileprivate(set) var isNew = false
}

extension MirroredPicture {
    /// Takes a hash from a journal; nil if it is none. A journal is a file, and a change to it must not lead out of the mirror.
    init?(hash: [UInt8], bytes: UInt64) {
        guard hash.count == 64, hash.allSatisfy({ isDigit($0) || (0x61...0x66).contains($0) }) else { return nil }
        self.init(hash: String(decoding: hash, as: UTF8.self), bytes: bytes)
    }

    /// The two parts of its path in a mirror: `ab/cdef….jpg`.
    fileprivate var folder: [UInt8] { Array(hash.utf8.prefix(2)) }
    fileprivate func name(_ format: ImageFormat) -> [UInt8] {
        Array("\(hash.dropFirst(2)).\(format == .jpeg ? "jpg" : format.rawValue)".utf8)
    }

    fileprivate func path(_ format: ImageFormat) -> [UInt8] { folder + [UInt8(ascii: "/")] + name(format) }
}

/// The text of a small file; empty if it cannot be read.
private func fileText(_ path: String) -> String { smallFile(Array(path.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? "" }

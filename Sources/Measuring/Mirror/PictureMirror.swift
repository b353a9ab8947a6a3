import Base
import Glibc
import ImageHeaders
import System

/// A folder of whole pictures, each under the hash of its content: `ab/cdef….jpg`. Each content is stored once, even
/// if several URLs lead to it.
///
/// Unfinished pictures lie in a folder inside, which belongs to one run at a time. A run that was killed leaves them
/// there, and the next run continues them.
final class PictureMirror: Sendable {
    let path: [UInt8]
    /// The folder of this run's unfinished pictures.
    let partials: [UInt8]
    /// The identifier of this boot of the machine; empty if it is unknown. If the machine went down, the last bytes
    /// of a file may not have reached the disk, although the file has its full length.
    let boot: String
    let probe: HeaderProbe
    /// The folder of the partial pictures, open and locked for the whole run.
    private let lock: Int32
    /// The reason why pictures cannot be stored, which ends the run.
    private let failure = Locked<MachineFailure?>(nil)

    /// The largest number of runs that may share one mirror at a time.
    private static let mostRuns = 64

    init(_ path: [UInt8], limits: HeaderLimits) throws(MachineFailure) {
        self.path = path
        try makeFolder(path)
        (partials, lock) = try PictureMirror.lockedFolder(in: path)
        boot = fileText("/proc/sys/kernel/random/boot_id")
        probe = HeaderProbe(limits: limits)
        removeLeftovers()
    }

    deinit {
        // A child process that is just starting has a copy of the descriptor, which would keep the lock.
        flock(lock, LOCK_UN)
        close(lock)
    }

    private static func lockedFolder(in path: [UInt8]) throws(MachineFailure) -> ([UInt8], Int32) {
        for number in 1...mostRuns {
            let folder = path + Array("/.partial\(number == 1 ? "" : "-\(number)")".utf8)
            try makeFolder(folder)
            let file = withPath(folder) { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
            guard file >= 0 else { throw .unwritable(folder, errno) }
            if flock(file, LOCK_EX | LOCK_NB) == 0 { return (folder, file) }
            close(file)
        }
        throw .machine("\(shown(path)): \(mostRuns) runs write to it already")
    }

    /// Removes parts that cannot be continued.
    private func removeLeftovers() {
        for name in (folderEntries(partials) ?? []).map(\.name) {
            let picture = PartialNote.picture(ofNote: name) ?? name
            let note = PartialNote(ofPicture: partials + [slash] + picture, boot: boot)
            guard note == nil || !exists(partials + [slash] + picture) else { continue }
            removeFile(partials + [slash] + name)
        }
    }

    /// Notes why pictures cannot be stored, and returns the failure for the current picture.
    func fail(_ reason: MachineFailure) -> Failure {
        failure.change { $0 = $0 ?? reason }
        return Failure(.cancelled, "the picture cannot be stored")
    }

    /// Throws if a picture could not be stored.
    func check() throws(MachineFailure) { if let failure = failure.read({ $0 }) { throw failure } }

    /// Moves whole pictures to their final names. Their bytes are synced to the disk first: after a crash of the
    /// machine, no name may exist without its bytes.
    func keep(_ pictures: [(PartialPicture, ImageFormat)]) throws(MachineFailure) -> [MirroredPicture] {
        if !pictures.isEmpty { try sync() }
        var kept: [MirroredPicture] = []
        for (picture, format) in pictures { kept.append(try keep(picture, format)) }
        return kept
    }

    private func keep(_ picture: PartialPicture, _ format: ImageFormat) throws(MachineFailure) -> MirroredPicture {
        let hash = picture.hash
        let folder = path + [slash] + Array(hash.utf8.prefix(2))
        let target = folder + [slash] + Array(hash.utf8.dropFirst(2)) + Array(".\(format.suffix)".utf8)
        let mirrored = MirroredPicture(hash: hash, bytes: picture.count, isNew: fileSize(target) != picture.count)
        if mirrored.isNew {
            try makeFolder(folder)
            guard moveFile(picture.path, to: target) else { throw .unwritable(target, errno) }
        }
        picture.discard()
        return mirrored
    }

    /// Syncs everything that was stored to the disk.
    func sync() throws(MachineFailure) {
        guard syncFileSystem(of: lock) else { throw .unwritable(path, errno) }
    }
}

/// A picture under its final name in the mirror.
public struct MirroredPicture: Sendable {
    /// SHA-256 in 64 hexadecimal digits.
    public let hash: String
    public let bytes: UInt64
    /// Whether the mirror did not have this content before.
    public let isNew: Bool
}

/// Reads the headers of stored pictures.
///
/// `@unchecked Sendable`: only the fetcher uses it, on one thread.
final class HeaderProbe: @unchecked Sendable {
    private var probe: FileProbe

    init(limits: HeaderLimits) { probe = FileProbe(limits: limits) }

    func header(ofFile file: Int32) -> Result<ImageHeader, Failure> { probe.header(ofFile: file) }
}

extension ImageFormat {
    /// The file extension of stored pictures.
    fileprivate var suffix: String { self == .jpeg ? "jpg" : rawValue }
}

private var slash: UInt8 { UInt8(ascii: "/") }

/// nil if there is no file.
private func fileSize(_ path: [UInt8]) -> UInt64? {
    fileStatus(path).flatMap { $0.isRegular ? UInt64($0.size) : nil }
}

/// The text of a small file; empty if it cannot be read.
private func fileText(_ path: String) -> String { smallFile(Array(path.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? "" }

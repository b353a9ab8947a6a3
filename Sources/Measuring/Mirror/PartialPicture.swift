import Base
import Fetching
import Glibc
import ImageHeaders
import System

/// The file that holds a picture until the picture is whole. The bytes are hashed as they come.
///
/// `@unchecked Sendable`: one thread uses it at a time. The fetching thread makes it and uses it until the picture is
/// delivered, and then a thread of the decoders' lane takes it into the mirror.
final class PartialPicture: PictureStore, @unchecked Sendable {
    /// The name of the file among those of the mirror's unfinished pictures.
    let name: [UInt8]
    private(set) var kept: StoredPart?
    /// The note of the stored bytes, which is that of an earlier run until the store was opened.
    private(set) var note: PartialNote?
    /// The number of stored bytes.
    private(set) var count: UInt64 = 0
    private let mirror: PictureMirror
    private var hasher = SHA256()
    /// -1 while no bytes come. Many pictures wait at once, and a process can have only few files open.
    private var file: Int32 = -1

    /// Finds the part that an earlier run has left, and hashes it.
    init(_ url: [UInt8], in mirror: PictureMirror) {
        self.mirror = mirror
        name = PartialPicture.name(of: url)
        resume()
    }

    static func name(of url: [UInt8]) -> [UInt8] { Array(url.withUnsafeBytes { SHA256.hexDigest(of: $0) }.utf8) }

    static func isName(_ name: [UInt8]) -> Bool { name.count == 64 && name.allSatisfy("0123456789abcdef".utf8.contains) }

    deinit { close() }

    /// SHA-256 of the stored bytes, in 64 hexadecimal digits.
    var hash: String { hasher.hexDigest }

    /// The descriptor is negative if the file cannot be opened, or if it may be somebody else's.
    func openToRead() -> Int32 { openOwn(O_RDONLY) }

    /// A plain file with one name. A file with a second name may be another program's, and a pipe would wait.
    private func openOwn(_ flags: Int32) -> Int32 {
        let file = mirror.partials.open(name, flags | O_NONBLOCK)
        var status = stat()
        guard file >= 0, fstat(file, &status) != 0 || !status.isRegular || status.st_nlink != 1 else { return file }
        Glibc.close(file)
        errno = EEXIST
        return -1
    }

    /// For messages.
    var path: [UInt8] { mirror.partials.path(of: name) }

    private func resume() {
        guard let note = PartialNote(ofPicture: name, in: mirror.partials, boot: mirror.boot) else { return }
        let old = openToRead()
        guard old >= 0 else { return }
        defer { Glibc.close(old) }
        count = hasher.append(file: old, upTo: .max)
        self.note = note
        kept = note.part(count)
    }

    /// Whether an earlier run has stored all bytes of the picture.
    var isWhole: Bool { note?.isWhole(count) ?? false }

    // MARK: On the fetcher's thread

    func open(at offset: UInt64, _ version: PictureValidators) -> Failure? {
        close()
        kept = nil
        if offset == 0 {
            PartialNote.remove(ofPicture: name, in: mirror.partials)
            hasher = SHA256()
            count = 0
        }
        precondition(offset == count, "nothing is left out between what is stored and what comes")
        if offset == 0 {
            mirror.partials.removeFile(name)
            file = mirror.partials.createFile(name)
        } else {
            file = openOwn(O_RDWR)
        }
        guard file >= 0, let end = off_t(exactly: offset), ftruncate(file, end) == 0, lseek(file, end, SEEK_SET) == end
        else { return mirror.fail(.unwritable(path, errno)) }
        return offset == 0 ? write(PartialNote(version, boot: mirror.boot)) : nil
    }

    /// Without the boot, no later run could trust the bytes.
    private func write(_ note: PartialNote) -> Failure? {
        self.note = note
        guard !note.boot.isEmpty, !note.write(ofPicture: name, in: mirror.partials) else { return nil }
        return mirror.fail(.unwritable(path, errno))
    }

    /// Notes the length of a whole picture, if the server has not announced it.
    func noteLength(_ version: PictureValidators) {
        guard note?.total == nil else { return }
        PartialNote.remove(ofPicture: name, in: mirror.partials)
        _ = write(PartialNote(version, boot: mirror.boot))
    }

    func append(_ bytes: UnsafeRawBufferPointer) -> Failure? {
        guard bytes.withMemoryRebound(to: UInt8.self, { writeAll($0, to: file) }) else {
            return mirror.fail(.unwritable(path, errno))
        }
        hasher.append(bytes)
        count += UInt64(bytes.count)
        return nil
    }

    func header() -> Result<ImageHeader, Failure> { mirror.probe.header(ofFile: file) }

    func close() {
        if file >= 0 { Glibc.close(file) }
        file = -1
    }

    // MARK: When no more bytes come

    /// The time at which the last byte was stored.
    var storedAt: Int64 { mirror.partials.status(of: name).map { Int64($0.st_mtim.tv_sec) } ?? 0 }

    /// Keeps the stored bytes for the next run, if that run may be able to continue them.
    func leave(after failure: Failure) {
        let mayPass = switch failure.code {
        case .dns, .connect, .proxy, .tls, .timeout, .stalled, .httpStatus, .hostSuspended, .robots, .cancelled: true
        case .truncated: note?.total.map { count < $0 } ?? false
        default: false
        }
        let isOfUse = note?.part(count) != nil || isWhole
        if !mayPass || !isOfUse { discard() }
    }

    /// Removes the part and its note.
    func discard() {
        PartialNote.remove(ofPicture: name, in: mirror.partials)
        mirror.partials.removeFile(name)
    }
}

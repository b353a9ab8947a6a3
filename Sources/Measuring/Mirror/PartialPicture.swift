import Base
import Fetching
import Glibc
import ImageHeaders
import System

/// The file that holds a picture until the picture is whole. The bytes are hashed as they come.
///
/// `@unchecked Sendable`: one thread uses it at a time. The worker that orders the picture makes it, the fetcher's
/// thread uses it until the picture is delivered, and then the worker uses it again.
final class PartialPicture: PictureStore, @unchecked Sendable {
    /// The name of the file among those of the mirror's unfinished pictures.
    let name: [UInt8]
    private(set) var kept: StoredPart?
    /// The number of stored bytes.
    private(set) var count: UInt64 = 0
    private let mirror: PictureMirror
    private var hasher = SHA256()
    private var total: UInt64?
    /// -1 while no bytes come. Many pictures wait at once, and a process can have only few files open.
    private var file: Int32 = -1

    /// Finds the part that an earlier run has left, and hashes it.
    init(_ url: [UInt8], in mirror: PictureMirror) {
        self.mirror = mirror
        name = Array(url.withUnsafeBytes { SHA256.hexDigest(of: $0) }.utf8)
        resume()
    }

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
        // At least one byte is requested again, so that the server says whether the picture is still the same.
        let most = note.total.map { $0 - min($0, 1) } ?? .max
        count = hasher.append(file: old, upTo: most)
        total = note.total
        if count > 0 { kept = StoredPart(count: count, total: note.total, tag: note.tag) }
    }

    // MARK: On the fetcher's thread

    func open(at offset: UInt64, tag: String?, total: UInt64?) -> Failure? {
        close()
        kept = nil
        self.total = total
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
        if offset == 0, let tag, !mirror.boot.isEmpty {
            let note = PartialNote(tag: tag, total: total, boot: mirror.boot)
            guard note.write(ofPicture: name, in: mirror.partials) else { return mirror.fail(.unwritable(path, errno)) }
        }
        return nil
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

    // MARK: On the worker's thread

    /// Keeps the stored bytes for the next run, if that run may be able to continue them.
    func leave(after failure: Failure) {
        let mayPass = switch failure.code {
        case .dns, .connect, .proxy, .tls, .timeout, .stalled, .httpStatus, .hostSuspended, .robots, .cancelled: true
        case .truncated: total.map { count < $0 } ?? false
        default: false
        }
        if !mayPass || PartialNote(ofPicture: name, in: mirror.partials, boot: mirror.boot) == nil { discard() }
    }

    /// Removes the part and its note.
    func discard() {
        PartialNote.remove(ofPicture: name, in: mirror.partials)
        mirror.partials.removeFile(name)
    }
}

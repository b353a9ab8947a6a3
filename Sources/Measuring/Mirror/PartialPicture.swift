import Fetching
import Glibc
import ImageHeaders
import WeirBase
import WeirRecords
import WeirSystem

/// The file that holds a picture until the picture is whole. The bytes are hashed as they come.
///
/// `@unchecked Sendable`: one thread uses it at a time. The fetching thread makes it and uses it until the picture is
/// delivered, and then a thread of the decoders' lane takes it into the mirror.
final class PartialPicture: PictureStore, @unchecked Sendable {
    /// The name of the file among those of the mirror's unfinished pictures.
    let name: [UInt8]
    private(set) var kept: PictureValidators?
    /// The version of the stored bytes, which is that of a previous run until the store was opened.
    private(set) var version: PictureValidators?
    /// The number of stored bytes.
    private(set) var count: UInt64 = 0
    private let mirror: PictureMirror
    private var hasher = SHA256()
    /// -1 while no bytes come. Many pictures wait at once, and a process can have only few files open.
    private var file: Int32 = -1

    /// Finds the part that a previous run has left, and hashes it.
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
        guard case .version(let version) = PartialNote.find(ofPicture: name, in: mirror.partials, boot: mirror.boot) else { return }
        let old = openToRead()
        guard old >= 0 else { return }
        defer { Glibc.close(old) }
        count = hasher.append(file: old, upTo: .max)
        self.version = version
        kept = version.kept(behind: count)
    }

    /// Whether a previous run has stored all bytes of the picture.
    var isWhole: Bool { version?.length == count }

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
        return offset == 0 ? note(version) : nil
    }

    /// Without the boot, no later run could trust the bytes.
    private func note(_ version: PictureValidators) -> Failure? {
        self.version = version
        guard !mirror.boot.isEmpty, !PartialNote.write(version, ofPicture: name, in: mirror.partials, boot: mirror.boot) else { return nil }
        return mirror.fail(.unwritable(path, errno))
    }

    /// Notes the length of a whole picture, if the server has not announced it.
    func noteLength(_ version: PictureValidators) {
        guard self.version?.length == nil else { return }
        PartialNote.remove(ofPicture: name, in: mirror.partials)
        _ = note(version)
    }

    func append(_ bytes: UnsafeRawBufferPointer) -> Failure? {
        guard bytes.withMemoryRebound(to: UInt8.self, { writeAll($0, to: file) }) else {
            return mirror.fail(.unwritable(path, errno))
        }
        hasher.append(bytes)
        count += UInt64(bytes.count)
        return nil
    }

    func header() -> Result<ImageHeader, Failure> { mirror.header(ofFile: file) }

    func close() {
        if file >= 0 { Glibc.close(file) }
        file = -1
    }

    // MARK: When no more bytes come

    /// The time at which the last byte was stored.
    var storedAt: Int64 { mirror.partials.status(of: name).map { Int64($0.st_mtim.tv_sec) } ?? 0 }

    /// Keeps the stored bytes for the next run, if that run may be able to continue them.
    func leave(after failure: Failure) {
        // Nothing was stored. What an earlier run has left could not be read now, and may be of use to a later one.
        guard let version else { return }
        let mayPass =
            switch failure.code {
            case .dns, .connect, .proxy, .tls, .timeout, .stalled, .httpStatus, .hostSuspended, .robots, .cancelled, .unreadable, .notFound:
                true
            case .truncated: version.length.map { count < $0 } ?? false
            default: false
            }
        let isOfUse = version.kept(behind: count) != nil || isWhole
        if !mayPass || !isOfUse { discard() }
    }

    /// Removes the part and its note.
    func discard() {
        PartialNote.remove(ofPicture: name, in: mirror.partials)
        mirror.partials.removeFile(name)
    }
}

extension PictureValidators {
    /// The same of a picture of which so many bytes are stored, if a transfer can continue behind them: only a strong tag shows that the
    /// rest belongs to the same picture.
    func kept(behind count: UInt64) -> PictureValidators? {
        guard count > 0, count < length ?? .max, let tag = strongETag else { return nil }
        return PictureValidators(recorded: Array(tag.utf8), lastModified: nil, length: length, giver: giver)
    }
}

/// The file beside the stored bytes of a picture. It has the validators that came with them, without which the bytes could be another
/// picture's.
enum PartialNote {
    /// As far as the server has sent its validators.
    case version(PictureValidators)
    /// There is no note, or it is not whole, or was written before the last boot of the machine.
    case ofNoUse
    /// There may be a note, and a later run may be able to read it.
    case unreadable

    static func find(ofPicture name: [UInt8], in folder: OutputFolder, boot: String) -> PartialNote {
        let file = self.name(ofPicture: name)
        guard !boot.isEmpty, let text = folder.smallFile(file) else { return folder.contains(file) == false ? .ofNoUse : .unreadable }
        guard let value = try? text.withUnsafeBytes({ try JSONValue($0) }), value["boot"]?.string == boot else { return .ofNoUse }
        return .version(
            PictureValidators(
                recorded: value["tag"]?.string.map { Array($0.utf8) }, lastModified: value["lastModified"]?.string.map { Array($0.utf8) },
                length: value["total"]?.integer.flatMap(UInt64.init(exactly:)), giver: value["giver"]?.integer.map { Int64($0) }))
    }

    /// Returns whether the note was written. `boot` is that of the machine during which the bytes are stored.
    static func write(_ version: PictureValidators, ofPicture name: [UInt8], in folder: OutputFolder, boot: String) -> Bool {
        var text = ByteBuffer()
        text.object {
            $0.member("boot", json: boot)
            $0.member("tag", json: version.etag)
            $0.member("lastModified", json: version.lastModified)
            $0.member("total", version.length.map { Int(clamping: $0) })
            $0.member("giver", version.giver.map { Int($0) })
        }
        text.append("\n")
        let file = folder.createFile(self.name(ofPicture: name))
        guard file >= 0 else { return false }
        defer { close(file) }
        return text.withBytes { writeAll($0, to: file) }
    }

    static func remove(ofPicture name: [UInt8], in folder: OutputFolder) { folder.removeFile(self.name(ofPicture: name)) }

    static func name(ofPicture name: [UInt8]) -> [UInt8] { name + suffix }

    private static let suffix = Array(".json".utf8)

    /// The picture's name, if `name` is the name of a note.
    static func picture(ofNote name: [UInt8]) -> [UInt8]? {
        name.suffix(suffix.count).elementsEqual(suffix) ? name.dropLast(suffix.count) : nil
    }
}

extension SHA256 {
    /// Adds the bytes of an open file, from its position on, and returns their number. Ends early if the file cannot be read.
    mutating func append(file: Int32, upTo most: UInt64) -> UInt64 {
        var count: UInt64 = 0
        var block = [UInt8](repeating: 0, count: 1 << 17)
        while count < most {
            let wanted = Int(min(UInt64(block.count), most - count))
            let read = block.withUnsafeMutableBytes { block in
                let read = retryingInterrupts { Glibc.read(file, block.baseAddress, wanted) }
                if read > 0 { append(UnsafeRawBufferPointer(rebasing: block[..<read])) }
                return read
            }
            guard read > 0 else { break }
            count += UInt64(read)
        }
        return count
    }
}

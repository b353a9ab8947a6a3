import Base
import Fetching
import Glibc
import Records
import System

/// The facts that are needed to use the stored bytes of a picture in a later run. The note is a file beside the bytes.
/// Without the note, the bytes could belong to another picture.
struct PartialNote: Equatable {
    /// The entity tag, the date and the length of the picture, as far as the server has sent them.
    let tag: String?
    let lastModified: String?
    let total: UInt64?
    /// The boot of the machine during which the part was stored.
    let boot: String

    init(_ version: PictureValidators, boot: String) {
        (tag, lastModified, total) = (version.etag, version.lastModified, version.length)
        self.boot = boot
    }

    /// nil if there is no note, or if the note was written before the last boot of the machine.
    init?(ofPicture name: [UInt8], in folder: OutputFolder, boot: String) {
        guard !boot.isEmpty, let text = folder.smallFile(PartialNote.name(ofPicture: name)),
            let value = try? text.withUnsafeBytes({ try JSONValue($0) }),
            value["boot"]?.string == boot
        else { return nil }
        (tag, lastModified) = (value["tag"]?.string, value["lastModified"]?.string)
        total = value["total"]?.integer.flatMap(UInt64.init(exactly:))
        self.boot = boot
    }

    /// Whether the picture is whole if so many bytes are stored.
    func isWhole(_ count: UInt64) -> Bool { count == total }

    /// The stored bytes, if a transfer can continue behind them: only a strong tag shows that the rest belongs to the same
    /// picture.
    func part(_ count: UInt64) -> StoredPart? {
        let version = tag.flatMap { PictureValidators(etag: Array($0.utf8), lastModified: nil) }
        guard count > 0, count < total ?? .max, let tag = version?.strongETag else { return nil }
        return StoredPart(count: count, total: total, tag: tag)
    }

    /// Returns whether the note was written.
    func write(ofPicture name: [UInt8], in folder: OutputFolder) -> Bool {
        var text = ByteBuffer()
        text.object {
            $0.member("boot", json: boot)
            $0.member("tag", json: tag)
            $0.member("lastModified", json: lastModified)
            $0.member("total", total.map { Int(clamping: $0) })
        }
        text.append("\n")
        let file = folder.createFile(PartialNote.name(ofPicture: name))
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

import Base
import Glibc
import Records
import System

/// The facts that are needed to continue a picture that is stored in part. The note is a file beside the part.
/// Without the note, the part could belong to another picture.
struct PartialNote: Equatable {
    /// The strong entity tag of the picture.
    let tag: String
    let total: UInt64?
    /// The boot of the machine during which the part was stored.
    let boot: String

    init(tag: String, total: UInt64?, boot: String) {
        self.tag = tag
        self.total = total
        self.boot = boot
    }

    /// nil if there is no note, or if the note was written before the last boot of the machine.
    init?(ofPicture name: [UInt8], in folder: OutputFolder, boot: String) {
        guard !boot.isEmpty, let text = folder.smallFile(name + PartialNote.suffix),
            let value = try? text.withUnsafeBytes({ try JSONValue($0) }),
            let tag = value["tag"]?.string, value["boot"]?.string == boot
        else { return nil }
        self.init(tag: tag, total: value["total"]?.integer.flatMap(UInt64.init(exactly:)), boot: boot)
    }

    /// Returns whether the note was written.
    func write(ofPicture name: [UInt8], in folder: OutputFolder) -> Bool {
        var text = ByteBuffer()
        text.append("{\"tag\":")
        text.append(json: tag)
        if let total {
            text.append(",\"total\":")
            text.append(Int(clamping: total))
        }
        text.append(",\"boot\":")
        text.append(json: boot)
        text.append("}\n")
        let file = folder.createFile(name + PartialNote.suffix)
        guard file >= 0 else { return false }
        defer { close(file) }
        return text.withBytes { writeAll($0, to: file) }
    }

    static func remove(ofPicture name: [UInt8], in folder: OutputFolder) { folder.removeFile(name + suffix) }

    private static let suffix = Array(".json".utf8)

    /// The picture's name, if `name` is the name of a note.
    static func picture(ofNote name: [UInt8]) -> [UInt8]? {
        name.suffix(suffix.count).elementsEqual(suffix) ? name.dropLast(suffix.count) : nil
    }
}

import Records
import Base

extension EntryBatch {
    /// The subject of a finding about a whole entry, or about a key that it lacks.
    func subject(_ entry: Entry, lacking key: EntryKey? = nil) -> FindingSubject {
        let place = TextRange(entry.place.start, count: min(entry.place.count, 1))
        return FindingSubject(
            place: place, quotation: owner?.place ?? entry.place, pointer: pointer(to: entry.number), entry: owner?.number ?? entry.number,
            img: printableImg(text(img(of: entry))),
            field: key.map { $0.text.description })
    }

    /// The subject of a finding about the value of a member.
    func subject(_ entry: Entry, valueOf member: RecordBatch.Field) -> FindingSubject {
        subject(entry, member, at: member.valueRange)
    }

    /// The subject of a finding about the key of a member.
    func subject(_ entry: Entry, keyOf member: RecordBatch.Field) -> FindingSubject {
        subject(entry, member, at: member.keyRange)
    }

    /// The pointer to the entry, or further picture, with this number.
    func pointer(to number: Int) -> String { owner.map { "/\($0.number)/\(EntryKey.images.text)/\(number)" } ?? "/\(number)" }

    private func subject(_ entry: Entry, _ member: RecordBatch.Field, at place: TextRange) -> FindingSubject {
        let key = texts.string(member.key)
        return FindingSubject(
            place: place, pointer: "\(pointer(to: entry.number))/\(pointerToken(key))", entry: owner?.number ?? entry.number,
            img: printableImg(text(img(of: entry))), field: key)
    }
}

/// A key in a JSON pointer (RFC 6901, 3).
private func pointerToken(_ key: String) -> String {
    guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return key }
    return key.reduce(into: "") { $0 += $1 == "~" ? "~0" : $1 == "/" ? "~1" : String($1) }
}

/// An img for findings, without its password.
func printableImg(_ img: UnsafeBufferPointer<UInt8>) -> String? {
    guard !img.isEmpty else { return nil }
    guard img.contains(UInt8(ascii: "@")) else { return String(decoding: img, as: UTF8.self) }
    return String(decoding: withoutCredentials(Array(img)), as: UTF8.self)
}

/// A text for messages, on one line and at most 60 characters long.
func quoted(_ text: UnsafeBufferPointer<UInt8>) -> String {
    let longest = 60
    var shown = ""
    var count = 0
    for character in String(decoding: text.prefix(longest * 4), as: UTF8.self).unicodeScalars {
        guard count < longest else { return "`\(shown)…`" }
        shown += String(character).visible
        count += 1
    }
    return text.count > longest * 4 ? "`\(shown)…`" : "`\(shown)`"
}

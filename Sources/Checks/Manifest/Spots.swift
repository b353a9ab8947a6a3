import Records
import Base

extension EntryBatch {
    /// An entry as a whole; or a key that it lacks.
    func spot(_ entry: Entry, lacking key: EntryKey? = nil) -> FindingCollector.Spot {
        let place = TextRange(entry.place.start, count: min(entry.place.count, 1))
        return FindingCollector.Spot(
            place: place, pointer: "/\(entry.number)", entry: entry.number, img: shownImg(text(img(of: entry))),
            field: key.map { $0.text.description })
    }

    /// The value of a member.
    func spot(_ entry: Entry, valueOf member: RecordBatch.Field) -> FindingCollector.Spot {
        spot(entry, member, at: member.valueRange)
    }

    /// The key of a member.
    func spot(_ entry: Entry, keyOf member: RecordBatch.Field) -> FindingCollector.Spot {
        spot(entry, member, at: member.keyRange)
    }

    private func spot(_ entry: Entry, _ member: RecordBatch.Field, at place: TextRange) -> FindingCollector.Spot {
        let key = texts.string(member.key)
        return FindingCollector.Spot(
            place: place, pointer: "/\(entry.number)/\(pointerToken(key))", entry: entry.number,
            img: shownImg(text(img(of: entry))), field: key)
    }
}

/// A key as a JSON pointer has it (RFC 6901, 3).
private func pointerToken(_ key: String) -> String {
    guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return key }
    return key.reduce(into: "") { $0 += $1 == "~" ? "~0" : $1 == "/" ? "~1" : String($1) }
}

/// A picture as a finding names it: passwords are nobody's to print.
func shownImg(_ img: UnsafeBufferPointer<UInt8>) -> String? {
    guard !img.isEmpty else { return nil }
    guard img.contains(UInt8(ascii: "@")) else { return String(decoding: img, as: UTF8.self) }
    return String(decoding: withoutCredentials(Array(img)), as: UTF8.self)
}

/// A text as a message quotes it: on one line, and not longer than people read.
func quoted(_ text: UnsafeBufferPointer<UInt8>) -> String {
    let longest = 60
    var shown = ""
    var count = 0
    for character in String(decoding: text.prefix(longest * 4), as: UTF8.self).unicodeScalars {
        guard count < longest else { return "`\(shown)…`" }
        shown += character.value < 0x20 || (0x7F...0x9F).contains(character.value) ? "\u{FFFD}" : String(character)
        count += 1
    }
    return text.count > longest * 4 ? "`\(shown)…`" : "`\(shown)`"
}

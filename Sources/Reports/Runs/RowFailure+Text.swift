import Base
import Ingest

extension RowFailure {
    /// The failure in one word, which scripts rely on.
    package var word: String { code?.rawValue ?? "broken-row" }

    /// One line for people.
    package func appendLine(to output: inout ByteBuffer) {
        output.append("row ")
        output.append(row)
        output.append(" (line ")
        output.append(line)
        if let column {
            output.append(", column ")
            output.append(column)
        }
        output.append("): ")
        if !img.isEmpty {
            img.withUnsafeBufferPointer(shownPictureName).withUnsafeBufferPointer { output.append(escaping: $0) }
            output.append(": ")
        }
        output.append(word)
        output.append(": ")
        output.append(message.visible)
        output.append(isStale ? "; its last size stays\n" : "\n")
    }

    /// The members of an object in JSON, without its braces.
    package func appendMembers(to output: inout ByteBuffer) {
        output.member("row", row)
        output.member("line", line)
        output.member("column", column)
        output.member("img", visible: img)
        output.member("code", json: word)
        output.member("message", visible: message)
        output.member("attempts", attempts)
        if isStale { output.member("stale", true) }
        output.member("new", isNew)
    }
}

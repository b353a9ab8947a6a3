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
        output.append("\"row\":")
        output.append(row)
        output.append(",\"line\":")
        output.append(line)
        if let column {
            output.append(",\"column\":")
            output.append(column)
        }
        output.append(",\"img\":")
        img.withUnsafeBufferPointer { output.append(visibleJSON: $0) }
        output.append(",\"code\":")
        output.append(json: word)
        output.append(",\"message\":")
        output.append(visibleJSON: message)
        output.append(",\"attempts\":")
        output.append(attempts)
        if isStale { output.append(",\"stale\":true") }
        if let isNew { output.append(isNew ? ",\"new\":true" : ",\"new\":false") }
    }
}

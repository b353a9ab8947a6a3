import Base
import Pixels

extension JournalRow {
    /// Appends one line of JSON Lines. The order of the keys is fixed, and unknown values are left out.
    /// Times are Unix seconds.
    public func appendLine(to output: inout ByteBuffer) {
        output.append(isFile ? "{\"path\":" : "{\"url\":")
        name.withUnsafeBufferPointer { output.append(jsonPath: $0) }
        if let header = record.header {
            output.append("w", header.displayed.width)
            output.append("h", header.displayed.height)
            output.append("stored_w", header.stored.width)
            output.append("stored_h", header.stored.height)
            output.append("orientation", header.orientation.rawValue)
            output.append("format", text: Array(header.format.rawValue.utf8))
            output.append("colour", text: header.traits.colours.map { Array($0.rawValue.utf8) })
            output.append("depth", header.traits.depth)
            output.append("alpha", header.traits.hasAlpha)
            output.append("animated", header.traits.isAnimated)
            if header.traits.isSizedByViewBox { output.append("sizeFrom", text: Array("viewBox".utf8)) }
        }
        output.append("bytes", record.bytes.map { Int($0) })
        output.append("header_end", record.headerEnd.map { Int($0) })
        output.append("etag", text: record.validators.entityTag)
        output.append("last_modified", text: record.validators.lastModified)
        output.append("sha256", text: record.sha256)
        output.append("moved_to", text: record.move?.address)
        output.append("moved_at", record.move.map { Int($0.time) })
        output.append("asked", Int(record.asked))
        output.append("succeeded", record.succeeded.map { Int($0) })
        if let streak = record.streak {
            output.append("code", text: Array(streak.failure.code.rawValue.utf8))
            output.append("message", text: Array(streak.failure.message.utf8))
            output.append("status", streak.status)
            output.append("failures", streak.count)
            output.append("retry_at", Int(streak.retryAt))
        }
        if let placeholders {
            for key in Placeholders.Key.allCases {
                guard let text = placeholders.placeholders[key] else { continue }
                output.append(",\"")
                output.append(key.rawValue)
                output.append("\":")
                output.append(json: text)
            }
            output.append("undecoded", text: placeholders.failure.map { Array($0.message.utf8) })
        }
        output.append("}\n")
    }
}

extension ByteBuffer {
    fileprivate mutating func append(_ name: StaticString, _ number: Int?) {
        guard let number else { return }
        append(name: name)
        append(number)
    }

    fileprivate mutating func append(_ name: StaticString, _ flag: Bool?) {
        guard let flag else { return }
        append(name: name)
        append(flag ? "true" : "false")
    }

    /// A server's text may not be UTF-8. Invalid bytes become U+FFFD.
    fileprivate mutating func append(_ name: StaticString, text: [UInt8]?) {
        guard let text else { return }
        append(name: name)
        text.withUnsafeBufferPointer { append(visibleJSON: $0) }
    }

    private mutating func append(name: StaticString) {
        append(",\"")
        append(name)
        append("\":")
    }
}

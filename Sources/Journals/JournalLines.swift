import Base
import Pixels

extension JournalRow {
    /// Appends one line of JSON Lines. The order of the keys is fixed, and unknown values are left out.
    /// Times are Unix seconds.
    public func appendLine(to output: inout ByteBuffer) {
        output.append("{")
        output.member(isFile ? "path" : "url") { output in name.withUnsafeBufferPointer { output.append(jsonPath: $0) } }
        if let header = record.header {
            output.member("w", header.displayed.width)
            output.member("h", header.displayed.height)
            output.member("stored_w", header.stored.width)
            output.member("stored_h", header.stored.height)
            output.member("orientation", header.orientation.rawValue)
            output.member("format", visible: header.format.name)
            output.member("colorModel", json: header.traits.colours?.rawValue)
            output.member("depth", header.traits.depth)
            output.member("alpha", header.traits.hasAlpha)
            output.member("animated", header.traits.isAnimated)
            if header.traits.isSizedByViewBox { output.member("sizeFrom", json: "viewBox") }
        }
        output.member("bytes", record.bytes.map { Int($0) })
        output.member("header_end", record.headerEnd.map { Int($0) })
        output.member("etag", visible: record.validators.entityTag)
        output.member("last_modified", visible: record.validators.lastModified)
        output.member("sha256", visible: record.sha256)
        output.member("moved_to", visible: record.move?.address)
        output.member("moved_at", record.move.map { Int($0.time) })
        output.member("asked", Int(record.asked))
        output.member("succeeded", record.succeeded.map { Int($0) })
        if let streak = record.streak {
            output.member("code", visible: streak.failure.code.rawValue)
            output.member("message", visible: streak.failure.message)
            output.member("status", streak.status)
            output.member("failures", streak.count)
            output.member("retry_at", Int(streak.retryAt))
        }
        if let placeholders {
            for key in Placeholders.Key.allCases {
                guard let text = placeholders.placeholders[key] else { continue }
                output.member(named: key.rawValue) { $0.append(json: text) }
            }
            output.member("undecoded", visible: placeholders.failure?.message)
        }
        output.append("}\n")
    }
}

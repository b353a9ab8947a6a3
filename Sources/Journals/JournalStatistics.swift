import Pixels
import WeirBase
import WeirSystem

/// The numbers that describe a journal's content.
public struct JournalStatistics: Equatable, Sendable {
    /// All pictures, whatever their last result.
    public var pictures = 0
    /// Pictures whose last result is a size.
    public var ok = 0
    /// Pictures with a known size, including those that failed later.
    public var sized = 0
    /// Pictures whose last result is a failure, counted by code and sorted by the codes' names.
    public var failed: [Count] = []
    /// Failed pictures that a run would request again now.
    public var due = 0
    /// Pictures with placeholders.
    public var withPlaceholders = 0
    /// Pictures of which the pixels cannot be decoded.
    public var undecoded = 0
    /// The time of the last request, in Unix seconds; nil in an empty journal.
    public var lastAsked: Int64?
    /// The length of the file and of SQLite's log together.
    public var bytes: Int64 = 0

    /// How many pictures have one code.
    public struct Count: Equatable, Sendable {
        /// The code of their last failure.
        public let code: Failure.Code
        /// How many pictures have it; at least 1.
        public let pictures: Int
    }
}

extension Journal {
    /// Counts the rows that fit their checksums. `now` is in Unix seconds, and decides which pictures are due.
    public func statistics(at now: Int64, _ policy: RetryPolicy = RetryPolicy()) throws(JournalFailure) -> JournalStatistics {
        var statistics = try state.change { state throws(JournalFailure) in try state.connection.statistics(at: now, policy) }
        for suffix in ["", "-wal"] { statistics.bytes += fileStatus(path + Array(suffix.utf8))?.size ?? 0 }
        return statistics
    }
}

extension Connection {
    fileprivate func statistics(at now: Int64, _ policy: RetryPolicy) throws(JournalFailure) -> JournalStatistics {
        var statistics = JournalStatistics()
        // This condition must agree with `RetryPolicy.isOver`.
        let groups = try prepare(
            """
            SELECT failure, count(*), count(*) FILTER (WHERE retry_at <= ?1 OR asked > ?1 OR retry_at > ?1 + ?2),
                count(*) FILTER (WHERE dimensions != 0), max(asked)
            FROM pictures WHERE \(RowChecksum.fits) GROUP BY failure ORDER BY failure
            """)
        groups.bind(1, now)
        groups.bind(2, policy.longest)
        while try groups.step() {
            let count = Int(groups.integer(1) ?? 0)
            statistics.pictures += count
            statistics.sized += Int(groups.integer(3) ?? 0)
            if let asked = groups.integer(4) { statistics.lastAsked = max(asked, statistics.lastAsked ?? asked) }
            guard let name = groups.text(0) else {
                statistics.ok += count
                continue
            }
            statistics.due += Int(groups.integer(2) ?? 0)
            guard let code = Failure.Code(rawValue: String(decoding: name, as: UTF8.self)) else { continue }
            statistics.failed.append(JournalStatistics.Count(code: code, pictures: count))
        }
        let placeholders = try prepare(
            "SELECT count(*) FILTER (WHERE failure IS NULL), count(failure) FROM placeholders WHERE \(PlaceholderRows.fits)")
        if try placeholders.step() {
            (statistics.withPlaceholders, statistics.undecoded) = (Int(placeholders.number(0)), Int(placeholders.number(1)))
        }
        return statistics
    }
}

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
            output.member("format", visible: header.format.rawValue)
            output.member("colorModel", json: header.traits.colors?.rawValue)
            output.member("depth", header.traits.depth)
            output.member("alpha", header.traits.hasAlpha)
            output.member("animated", header.traits.isAnimated)
            if header.traits.isSizedByViewBox { output.member("sizeFrom", json: "viewBox") }
        }
        output.member("bytes", record.bytes.map { Int($0) })
        output.member("header_end", record.headerEnd.map { Int($0) })
        output.member("etag", visible: record.entityTag)
        output.member("last_modified", visible: record.lastModified)
        output.member("sha256", visible: record.sha256)
        // Earlier versions have kept signatures.
        output.member("moved_to", visible: record.move.map { withoutQuery($0.address) })
        output.member("moved_at", record.move.map { Int($0.time) })
        output.member("max_age", record.maxAge.map { Int($0) })
        output.member("outdated_until", record.outdatedUntil.map { Int($0) })
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

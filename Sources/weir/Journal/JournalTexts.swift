import Base
import Journals

extension JournalStatistics {
    /// For people: a line for each number.
    var text: String {
        var rows = [("pictures", "\(pictures)"), ("with a size", "\(sized)"), ("failing", "\(pictures - ok)")]
        rows += failed.map { ("  \($0.code.rawValue)", "\($0.pictures)") }
        if withPlaceholders + undecoded > 0 { rows += [("with placeholders", "\(withPlaceholders)"), ("cannot be decoded", "\(undecoded)")] }
        rows += [("due now", "\(due)"), ("last asked", lastAsked.map { calendarTime($0) } ?? "never"), ("bytes", "\(bytes)")]
        let column = rows.map(\.0.count).max() ?? 0
        return rows.map { name, value in name + String(repeating: " ", count: column - name.count + 2) + value + "\n" }.joined()
    }

    /// For programs: one object on one line. Times are Unix seconds.
    func append(jsonTo output: inout ByteBuffer) {
        output.object { output in
            output.member("pictures", pictures)
            output.member("with_size", sized)
            output.member("failing", pictures - ok)
            output.object("failures") { output in
                for code in failed { output.member(named: code.code.rawValue) { $0.append(code.pictures) } }
            }
            output.member("with_placeholders", withPlaceholders)
            output.member("undecoded", undecoded)
            output.member("due", due)
            output.member("last_asked", lastAsked.map { Int($0) })
            output.member("bytes", Int(bytes))
        }
        output.append("\n")
    }
}

extension JournalRow {
    /// For people: why a picture failed, on one line.
    func appendFailure(at now: Int64, to output: inout ByteBuffer) {
        guard let streak = record.streak else { return }
        name.withUnsafeBufferPointer { output.append(escaping: $0) }
        let isDue = RetryPolicy().isOver(retryAt: streak.retryAt, asked: record.asked, at: now)
        output.append(": ")
        output.append(streak.failure.code.rawValue)
        output.append(": ")
        // A message may repeat what a server said.
        Array(streak.failure.message.utf8).withUnsafeBufferPointer { output.append(escaping: $0) }
        output.append(streak.count == 1 ? " (once" : " (\(streak.count) times in a row")
        output.append(isDue ? ", asked again in the next run)\n" : ", not asked again before \(calendarTime(streak.retryAt)))\n")
    }
}

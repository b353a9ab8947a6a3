import Glibc
import Journals
import Measuring
import WeirBase
import WeirSystem

extension JournalOptions {
    func run() throws(MachineFailure) -> ExitStatus {
        let inspection = JournalInspection(journal)
        switch action {
        case .check: return try inspection.check()
        case .stats: try inspection.printStatistics(asJSON: format == .json)
        case .failures: try inspection.printFailures(asLines: format == .jsonl)
        case .forget: try inspection.forget(pattern ?? Array("*".utf8), leastAge: leastAge)
        case .export: try inspection.export()
        case nil: break
        }
        return .ok
    }
}

/// The actions of `weir journal` on one journal.
private struct JournalInspection {
    private let path: [UInt8]
    private let now = Int64(time(nil))

    private static let blockSize = 1 << 16

    init(_ path: [UInt8]) { self.path = path }

    private var name: String { Argument(path).shown }

    func check() throws(MachineFailure) -> ExitStatus {
        let (findings, pictures) = try asking { () throws(JournalFailure) -> ([String], Int) in
            do throws(JournalFailure) {
                let journal = try Journal(path, .reading)
                let findings = try journal.check().map { "\(name): \($0)" }
                return (findings, findings.isEmpty ? try journal.statistics(at: now).pictures : 0)
            } catch {
                guard error.kind == .damaged else { throw error }
                return ([error.reason], 0)
            }
        }
        guard findings.isEmpty else {
            try StandardStream.output.write(findings.map { $0.visible + "\n" }.joined())
            return .findings
        }
        try StandardStream.output.write("\(name) is whole: \(pictures) \(pictures == 1 ? "picture" : "pictures")\n")
        return .ok
    }

    func printStatistics(asJSON: Bool) throws(MachineFailure) {
        let statistics = try asking { () throws(JournalFailure) in try Journal(path, .reading).statistics(at: now) }
        try StandardStream.output.write { if asJSON { statistics.append(jsonTo: &$0) } else { $0.append(statistics.text) } }
    }

    func printFailures(asLines: Bool) throws(MachineFailure) {
        try printRows(.failed) { row, output in
            if asLines { row.appendLine(to: &output) } else { row.appendFailure(at: now, to: &output) }
        }
    }

    func export() throws(MachineFailure) {
        try printRows(.all) { row, output in row.appendLine(to: &output) }
    }

    private func printRows(
        _ selection: JournalRows.Selection, _ append: (JournalRow, inout ByteBuffer) -> Void
    ) throws(MachineFailure) {
        var rows = try asking { () throws(JournalFailure) in try Journal(path, .reading).rows(selection) }
        var output = ByteBuffer()
        while let row = try asking({ () throws(JournalFailure) in try rows.next() }) {
            append(row, &output)
            guard output.count >= Self.blockSize else { continue }
            try StandardStream.output.write(output.bytes)
            output.removeAll()
        }
        try StandardStream.output.write(output.bytes)
    }

    func forget(_ pattern: [UInt8], leastAge: Int64?) throws(MachineFailure) {
        // The file is first opened for reading, so that no lock file is made beside another program's file.
        _ = try asking { () throws(JournalFailure) in try Journal(path, .reading) }
        let lock: RunLock
        do throws(RunLockFailure) {
            lock = try RunLock(of: path, startedAt: now)
        } catch {
            let failure = MachineFailure(error, of: path)
            throw MachineFailure(kind: failure.kind, message: failure.message)
        }
        let forgotten = try withExtendedLifetime(lock) { () throws(MachineFailure) in
            try asking { () throws(JournalFailure) in
                try Journal(path, .writing).forget(pattern, askedBefore: leastAge.map { now - $0 } ?? .max)
            }
        }
        try StandardStream.output.write("\(name) forgot \(forgotten) \(forgotten == 1 ? "picture" : "pictures")\n")
    }

    private func asking<Answer: ~Copyable>(_ question: () throws(JournalFailure) -> Answer) throws(MachineFailure) -> Answer {
        do throws(JournalFailure) {
            return try question()
        } catch {
            throw MachineFailure(kind: MachineFailure(error).kind, message: error.reason + (error.remedy.map { "; \($0)" } ?? ""))
        }
    }
}

extension JournalFailure {
    /// Advice for the user of `weir journal`, which has other options than a run.
    fileprivate var remedy: String? {
        switch kind {
        case .missing, .notAFile, .notSQLite, .otherApplication, .foreign: "--journal FILE names the one that is meant"
        case .newerSchema: "update weir"
        case .damaged: "move it away, and the next run begins a new one"
        case .readOnly: "also reading makes files beside it: copy it to where you may write"
        case .diskFull: "make room"
        case .fileTooLarge: "raise the limit on the size of files (ulimit -f)"
        case .locked: "try again when that is done"
        case .noFolder, .noPermission, .inputOutput, .outOfMemory, .unexpected: nil
        }
    }
}

extension JournalStatistics {
    /// For people: a line for each number.
    var text: String {
        var rows = [("pictures", "\(pictures)"), ("with a size", "\(sized)"), ("failing", "\(pictures - ok)")]
        rows += failed.map { ("  \($0.code.rawValue)", "\($0.pictures)") }
        if withPlaceholders + undecoded > 0 {
            rows += [("with placeholders", "\(withPlaceholders)"), ("cannot be decoded", "\(undecoded)")]
        }
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

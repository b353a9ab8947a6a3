import CWeirSQLite
import ImageHeaders
import WeirBase

extension Journal {
    /// Checks the file. Returns one sentence for each error; an empty array means that the file is sound.
    public func check() throws(JournalFailure) -> [String] {
        try state.change { state throws(JournalFailure) in
            let findings = try state.connection.quickCheck()
            do throws(JournalFailure) {
                return findings + (try state.connection.checkRows()) + (try state.connection.checkPlaceholders())
            } catch {
                // The findings so far say more than this error.
                guard error.kind == .damaged, !findings.isEmpty else { throw error }
                return findings
            }
        }
    }
}

extension Connection {
    /// The findings of SQLite's own check.
    fileprivate func quickCheck() throws(JournalFailure) -> [String] {
        var lines: [String] = []
        let check = try prepare("PRAGMA quick_check")
        while try check.step() {
            lines += (check.text(0) ?? []).split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        }
        return lines == ["ok"] ? [] : lines
    }

    /// Finds rows that no valid journal has.
    fileprivate func checkRows() throws(JournalFailure) -> [String] {
        var names = NameTable()
        var (damaged, broken, repeated) = (0, 0, 0)
        let rows = try prepare(
            "SELECT key, dimensions, content, asked, typeof(stamp) IN ('null', 'integer'), \(RowChecksum.fits) FROM pictures")
        while try rows.step() {
            guard rows.integer(5) == 1 else {
                damaged += 1
                continue
            }
            guard let name = rows.withText(0, { NameHash(of: $0) }) else {
                broken += 1
                continue
            }
            let (dimensions, content) = (rows.integer(1) ?? -1, rows.integer(2) ?? -1)
            let isUnknown = dimensions == 0 && content == 0
            let hasFacts = isUnknown || PictureFacts(dimensions: dimensions, content: content) != nil
            let hasTime = rows.integer(3).map { PictureRecord.times.contains($0) } ?? false
            if !hasFacts || !hasTime || rows.integer(4) != 1 { broken += 1 }
            let known = names.count
            if names.add(name) < known { repeated += 1 }
        }
        var findings: [String] = []
        if damaged > 0 {
            findings.append(damaged == 1 ? "1 row does not fit its checksum" : "\(damaged) rows do not fit their checksums")
        }
        if broken > 0 { findings.append(broken == 1 ? "1 row is not understood" : "\(broken) rows are not understood") }
        if repeated > 0 { findings.append("\(repeated) \(repeated == 1 ? "row names" : "rows name") a picture that another row names") }
        return findings
    }

    /// Finds rows of placeholders that do not fit their checksums.
    fileprivate func checkPlaceholders() throws(JournalFailure) -> [String] {
        let damaged = try integer("SELECT count(*) FROM placeholders WHERE (\(PlaceholderRows.fits)) IS NOT TRUE") ?? 0
        if damaged == 0 { return [] }
        return [
            damaged == 1 ? "1 row of placeholders does not fit its checksum" : "\(damaged) rows of placeholders do not fit their checksums"
        ]
    }
}

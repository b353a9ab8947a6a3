import Fetching
import ImageHeaders
import Manifests
import TestSupport
import Testing
import WeirBase
import WeirRecords
import WeirSystem

@testable import Ingest
@testable import Measuring

/// The counts of failures by their causes, and of hosts, gates and limits.
@Suite struct CountsTests {
    private static let (a, b) = (Array("https://a.example/x.jpg".utf8), Array("https://b.example/x.jpg".utf8))

    /// A host that does not answer is one cause, whatever the code. Other failures of a host are one for each code.
    @Test(
        arguments: [
            (Failure.Code.dns, Failure.Code.connect, a, a, true), (.tls, .timeout, a, a, true), (.stalled, .hostSuspended, a, a, true),
            (.dns, .connect, a, b, false), (.httpStatus, .httpStatus, a, a, true), (.httpStatus, .httpStatus, a, b, false),
            (.httpStatus, .notAnImage, a, a, false), (.connect, .httpStatus, a, a, false),
            (.notFound, .notFound, Array("x.jpg".utf8), Array("y.jpg".utf8), true),
            (.timeout, .stalled, Array("x.jpg".utf8), Array("y.jpg".utf8), false),
        ])
    func causes(first: Failure.Code, second: Failure.Code, of name: [UInt8], _ other: [UInt8], areOne: Bool) {
        #expect((FailureCause.Key(first, name) == FailureCause.Key(second, other)) == areOne)
    }

    /// The last answer of a host is the one that says most: that its pictures were not asked for only if there is no other.
    @Test func lastFailure() {
        func cause(_ codes: Failure.Code...) -> FailureCause {
            var cause = FailureCause(Failure(codes[0]), of: Self.a, at: 7)
            for (index, code) in codes.enumerated() { cause.add(Failure(code), isNew: index == 0, isStale: index == 1) }
            return cause
        }
        #expect(cause(.connect, .timeout).last.code == .timeout)
        #expect(cause(.connect, .hostSuspended).last.code == .connect)
        #expect(cause(.hostSuspended, .connect).last.code == .connect)
        #expect(cause(.hostSuspended, .hostSuspended).last.code == .hostSuspended)
        let three = cause(.connect, .hostSuspended, .hostSuspended)
        #expect([three.pictures, three.newPictures, three.stalePictures, three.unaskedPictures] == [3, 1, 1, 2] && three.since == 7)
        #expect(three.order < cause(.connect, .connect).order)
        #expect(cause(.connect).order < cause(.dns).order)
    }

    /// Limits as they are typed, at and beside the number that they allow.
    @Test(
        arguments: [
            (IngestPlan.CountOrPercent.count(2), 2, 4, true), (.count(2), 3, 4, false), (.percent(50), 2, 4, true),
            (.percent(50), 3, 4, false), (.percent(49.9), 2, 4, false), (.percent(0), 0, 4, true), (.percent(0), 1, 4, false),
            (.percent(20), 0, 0, true), (.percent(100), 4, 4, true), (.percent(4.6), 69, 1500, true), (.percent(4.6), 70, 1500, false),
        ])
    func limits(limit: IngestPlan.CountOrPercent, number: Int, all: Int, isAllowed: Bool) {
        #expect(limit.allows(number, of: all) == isAllowed)
    }

    /// A share is that of the decimal number, which few binary fractions are.
    @Test(arguments: [125, 1000, 1500, 4375]) func decimalShares(all: Int) {
        var plan = IngestPlan(catalogue: .folder([]), fetching: .init(userAgent: "test"))
        plan.maxRemoved = .percent(100)
        func gates(_ rows: Int) -> [IngestGate] {
            var (counts, change) = (IngestSummary(), ManifestChange())
            (counts.rows, counts.entries, change.removed) = (rows, rows, all - rows)
            return plan.unmetGates(of: counts, since: change)
        }
        let wrong = (1...1000).filter { tenths in
            let limit = IngestPlan.CountOrPercent.percent(Double(tenths) / 10)
            plan.expectedRows = limit
            let (most, least) = (all * tenths / 1000, (all * tenths + 999) / 1000)
            return !limit.allows(most, of: all) || limit.allows(most + 1, of: all) || gates(least) != []
                || gates(least - 1) != [.rows(expected: least)]
        }
        #expect(wrong == [])
    }

    /// Rows that stores refuse have their sizes of before, and count among the failures.
    @Test func refusedRows() {
        var plan = IngestPlan(catalogue: .folder([]), fetching: .init(userAgent: "test"))
        plan.maxFailures = .count(1)
        var counts = IngestSummary()
        (counts.rows, counts.ok, counts.stale, counts.refused, counts.entries) = (4, 2, 2, 1, 4)
        #expect(plan.unmetGates(of: counts) == [])
        counts.refused = 2
        #expect(plan.unmetGates(of: counts) == [.failures])
        (counts.ok, counts.stale, counts.refused, counts.cancelled) = (0, 0, 0, 4)
        #expect(counts.failed == 0)
    }

    /// Rows that are read count as done when their first pictures are, and progress reports each failure once, before its turn.
    @Test(arguments: [false, true]) func progress(stopsAtFailure: Bool) throws {
        var plan = IngestPlan(catalogue: .folder([]), fetching: .init(userAgent: "test"))
        plan.columns.separator = UInt8(ascii: "|")
        if stopsAtFailure { plan.onFailure = .stop }
        let content = Array("img,price\na,1\na,1\nb|c,1\n,1\n".utf8)
        var rows = try plan.rows(of: .csv, in: DecompressedInput(InputFile(content: content, name: "c.csv")))
        let batch = try #require(try rows.next())
        let counts = RunningCounts(plan)
        batch.withTexts { texts in
            let pictures = BatchPictures(batch, texts)
            #expect(pictures.names.count == 4)
            counts.addRead(batch, pictures, new: [0, 2, 3], share: 0.5)
        }
        #expect(counts.rowsRead == 4)
        let failure = Failure(.notFound)
        let row = RowFailure(row: 1, line: 2, Array("a".utf8), failure, attempts: 1, isStale: false, isNew: nil)
        #expect(!counts.hasReported(row))
        counts.add([PictureResult(failure, of: Picture(0, Array("a".utf8))), PictureResult(2, given: .memory(isRemote: true))])
        let progress = counts.takeProgress()
        #expect([progress.readRows, progress.rows, progress.failed] == [4, 3, 2] && progress.share == 0.5)
        #expect(progress.failures.map(\.row) == (stopsAtFailure ? [] : [1, 4]))
        #expect(counts.hasReported(row) != stopsAtFailure)
        #expect(!counts.hasReported(RowFailure(row: 2, line: 3, Array("a".utf8), failure, attempts: 1, isStale: false, isNew: nil)))
        counts.endReading()
        #expect(counts.takeProgress().failures.isEmpty && counts.takeProgress().share == 1)
        #expect(counts.summary.pictures == 2 && counts.summary.causes.map(\.pictures) == [1])
    }

    /// The failures of a row come as its pictures have failed, each with what is known of it.
    @Test(arguments: [false, true]) func failuresOfARow(isStale: Bool) throws {
        let plan = IngestPlan(catalogue: .folder([]), fetching: .init(userAgent: "test"))
        let content = Array("img,price\n\"{a,b,c}\",1\n".utf8)
        var rows = try plan.rows(of: .csv, in: DecompressedInput(InputFile(content: content, name: "c.csv")))
        let batch = try #require(try rows.next())
        let counts = RunningCounts(plan)
        batch.withTexts { counts.addRead(batch, BatchPictures(batch, $0), new: [0, 1, 2], share: nil) }
        let folder = try TemporaryFolder()
        try folder.add("x.jpg", .jpeg(width: 3, height: 4))
        var probe = FileProbe(limits: FetchOptions(userAgent: "test").headers)
        let header = try probe.header(of: folder.path(of: "x.jpg").all).get()
        counts.add(
            [("b", 1), ("c", 2), ("a", 0 as Int32)].map { name, number in
                var result = PictureResult(Failure(.notFound), of: Picture(number, Array(name.utf8)))
                if isStale { result.note { $0.previous = PictureFacts(header, bytes: nil) } }
                return result
            })
        let progress = counts.takeProgress()
        #expect(progress.failures.map { String(decoding: $0.img, as: UTF8.self) } == ["b", "c", "a"])
        #expect(progress.failures.allSatisfy { $0.isStale == isStale && $0.isNew == nil })
        #expect(progress.failed == (isStale ? 0 : 3) && counts.summary.causes.map(\.stalePictures) == [isStale ? 3 : 0])
    }

    /// A run that has ended early counts the rows that it has read. Those without a result are cancelled, unless a picture of theirs has
    /// failed.
    @Test(arguments: [4, 5]) func cancelledRows(read count: Int) throws {
        let folder = try TemporaryFolder()
        var plan = IngestPlan(catalogue: .folder(Array(folder.path.utf8)), fetching: .init(userAgent: "test"))
        (plan.columns.separator, plan.onFailure) = (UInt8(ascii: "|"), .omit)
        let lines = ["img,price\n", "a,1\n", "b|c,1\n", "c|b,1\n", "d,1\n", ",1\n", ",1\n", "d,1\n"]
        func batch(_ count: Int) throws -> RowBatch {
            let content = Array(lines[...count].joined().utf8)
            var rows = try plan.rows(of: .csv, in: DecompressedInput(InputFile(content: content, name: "c.csv")))
            return try #require(try rows.next())
        }
        let (counts, table) = (RunningCounts(plan), PictureTable())
        let first = try batch(count)
        first.withTexts { texts in
            let pictures = BatchPictures(first, texts)
            counts.addRead(first, pictures, new: table.add(pictures.names).new, share: nil)
        }
        table.store([PictureResult(0, given: .memory(isRemote: false)), PictureResult(Failure(.notFound), of: Picture(2, Array("c".utf8)))])
        var writer = EntryWriter(
            plan, root: try plan.pictureRoot(), placeholder: plan.fallback, output: nil, reporter: Recorder(), counts: counts)
        let second = try batch(7)
        let slots = second.withTexts { table.find(BatchPictures(second, $0).names).map { $0 ?? .max } }
        try table.read { results throws(MachineFailure) in try writer.write(second, slots, results) }
        let summary = writer.summary
        #expect([summary.rows, summary.ok, summary.omitted, summary.cancelled, summary.broken] == [count, 1, 2, 1, count - 4])
        #expect(summary.entries == 1 && summary.failures == [.notFound: 2])
    }

    /// So many broken rows are reported before their turn that memory does not grow with them.
    @Test func earlyBrokenRows() throws {
        let plan = IngestPlan(catalogue: .folder([]), fetching: .init(userAgent: "test"))
        let counts = RunningCounts(plan)
        var batch = RowBatch()
        for line in 1...700 { batch.appendBroken("broken", at: TextPosition(line: line, column: 1)) }
        for _ in 0..<2 { batch.withTexts { counts.addRead(batch, BatchPictures(batch, $0), new: [], share: nil) } }
        let progress = counts.takeProgress()
        #expect(progress.failures.count == 1000 && progress.failed == 1400 && progress.rows == 1400)
    }

    /// The share of a file that has been read.
    @Test func share() throws {
        let empty = try DecompressedInput(InputFile(content: [], name: "empty"))
        #expect(empty.share == 1)
        let large = try DecompressedInput(InputFile(content: [UInt8](repeating: 0x20, count: 1 << 18), name: "large"))
        #expect(large.share == 0.25)
        while try large.next() != nil {}
        #expect(large.share == 1)
    }

    /// The hash of a file is that of its bytes on the disk, for whoever asks for it.
    @Test func hash() throws {
        let packed = Bytes(repeating: "text ", count: 100_000).gzipped.all
        func digest(isHashed: Bool) throws -> String? {
            let input = try DecompressedInput(InputFile(content: packed, name: "packed"), isHashed: isHashed)
            while try input.next() != nil {}
            return input.hexDigest
        }
        #expect(try digest(isHashed: true) == packed.withUnsafeBytes { SHA256.hexDigest(of: $0) })
        #expect(try digest(isHashed: false) == nil)
        #expect(try DecompressedInput(InputFile(content: packed, name: "packed")).hexDigest == nil)
    }

    /// Small files have a limit, which they may reach.
    @Test(arguments: [0, 1]) func wholeFiles(more: Int) throws {
        let file = try InputFile(content: [UInt8](repeating: 0x20, count: 64 << 20 + more), name: "large")
        if more == 0 {
            #expect(try wholeFile(file).count == 64 << 20)
        } else {
            let fault = #expect(throws: MachineFailure.self) { try wholeFile(file) }
            #expect(fault?.message == "large: it has more than 64 MiB, which is too much for what it should be")
        }
    }

    /// Blanks before a manifest may fill the first piece.
    @Test func blanksBeforeAManifest() throws {
        var seed = Seed.announced(for: "CountsTests.blanksBeforeAManifest")
        let blanks = (0..<60_000).map { _ in [UInt8](" \t\r\n".utf8).randomElement(using: &seed)! }
        for (text, format) in [("{", ManifestFormat.jsonl), ("[", .json), ("<plist", .plist), ("", nil)] {
            let input = try DecompressedInput(InputFile(content: Bytes(blanks + text.utf8).gzipped.all, name: "packed"))
            #expect(try input.manifestFormat() == format, "\(seed)")
        }
    }

    /// The run's time is a part of that of this test.
    @Test func seconds() throws {
        let folder = try TemporaryFolder()
        try folder.addCatalogue([])
        let start = monotonicSeconds()
        let seconds = try ingest("c.csv", "-o", "m.json", in: folder).summary.seconds
        #expect((0...monotonicSeconds() - start).contains(seconds))
    }

    @Test func endings() {
        func isWritten(_ ending: IngestEnding, isReplaced: Bool) -> Bool {
            IngestResult(summary: IngestSummary(), ending: ending, isReplaced: isReplaced, unchanged: []).isWritten
        }
        #expect(isWritten(.written, isReplaced: false) && isWritten(.failed(.closedPipe), isReplaced: true))
        #expect(!isWritten(.outOfTime, isReplaced: false))
        #expect(IngestResult(refusedBy: MachineFailure(by: .signal(15))).ending == .interrupted(signal: 15))
        #expect(IngestResult(refusedBy: MachineFailure(by: .timeLimit)).ending == .outOfTime)
        #expect(IngestResult(refusedBy: .closedPipe).ending == .refused(.closedPipe))
        #expect(!IngestResult(refusedBy: .closedPipe).isWritten)
    }
}

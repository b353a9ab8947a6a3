import Foundation
import ImageHeaders
import Pixels
import TestSupport
import Testing
import WeirBase

@testable import Journals

/// Every schema from the first release on is read, and is migrated to the last one step by step.
@Suite struct SchemaTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func connection() throws -> Connection {
        try Connection(folder.path(of: "j").all, creates: true, patience: 0)
    }

    private static func dump(_ version: Int) throws -> String {
        let path = Fixtures.root + "/Tests/JournalsTests/Schemas/\(version).sql"
        return String(decoding: try Fixtures.bytes(of: path), as: UTF8.self)
    }

    /// A journal in that version's schema, with a picture of each kind.
    @Test(arguments: Schema.oldest...Schema.version)
    func released(version: Int) throws {
        try connection().run(Self.dump(version))
        let journal = try folder.journal()
        #expect(try connection().schemaVersion() == Schema.version)
        #expect(try journal.check() == [])
        #expect(
            try journal.all().map { String(decoding: $0.name, as: UTF8.self) } == [
                "/srv/shop/a.jpg", "https://shop.example/fine.webp", "https://shop.example/gone.png",
            ])
        let file = try #require(try journal.all().first)
        #expect(file.isFile && file.record.header?.stored == PixelSize(width: 1800, height: 1200))
        #expect(file.record.header?.displayed == PixelSize(width: 1200, height: 1800))
        let stamp = FileStamp(device: 65025, inode: 42, size: 70_000, seconds: 1_690_000_000, nanoseconds: 123_456_789)
        #expect(try journal.known(.file(file.name, stamp))?.isFresh(at: 1_700_000_100, maxAge: 0) == true)
        let fine = try #require(try journal.record(of: SamplePicture.url("https://shop.example/fine.webp")))
        #expect(fine.entityTag == Array("\"v1\"".utf8) && fine.headerEnd == 1024 && fine.bytes == 9000)
        let gone = try #require(try journal.record(of: SamplePicture.url("https://shop.example/gone.png")))
        #expect(gone.streak?.failure.code == .httpStatus && gone.streak?.status == 404 && gone.streak?.count == 3)
        #expect(gone.header?.format == .png)
        #expect(gone.giver == (version < 11 ? nil : 7) && gone.maxAge == (version < 11 ? nil : 31_536_000))
        #expect(
            try journal.all().map(\.placeholders) == [
                PlaceholderRecord(
                    Placeholders(
                        [.thumbhash, .color],
                        [.thumbhash: "9AcKDYr3eHh6h3ePc1iIePd6Xo74", .dominantColor: "#ebe4fb", .meanColor: "#deb2ce"])),
                PlaceholderRecord(failure: Failure(.corrupt, "its pixels end early")), nil,
            ])
    }

    /// A damaged row is not made sound by a step.
    @Test func damagedPlaceholders() throws {
        try connection().run(Self.dump(7))
        try connection().run("UPDATE placeholders SET mean_color = '#000000' WHERE id = 1")
        let journal = try folder.journal()
        #expect(try connection().schemaVersion() == Schema.version)
        #expect(try journal.check() == ["1 row of placeholders does not fit its checksum"])
    }

    private func export(_ journal: Journal) throws -> String {
        var output = ByteBuffer()
        for row in try journal.all() { row.appendLine(to: &output) }
        return String(decoding: output.bytes, as: UTF8.self)
    }

    /// A process that is killed within a step leaves the files as they are at that moment.
    @Test func killedWithinAStep() throws {
        let connection = try connection()
        try connection.run(Self.dump(7))
        try connection.run(Self.manyPlaceholders)
        // With a small cache, changes are written to the file before the commit, as in a large journal.
        try connection.run("PRAGMA journal_mode=WAL; PRAGMA cache_size=1")
        try connection.transaction("IMMEDIATE") { () throws(JournalFailure) in
            try connection.run(Schema.steps[1])
            for name: Bytes in ["j", "j-wal"] { try? folder.add("copy-of-" + name, Bytes(folder.bytes(of: name))) }
            try connection.run("PRAGMA user_version=8")
        }
        #expect(folder.bytes(of: "copy-of-j-wal").count > 1 << 16)
        let copy = try Connection(folder.path(of: "copy-of-j").all, creates: false, patience: 0)
        #expect(try copy.schemaVersion() == 7)
        #expect(try copy.integer("SELECT count(*) FROM pragma_table_info('placeholders') WHERE name = 'phash'") == 0)
        #expect(try export(folder.journal(.writing, "copy-of-j")) == export(folder.journal()))
        #expect(try copy.schemaVersion() == Schema.version)
        #expect(try folder.journal(.writing, "copy-of-j").check() == [])
    }

    /// Pictures whose placeholders have failed.
    private static let manyPlaceholders = """
        WITH RECURSIVE numbers(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM numbers WHERE i < 5009)
        INSERT INTO placeholders SELECT i, 1, 0, NULL, NULL, NULL, NULL, NULL, 'corrupt', 'it ends early',
            \(RowChecksum.plainFunction)(i, 1, 0, NULL, NULL, NULL, NULL, NULL, 'corrupt', 'it ends early') FROM numbers;
        """

    /// The last dump equals this program's schema, so that no step is changed unnoticed.
    @Test func theLastDump() throws {
        try connection().run(Self.dump(Schema.version))
        let dumped = try tables()
        try FileManager.default.removeItem(atPath: folder.path + "/j")
        try connection().migrate()
        #expect(try tables() == dumped)
    }

    private func tables() throws -> [String] {
        let statement = try connection().prepare("SELECT sql FROM sqlite_schema ORDER BY name")
        var found: [String] = []
        while try statement.step() { found += [statement.text(0).map { String(decoding: $0, as: UTF8.self) } ?? ""] }
        return found
    }

    /// The view has the names of all formats.
    @Test(arguments: ImageFormat.allCases)
    func formats(format: ImageFormat) throws {
        let size = PixelSize(width: 3, height: 4)
        try folder.journal().keep(SamplePicture.url("a")) {
            $0.header = ImageHeader(format: format, displayed: size, stored: PixelSize(width: 5, height: 6), orientation: .left)
            $0.bytes = 0
        }
        let row = try connection().prepare("SELECT format, w, h, stored_w, stored_h, orientation, bytes FROM readable")
        #expect(try row.step())
        #expect(row.text(0) == Array(format.rawValue.utf8))
        #expect((1...6).map { row.integer($0) } == [3, 4, 5, 6, 8, 0])
    }

    /// A new format is a row of the table, and no step of the schema.
    @Test func aNewFormat() throws {
        try folder.journal().keep(SamplePicture.url("a"))
        let toy = FormatRow(
            ImageFormat(code: 31), "toy", mime: "image/x-toy", endings: ["toy"], viewers: .none, signatures: [],
            read: { _ throws(HeaderStop) in throw .failed(Failure(.notAnImage)) })
        let connection = try connection()
        for _ in 0..<2 { try connection.nameFormats(FormatTable(FormatTable.standard.rows + [toy])) }
        try connection.run("UPDATE pictures SET content = (1 << 48) | (15 << 4) | 1")
        let row = try connection.prepare("SELECT format FROM readable")
        #expect(try row.step())
        #expect(row.text(0) == Array("toy".utf8))
    }

    private static let steps = Schema.steps + ["ALTER TABLE pictures ADD COLUMN color TEXT", "CREATE TABLE shops(name TEXT)"]

    @Test func stepByStep() throws {
        try folder.journal().keep(SamplePicture.url("a"))
        let connection = try connection()
        try connection.migrate(by: Self.steps)
        #expect(try connection.schemaVersion() == Schema.version + 2)
        #expect(try connection.integer("SELECT count(*) FROM pictures WHERE color IS NULL") == 1)
        #expect(try connection.integer("SELECT count(*) FROM shops") == 0)
        // A second migration changes nothing.
        try connection.migrate(by: Self.steps)
        #expect(#expect(throws: JournalFailure.self) { _ = try folder.journal() }?.kind == .newerSchema(Schema.version + 2))
    }

    /// A newer version that is not in the header yet is read from the file beside the journal.
    @Test func newerThanItsHeader() throws {
        try folder.journal().keep(SamplePicture.url("a"))
        let header = folder.bytes(of: "j").prefix(100)
        do {
            let connection = try connection()
            try connection.run("PRAGMA user_version=\(Schema.version + 1)")
            #expect(folder.bytes(of: "j").prefix(100) == header)
            #expect(#expect(throws: JournalFailure.self) { _ = try folder.journal() }?.kind == .newerSchema(Schema.version + 1))
        }
        #expect(#expect(throws: JournalFailure.self) { _ = try folder.journal() }?.kind == .newerSchema(Schema.version + 1))
    }

    /// A failed step changes nothing, and the steps before it stay done.
    @Test func aStepThatFails() throws {
        try folder.journal().keep(SamplePicture.url("a"))
        let connection = try connection()
        let steps = [Self.steps[Schema.steps.count], "CREATE TABLE shops(name TEXT); DELETE FROM pictures; SELECT nonsense"]
        #expect(throws: JournalFailure.self) { try connection.migrate(by: Schema.steps + steps) }
        #expect(try connection.schemaVersion() == Schema.version + 1)
        #expect(try connection.integer("SELECT count(*) FROM pictures") == 1)
        #expect(try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'shops'") == 0)
    }
}

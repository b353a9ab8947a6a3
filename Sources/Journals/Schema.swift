import ImageHeaders

/// The tables of a journal, and the migrations between their versions.
enum Schema {
    /// The application ID of SQLite's file format: `weir` in ASCII.
    static let applicationID: Int32 = 0x7765_6972
    /// The version of the first release. A journal begins with its tables.
    static let oldest = 7
    /// The tables of the oldest version, and a step to each later one. A released step must not change, since journals made by it
    /// exist.
    static let steps: [String] = [tables, eighth, ninth, tenth, eleventh, twelfth]

    /// The version that this program reads and writes.
    static var version: Int { oldest + steps.count - 1 }

    /// The keys have no index: a run reads the whole table, and an index would make writing seven times as
    /// slow. docs/decisions/0005-journal.md has the figures. `robots` has the robots.txt of hosts. Placeholders have a
    /// table of their own, so that runs without them read and write no more; their `version` stands for the content of the picture.
    private static let tables = """
        CREATE TABLE pictures (
            id INTEGER PRIMARY KEY,
            key TEXT NOT NULL,
            stamp INTEGER,
            dimensions INTEGER NOT NULL,
            content INTEGER NOT NULL,
            asked INTEGER NOT NULL,
            retry_at INTEGER,
            stored INTEGER,
            succeeded INTEGER,
            header_end INTEGER,
            etag TEXT,
            last_modified TEXT,
            failure TEXT,
            message TEXT,
            status INTEGER,
            failures INTEGER,
            checksum INTEGER,
            sha256 TEXT,
            moved_to TEXT,
            moved_at INTEGER
        );
        CREATE TABLE hosts (
            origin TEXT PRIMARY KEY,
            rate REAL NOT NULL,
            served_rate REAL,
            refused_at INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE robots (origin TEXT PRIMARY KEY, content TEXT NOT NULL, read_at INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE placeholders (
            id INTEGER PRIMARY KEY,
            version INTEGER NOT NULL,
            kinds INTEGER NOT NULL,
            thumbhash TEXT,
            blurhash TEXT,
            dominant_color TEXT,
            mean_color TEXT,
            blur_data_url TEXT,
            failure TEXT,
            message TEXT,
            checksum INTEGER NOT NULL
        );
        CREATE VIEW readable AS SELECT
            id, key, nullif(dimensions, 0) >> 32 AS w, nullif(dimensions, 0) & 0xFFFFFFFF AS h,
            CASE (content >> 44 & 16) | (content >> 4 & 15) WHEN 1 THEN 'png' WHEN 2 THEN 'jpeg' WHEN 3 THEN 'webp'
                WHEN 4 THEN 'gif' WHEN 5 THEN 'bmp' WHEN 6 THEN 'tiff' WHEN 7 THEN 'avif' WHEN 8 THEN 'heic'
                WHEN 9 THEN 'svg' WHEN 10 THEN 'ico' WHEN 11 THEN 'qoi' WHEN 12 THEN 'pnm' WHEN 13 THEN 'psd'
                WHEN 14 THEN 'tga' WHEN 15 THEN 'jxl' WHEN 16 THEN 'jp2' WHEN 17 THEN 'dds' WHEN 18 THEN 'ktx'
                WHEN 19 THEN 'vtf' WHEN 20 THEN 'icns' WHEN 21 THEN 'exr' WHEN 22 THEN 'hdr' WHEN 23 THEN 'farbfeld'
                WHEN 24 THEN 'aseprite' WHEN 25 THEN 'ilbm' END AS format,
            nullif(content & 15, 0) AS orientation, nullif(content >> 8 & 0xFFFFFFFFFF, 0) - 1 AS bytes,
            stored >> 32 AS stored_w, stored & 0xFFFFFFFF AS stored_h, header_end, etag, last_modified, sha256,
            moved_to, datetime(moved_at, 'unixepoch') AS moved_at,
            datetime(asked, 'unixepoch') AS asked, datetime(succeeded, 'unixepoch') AS succeeded,
            failure, message, status, failures, datetime(retry_at, 'unixepoch') AS retry_at
        FROM pictures;
        """

    /// A damaged row stays damaged.
    private static let eighth = """
        ALTER TABLE placeholders ADD COLUMN phash TEXT;
        ALTER TABLE placeholders ADD COLUMN content TEXT;
        UPDATE placeholders SET checksum = \(RowChecksum.plainFunction)(
            id, version, kinds, thumbhash, blurhash, dominant_color, mean_color, blur_data_url, NULL, NULL, failure, message)
        WHERE checksum = \(RowChecksum.plainFunction)(
            id, version, kinds, thumbhash, blurhash, dominant_color, mean_color, blur_data_url, failure, message);
        """

    /// A damaged row stays damaged.
    private static let ninth = """
        ALTER TABLE placeholders ADD COLUMN source TEXT;
        UPDATE placeholders SET checksum = \(RowChecksum.plainFunction)(
            id, version, kinds, thumbhash, blurhash, dominant_color, mean_color, blur_data_url, phash, content, NULL, failure, message)
        WHERE checksum = \(RowChecksum.plainFunction)(
            id, version, kinds, thumbhash, blurhash, dominant_color, mean_color, blur_data_url, phash, content, failure, message);
        """

    /// A table that was cut inside its last field looks whole, unless the one before it ended with a line end.
    private static let tenth = """
        CREATE TABLE catalogues (manifest TEXT PRIMARY KEY, ends_line INTEGER NOT NULL) WITHOUT ROWID;
        """

    /// The checksums of rows count these columns only where they have a value.
    private static let eleventh = """
        ALTER TABLE pictures ADD COLUMN max_age INTEGER;
        ALTER TABLE pictures ADD COLUMN outdated_until INTEGER;
        ALTER TABLE pictures ADD COLUMN giver INTEGER;
        """

    /// A damaged row stays damaged.
    private static let twelfth = """
        ALTER TABLE placeholders ADD COLUMN range TEXT;
        UPDATE placeholders SET checksum = \(RowChecksum.plainFunction)(
            id, version, kinds, thumbhash, blurhash, dominant_color, mean_color, blur_data_url, phash, content, source, NULL, failure,
            message)
        WHERE checksum = \(RowChecksum.plainFunction)(
            id, version, kinds, thumbhash, blurhash, dominant_color, mean_color, blur_data_url, phash, content, source, failure, message);
        """
}

extension Connection {
    /// Gives the view the names of formats that are newer than it. A new format needs no step of the schema.
    func nameFormats(_ formats: FormatTable = .standard) throws(JournalFailure) {
        let statement = try prepare("SELECT sql FROM sqlite_schema WHERE name = 'readable'")
        guard try statement.step(), let bytes = statement.text(0) else { return }
        let view = String(decoding: bytes, as: UTF8.self)
        let names = formats.rows.map { "WHEN \($0.format.code) THEN '\($0.name)'" }
        guard !names.allSatisfy({ view.contains($0) }), let start = view.firstRange(of: "CASE "),
            let end = view.firstRange(of: " END AS format")
        else { return }
        let number = "CASE (content >> 44 & 16) | (content >> 4 & 15) "
        let newView = "\(view[..<start.lowerBound])\(number)\(names.joined(separator: " "))\(view[end.lowerBound...])"
        try transaction("IMMEDIATE") { () throws(JournalFailure) in try run("DROP VIEW readable; \(newView)") }
    }

    /// The version of the tables in the file; 0 in an empty file.
    func schemaVersion() throws(JournalFailure) -> Int { Int(try integer("PRAGMA user_version") ?? 0) }

    /// Migrates the file to the last version. Each step and its version number are one transaction, so a
    /// killed process leaves a complete version. If two programs migrate at once, the second finds each
    /// step done.
    func migrate(by steps: [String] = Schema.steps) throws(JournalFailure) {
        while true {
            let version = try schemaVersion()
            guard version == 0 || version >= Schema.oldest else {
                throw JournalFailure(.damaged, path, "no release wrote schema \(version)")
            }
            let step = version == 0 ? 0 : version - Schema.oldest + 1
            guard step <= steps.count else { throw JournalFailure(.newerSchema(version), path) }
            guard step < steps.count else { return }
            try transaction("IMMEDIATE") { () throws(JournalFailure) in
                guard try schemaVersion() == version else { return }
                // A file with a journal's number but without its table is refused before any change.
                if version > 0 { _ = try prepare("SELECT key, checksum, moved_at FROM pictures") }
                if version == 0 { try run("PRAGMA application_id=\(Schema.applicationID)") }
                try run(steps[step])
                try run("PRAGMA user_version=\(Schema.oldest + step)")
            }
        }
    }
}

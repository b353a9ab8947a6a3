// docs/catalogues.md: sizes go back to a real PostgreSQL by the recipe.
import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgres)) struct DatabaseTests {
    private static let rows = 20_000
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for picture in 0..<100 { try folder.add(Bytes("\(picture).jpg"), .jpeg(width: UInt16(20 + picture), height: 10)) }
    }

    /// The statements of the recipe, as they stand on the page.
    private func recipe() throws -> String {
        let page = try String(contentsOfFile: Fixtures.root + "/docs/catalogues.md", encoding: .utf8)
        let blocks = page.components(separatedBy: "```sql\n").dropFirst()
        let block = try #require(blocks.first { $0.contains("sizes.copy") })
        return block.components(separatedBy: "```")[0]
    }

    /// The second night updates nothing, and the third what has changed.
    @Test func threeNights() throws {
        try folder.add(
            "export.sql", "\\copy (SELECT id, img, price FROM products ORDER BY id) TO 'products.copy' WITH (FORMAT text, HEADER)\n")
        try folder.add("update.sql", Bytes(try recipe()))
        try folder.add(
            "create.sql",
            Bytes(
                """
                CREATE TABLE products (id bigint PRIMARY KEY, img text, price text, w int, h int, format text);
                INSERT INTO products (id, img) SELECT n, (n % 100) || '.jpg' FROM generate_series(1, \(Self.rows)) n;

                """))
        try folder.add("jpeg.sql", "SELECT count(*) FROM products WHERE w = 20 + id % 100 AND h = 10 AND format = 'jpeg'")
        let night =
            "psql -f export.sql && '\(Program.weir.name)' ingest products.copy --keep id --with status,format --quiet -o manifest.json -o sizes.copy && psql -f update.sql"
        try folder.add(
            "nights.sh",
            Bytes(
                """
                set -eu
                export PGHOST="$1" PGUSER=postgres PGDATABASE=postgres PGOPTIONS='-c client_min_messages=warning'
                psql() { command psql -X -At -v ON_ERROR_STOP=1 "$@"; }
                psql -f create.sql
                \(night)
                psql -f jpeg.sql
                \(night)
                cp new.jpg 7.jpg
                rm 8.jpg
                \(night)
                psql -c "SELECT w, h, count(*) FROM products WHERE img IN ('7.jpg', '8.jpg') GROUP BY 1, 2"

                """))
        try folder.add("new.jpg", .jpeg(width: 500, height: 400))
        let server = try PostgresServer()
        defer { server.stop() }
        let outcome = try #require(Program.named("sh")).run(["nights.sh", Bytes(server.folder.path)], in: folder)
        let updated = outcome.lines.filter { $0.hasPrefix("UPDATE") }
        #expect(updated == ["UPDATE \(Self.rows)", "UPDATE 0", "UPDATE \(Self.rows / 100)"], "\(outcome.text)\(outcome.messages)")
        #expect(outcome.lines.contains("\(Self.rows)"))
        #expect(outcome.lines.contains("500|400|\(Self.rows / 100)"))
        // A picture that is lost keeps its size.
        #expect(outcome.lines.contains("28|10|\(Self.rows / 100)"))
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
    }

    /// The values of a table come back as they were, also NULL and texts that need quotes.
    @Test(arguments: ["csv", "copy"]) func texts(format: String) throws {
        let prices = ["1,50", "\"2\"", "a\\\\b", "", "x\\ny", "\\\\N", "t\\tb"]
        let rows = prices.enumerated().map {
            "{\"img\":\"\($0).jpg\",\"price\":\"\($1.replacing("\"", with: "\\\""))\",\"id\":\($0)\($0 == 0 ? "" : ",\"k\":\"\"")}\n"
        }
        try folder.add("c.jsonl", Bytes(rows.joined()))
        let outcome = try ingest("c.jsonl", "-o", Bytes("s.\(format)"), "--keep=id,k", in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        let options = format == "csv" ? "FORMAT csv, HEADER" : "FORMAT text, HEADER"
        try folder.add(
            "load.sql",
            Bytes(
                """
                CREATE TEMP TABLE s (w int, h int, img text, price text, id int, k text);
                \\copy s FROM 's.\(format)' WITH (\(options))
                SELECT id, replace(replace(price, chr(10), '<LF>'), chr(9), '<TAB>'), k IS NULL FROM s ORDER BY id;

                """))
        let server = try PostgresServer()
        defer { server.stop() }
        let read = try #require(Program.named("psql")).run(
            ["-XqAt", "-h", Bytes(server.folder.path), "-U", "postgres", "-v", "ON_ERROR_STOP=1", "-f", "load.sql"], in: folder)
        #expect(
            read.text == """
                0|1,50|t
                1|"2"|f
                2|a\\b|f
                3||f
                4|x<LF>y|f
                5|\\N|f
                6|t<TAB>b|f

                """, "\(read.messages)\(folder.text(of: "s.\(format)") ?? "")")
    }

    /// A table is a manifest like any other: gates compare it, the same night gives the same bytes, and no other file is replaced.
    @Test(arguments: ["csv", "tsv", "copy"]) func tables(format: String) throws {
        let name = Bytes("s.\(format)")
        try folder.addCatalogue(["1.jpg", "2.jpg"])
        try folder.add(name, "id,price\n1,2\n")
        #expect(try ingest("c.csv", "-o", name, in: folder).status == .exited(2))
        try FileManager.default.removeItem(atPath: folder.path + "/s.\(format)")
        #expect(try ingest("c.csv", "-o", name, "--with=status", in: folder).status == .exited(0))
        let comma = format == "csv" ? "," : "\t"
        let table = ["w,h,img,price,status", "21,10,1.jpg,1,ok", "22,10,2.jpg,1,ok", ""].joined(separator: "\n").replacing(",", with: comma)
        #expect(folder.text(of: "s.\(format)") == table)
        #expect(try ingest("c.csv", "-o", name, "--with=status", in: folder).messages.contains("0 added, 0 removed, 0 resized"))
        try folder.addCatalogue(["2.jpg"])
        let outcome = try ingest("c.csv", "-o", name, "--with=status", in: folder)
        #expect(outcome.messages.contains("1 of the 2 entries of the previous manifest is missing"), "\(outcome.messages)")
        #expect(outcome.status == .exited(1))
        #expect(folder.text(of: "s.\(format)") == table)
        let own = try ingest(name, "-o", name, "--max-removed=100%", in: folder)
        #expect(own.messages.contains("s.\(format) is the catalogue; name another file"), "\(own.messages)")
    }
}

extension Need {
    static let postgres = Need { PostgresServer.programs == nil ? "there is no PostgreSQL; scripts/setup all installs it" : nil }
}

/// A server of PostgreSQL with an empty database, reached by a socket in its folder.
struct PostgresServer {
    let folder: TemporaryFolder

    /// The folder of the programs; nil if PostgreSQL is not installed.
    static var programs: String? {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        return versions.map { "\(root)/\($0)/bin" }.first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
    }

    /// PostgreSQL refuses to run as root, and its own user may not enter the folders of the tests.
    init() throws {
        folder = try TemporaryFolder()
        let script = """
            run() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; else "$@"; fi; }
            chmod 755 . && mkdir data && if [ "$(id -u)" = 0 ]; then chown postgres . data; fi
            run '\(Self.programs ?? "")/initdb' -D data -U postgres -A trust --no-sync >/dev/null &&
            run '\(Self.programs ?? "")/pg_ctl' -D data -w -l data/log -o "-F -k $PWD -c listen_addresses=''" start >/dev/null
            """
        let outcome = try #require(Program.named("sh")).run(["-c", Bytes(script)], in: folder)
        try #require(outcome.status == .exited(0), "\(outcome.messages)")
    }

    func stop() {
        let script = """
            run() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; else "$@"; fi; }
            run '\(Self.programs ?? "")/pg_ctl' -D data -m immediate stop >/dev/null
            """
        _ = try? Program.named("sh")?.run(["-c", Bytes(script)], in: folder)
    }
}

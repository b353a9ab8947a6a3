import TestSupport
import Testing
import WeirRecords

/// Rows that are parts of products: only some columns are read, and of some one is needed.
@Suite struct PartTests {
    private static let columns = RowColumns(
        ofParts: ["id", "src", "alt"], needing: [["id"], ["src", "alt"]], expecting: [["alt"], ["id"]])

    struct Outcome: Equatable {
        var rows: [String] = []
        var failure: String?
        /// `line x count` of the lines that repeat the header.
        var repeated: String?
        var absent: [String] = []
    }

    private func read(_ catalogue: Bytes, _ format: TextFormat, cutAt cuts: [Int] = []) -> Outcome {
        var reader = format.reader(Self.columns)
        var reading = CatalogueReading()
        let edges = [0] + cuts + [catalogue.count]
        for (start, end) in zip(edges, edges.dropFirst()) where reading.failure == nil {
            var batch = RowBatch(firstNumber: reading.rows.count + 1, keptColumns: 3)
            withExactCopy(of: catalogue.all[start..<end]) { bytes in
                do throws(DocumentFailure) {
                    try reader.read(bytes, isEnd: end == catalogue.count, into: &batch)
                } catch {
                    reading.failure = error
                }
            }
            reading.append(batch, kept: 3)
        }
        return Outcome(
            rows: reading.rows.map { $0.kept.map { $0 ?? "-" }.joined(separator: " ") },
            failure: reading.failure.map { failure in (failure.position.map { "\($0.line):\($0.column) " } ?? "") + failure.text },
            repeated: reader.repeatedHeader.map { "\($0.first.line):\($0.first.column) x \($0.count)" },
            absent: reader.absentColumns.map { "\($0.name) \($0.isKept) \($0.text)" })
    }

    private static let mark: Bytes = [0xEF, 0xBB, 0xBF]

    static let tables: [(catalogue: Bytes, outcome: Outcome)] = [
        ("id,src,alt\n1,a,x\n2,b,\n", Outcome(rows: ["1 a x", "2 b "])),
        // Names have other cases and blanks, and the first of two columns counts.
        (" ID ,Src,\tALT\n1,a,x\n", Outcome(rows: ["1 a x"])), ("id,id,src\n1,2,a\n", Outcome(rows: ["1 a -"])),
        ("Id,id,src\n1,2,a\n", Outcome(rows: ["2 a -"])), ("[d,src,id\n0,a,1\n", Outcome(rows: ["1 a -"])),
        (
            "src,alt\n",
            Outcome(failure: "1:1 there is no column id; the columns are src, alt; --from csv reads plain rows")
        ),
        (
            "id,photograph\n",
            Outcome(failure: "1:1 there is no column src or alt; the columns are id, photograph; --from csv reads plain rows")
        ),
        // A header that stands again is no row.
        ("id,src,alt\n1,a,x\nid,src,alt\nid,src,alt\n2,b,y\n", Outcome(rows: ["1 a x", "2 b y"], repeated: "3:1 x 2")),
        ("id,src,alt\r\n1,a,x\r\nid,src,alt\r\n", Outcome(rows: ["1 a x"], repeated: "3:1 x 1")),
        ("id,src,alt\n1,a,x\nid,src,alt", Outcome(rows: ["1 a x"], repeated: "3:1 x 1")),
        (mark + "id,src,alt\n1,a,x\n" + mark + "id,src,alt\n", Outcome(rows: ["1 a x"], repeated: "3:1 x 1")),
        ("id,src,alt\n1,a,x\nid,src,al\nid,src,alts\nID,src,alt\n", Outcome(rows: ["1 a x", "id src al", "id src alts", "ID src alt"])),
    ]

    @Test(arguments: tables.indices) func ofTables(_ row: Int) {
        let (catalogue, outcome) = Self.tables[row]
        #expect(read(catalogue, .csv) == outcome)
        for cut in 1..<catalogue.count { #expect(read(catalogue, .csv, cutAt: [cut]) == outcome, "cut at \(cut)") }
    }

    /// Without a key that is needed, the keys of the first part are named, and perhaps the array that has it.
    static let documents: [(format: TextFormat, catalogue: String, outcome: Outcome)] = [
        (.json, #"[{"id":1,"src":"a","alt":"x"},{"alt":null}]"#, Outcome(rows: ["1 a x", "- - -"])),
        (.json, #"[{"id":1,"src":"a"}]"#, Outcome(rows: ["1 a -"], absent: ["alt true no row has the key alt"])),
        (.json, #"[{"id":1,"src":"a"},{"alt":"x"}]"#, Outcome(rows: ["1 a -", "- - x"])),
        (.json, #"[{"id":[1,2],"src":"a","alt":"x"}]"#, Outcome(rows: ["[1,2] a x"])),
        (.json, "[]", Outcome()),
        (
            .json, #"[{"x":{"id":1},"y":[{"src":"a"},{"z":1}]}]"#,
            Outcome(
                rows: ["- - -"], failure: "no row has the key id; those of the first row are /x/id, /y/0/src",
                absent: ["alt true no row has the key alt", "id true no row has the key id"])
        ),
        (
            .json, #"{"name":"n","products":[{"src":"a","id":1}]}"#,
            Outcome(
                rows: ["- - -"],
                failure: "no row has the key id; those of the first row are name, /products/0/src, /products/0/id"
                    + "; --rows /products reads the array in it",
                absent: ["alt true no row has the key alt", "id true no row has the key id"])
        ),
        (
            .jsonLines, #"{"products":[{"src":"a","id":1}]}"#,
            Outcome(
                rows: ["- - -"], failure: "no row has the key id; those of the first row are /products/0/src, /products/0/id",
                absent: ["alt true no row has the key alt", "id true no row has the key id"])
        ),
        (
            .json, #"[{},{"x":1,"a/b":2}]"#,
            Outcome(
                rows: ["- - -", "- - -"], failure: "no row has the key id; those of the first row are x, a/b",
                absent: ["alt true no row has the key alt", "id true no row has the key id"])
        ),
        (
            .json, #"[{"id":1}]"#,
            Outcome(
                rows: ["1 - -"], failure: "no row has the key src or alt; those of the first row are id",
                absent: ["alt true no row has the key alt"])
        ),
    ]

    @Test(arguments: documents.indices) func ofJSON(_ row: Int) {
        let (format, catalogue, outcome) = Self.documents[row]
        #expect(read(Bytes(catalogue), format) == outcome)
    }

    /// Only the first hundred values of a part are looked at, and twenty of them named.
    @Test(arguments: [(99, true), (100, false)]) func manyKeys(_ count: Int, isFound: Bool) {
        let keys = (0..<count).map { "\"k\($0)\":1," }.joined()
        let failure = read(Bytes("{\(keys)\"products\":[{\"id\":1}]}"), .json).failure ?? ""
        let named = (0..<20).map { "k\($0)" }.joined(separator: ", ")
        #expect(
            failure == "no row has the key id; those of the first row are \(named)"
                + (isFound ? "; --rows /products reads the array in it" : ""))
    }
}

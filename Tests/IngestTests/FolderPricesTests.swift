// docs/catalogues.md: a row of prices.csv that is of no use costs its own price, and is reported.
import TestSupport
import Testing

@Suite struct FolderPricesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.addFolder("p")
        for name: Bytes in ["p/a.jpg", "p/b.jpg"] { try folder.add(name, .jpeg(width: 30, height: 20)) }
    }

    /// The news that the run tells, without the path of the folder, and the prices of both pictures.
    @Test(
        arguments: [
            ("a.jpg,1\nb.jpg,2\n", [], ["1", "2"]),
            ("a.jpg,1\n", [], ["1", ""]),
            (",2\na.jpg,1\n", ["prices.csv:2:1: the row has no picture (img); correct the row, whose price is left out"], ["1", ""]),
            (
                "a.jpg,1\na\"b,2\n,3\nb.jpg,4,5\n",
                [
                    "prices.csv:3:2: a quote stands in a field that is not quoted; correct the row, whose price is left out (the first of 3 such rows)"
                ], ["1", ""]
            ),
            (
                "a.jpg,1\nb.jpg,2\na.jpg,3\n", ["prices.csv:4: a.jpg has another price on line 2; remove one, since the last counts"],
                ["3", "2"]
            ),
            (
                "a.jpg,1\na.jpg,2\na.jpg,1\n",
                ["prices.csv:3: a.jpg has another price on line 2; remove one, since the last counts (the first of 2 such rows)"],
                ["1", ""]
            ),
            ("a.jpg,1\na.jpg,1\n", [], ["1", ""]),
            ("gone.jpg,1\na.jpg,2\n", ["prices.csv:2: gone.jpg is no picture of this run; correct its name or remove the row"], ["2", ""]),
            (
                "z.jpg,1\na.jpg,2\n./b.jpg,3\ny.jpg,4\n",
                ["prices.csv:2: z.jpg is no picture of this run; correct its name or remove the row (the first of 3 such rows)"], ["2", ""]
            ),
            (
                ",1\nx.jpg,2\nx.jpg,3\n",
                [
                    "prices.csv:2:1: the row has no picture (img); correct the row, whose price is left out",
                    "prices.csv:4: x.jpg has another price on line 3; remove one, since the last counts",
                    "prices.csv:4: x.jpg is no picture of this run; correct its name or remove the row",
                ], ["", ""]
            ),
        ] as [(Bytes, [String], [String])])
    func isReported(rows: Bytes, news: [String], prices: [String]) throws {
        try folder.add("p/prices.csv", "img,price\n" + rows)
        let outcome = try ingest("p", "-o", "m.json", in: folder)
        #expect(outcome.isWritten && outcome.news == news.map { "p/\($0)" }, "\(outcome)")
        #expect(folder.text(of: "m.json") == manifest(entry(30, 20, "a.jpg", prices[0]), entry(30, 20, "b.jpg", prices[1])))
        #expect(try preview(["p", "-o", "m.json"], in: folder).news == outcome.notices)
        // A list of prices may be that of a larger shop.
        #expect(outcome.notices.map(\.isUsual) == news.map { $0.contains("no picture of this run") })
    }

    /// A list that is no table, or whose first broken row is to stop the run, is refused before anything is written.
    @Test(
        arguments: [
            (
                "img,cost\na.jpg,1\n", [],
                "1:1: there is no column price; the nearest is cost; the columns are img, cost; --price-column names another"
            ),
            ("img,price\na.jpg,1\n,2\n", ["--on-failure=stop"], "3:1: the row has no picture (img)"),
        ] as [(Bytes, [Bytes], String)])
    func isRefused(list: Bytes, options: [Bytes], message: String) throws {
        try folder.add("p/prices.csv", list)
        #expect(try ingest(["p", "-o", "m.json"] + options, in: folder).fault == "p/prices.csv:\(message)")
        #expect(folder.text(of: "m.json") == nil)
    }
}

// README.md: each row of a catalogue becomes exactly one entry or exactly one named failure, in every format.
import Foundation
import TestSupport
import Testing

@Suite struct NoRowIsLostTests {
    /// A value of a row. A table states null as `\N`, and leaves a missing value empty.
    enum Value: CaseIterable {
        case there, empty, null, missing
    }

    struct Row {
        let img: Value
        let price: Value
        let kept: Value
        let number: Int

        var name: String { "p\(number).jpg" }
        /// The price in the manifest.
        var priceText: String { price == .there ? "\(number).50" : "" }
    }

    enum Format: String, CaseIterable {
        case csv, tsv, json, jsonl, plist, binary, folder
    }

    private static func rows(_ seed: inout Seed) -> [Row] {
        (1...Int.random(in: 1...12, using: &seed)).map { number in
            func value() -> Value { Value.allCases.randomElement(using: &seed) ?? .there }
            // A catalogue without any entry is another matter.
            return Row(img: number == 1 || Bool.random(using: &seed) ? .there : value(), price: value(), kept: value(), number: number)
        }
    }

    @Test(arguments: Format.allCases) func isAnEntryOrAFailure(format: Format) throws {
        var seed = Seed.announced(for: "NoRowIsLostTests.\(format)")
        for _ in 0..<6 {
            let rows = Self.rows(&seed)
            let folder = try TemporaryFolder()
            try folder.addFolder("shop")
            // Each file of a folder is a row with a picture.
            for row in rows where format != .folder || row.img == .there {
                try folder.add(Bytes("shop/\(row.name)"), .jpeg(width: 30, height: 20))
            }
            let catalogue = try write(rows, format, in: folder)
            let options: [Bytes] = ["-o", "m.json", "--max-failures=100%"] + (format == .folder ? [] : ["--keep=k"])
            let outcome = try ingest([catalogue] + options, in: folder)

            let sound = rows.filter { $0.img == .there }.sorted {
                format == .folder ? $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) : $0.number < $1.number
            }
            let entries = try #require(try json(folder.content(of: "m.json")) as? [[String: Any]], "\(seed) \(outcome)")
            #expect(entries.map { $0["img"] as? String } == sound.map(\.name), "\(seed)")
            #expect(entries.map { $0["price"] as? String } == sound.map(\.priceText), "\(seed)")
            let broken = format == .folder ? [] : rows.filter { $0.img != .there }
            #expect(outcome.failures.map(\.row) == broken.map(\.number) && outcome.failures.allSatisfy { $0.code == nil }, "\(seed)")
            #expect(outcome.summary.rows == sound.count + broken.count, "\(seed)")
        }
    }

    /// Writes the catalogue and returns its name.
    private func write(_ rows: [Row], _ format: Format, in folder: TemporaryFolder) throws -> Bytes {
        let name = Bytes(format == .binary ? "shop/c.plist" : format == .folder ? "shop" : "shop/c.\(format.rawValue)")
        switch format {
        case .csv, .tsv: try folder.add(name, Bytes(table(rows, format == .csv ? "," : "\t")))
        case .json: try folder.add(name, Bytes("[" + rows.map(object).joined(separator: ",\n") + "]"))
        case .jsonl: try folder.add(name, Bytes(rows.map(object).joined(separator: "\n")))
        case .plist, .binary:
            let list = rows.map(dictionary)
            let data = try PropertyListSerialization.data(fromPropertyList: list, format: format == .plist ? .xml : .binary, options: 0)
            try folder.add(name, Bytes(Array(data)))
        case .folder: try folder.add("shop/prices.csv", Bytes(table(rows.filter { $0.img == .there && $0.price != .missing }, ",")))
        }
        return name
    }

    private func table(_ rows: [Row], _ delimiter: String) -> String {
        func field(_ value: Value, _ text: String) -> String { value == .there ? text : value == .null ? "\\N" : "" }
        let lines = rows.map { [field($0.kept, "k"), field($0.img, $0.name), field($0.price, $0.priceText)].joined(separator: delimiter) }
        return (["k\(delimiter)img\(delimiter)price"] + lines).joined(separator: "\n")
    }

    private func object(_ row: Row) -> String {
        func member(_ key: String, _ value: Value, _ text: String) -> String? {
            switch value {
            case .there: "\"\(key)\":\(text)"
            case .empty: "\"\(key)\":\"\""
            case .null: "\"\(key)\":null"
            case .missing: nil
            }
        }
        let kept = ["\"k\"", "7", "[1, {\"x\": \"]\"}]", "{\"y\":null}"][row.number % 4]
        let members = [member("k", row.kept, kept), member("img", row.img, "\"\(row.name)\""), member("price", row.price, row.priceText)]
        return "{" + members.compactMap { $0 }.joined(separator: ",") + "}"
    }

    private func dictionary(_ row: Row) -> [String: String] {
        var pairs: [String: String] = [:]
        for (key, value, text) in [("k", row.kept, "k"), ("img", row.img, row.name), ("price", row.price, row.priceText)] {
            if value == .there { pairs[key] = text } else if value == .empty { pairs[key] = "" }
        }
        return pairs
    }
}

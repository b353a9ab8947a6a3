import Foundation
import TestSupport

/// The small shop in `Samples`, and its expected manifest.
enum Samples {
    static let path = Fixtures.root + "/Samples"

    static let catalogues = ["csv", "tsv", "json", "jsonl", "plist", "binary.plist"].map { "catalogue.\($0)" }

    struct Row {
        let img: String
        let price: String
        /// The true size; nil if the picture fails.
        let size: (w: Int, h: Int)?
        /// The expected size in a manifest.
        let reported: (w: Int, h: Int)

        var entry: String { TestSupport.entry(reported.w, reported.h, img, price) }
    }

    /// The rows as Foundation reads them from the property list, in which every price is text.
    static var rows: [Row] { get throws { try read.get() } }

    private static let read = Result {
        let sizes = Dictionary(
            uniqueKeysWithValues: Fixtures.table(path + "/expected.tsv").map { row in
                (row["path"]!, row["w"].flatMap { Int($0) }.map { ($0, Int(row["h"]!)!) })
            })
        let list = try Data(contentsOf: URL(fileURLWithPath: path + "/catalogue.plist"))
        let catalogue = try PropertyListSerialization.propertyList(from: list, format: nil) as! [[String: Any]]
        return catalogue.map { row in
            let img = row["img"] as! String
            let size = sizes[img]!
            let own = (row["w"] as? Int).map { ($0, row["h"] as! Int) }
            return Row(img: img, price: row["price"] as! String, size: size, reported: size ?? own ?? (300, 300))
        }
    }

    static var manifest: String { get throws { TestSupport.manifest(of: try rows.map(\.entry)) } }

    /// `catalogue.csv` is read as `csv`, `catalogue.binary.plist` as `plist`.
    static func format(of catalogue: String) -> String { String(catalogue.split(separator: ".").last!) }

    /// The catalogue, compressed by gzip.
    static func compressed(_ catalogue: String) throws -> Bytes {
        Bytes(try Program.named("gzip")!.run(["-nc", Bytes(path + "/" + catalogue)]).output)
    }
}

import Foundation
import TestSupport
import WeirBase

@testable import Ingest

/// The pictures of a drawn shop, which change from night to night. Rows name them in several ways.
struct DrawnPictures {
    enum Content: Equatable {
        case picture(side: Int)
        case text
        case gone
    }

    static let fileCount = 7
    var contents: [Content] = (0..<fileCount).map { .picture(side: 10 + $0) }

    /// A name that rows use, the file that it names if there is one, and its address below a base.
    struct Name: Hashable {
        let text: String
        let file: Int?
        let address: String?

        /// The name by which a journal has the picture; nil if it records nothing of such a one.
        var record: String? { file.map(DrawnPictures.path) ?? (text.hasPrefix("..") ? text : nil) }
    }

    static func path(_ file: Int) -> String { file == 3 ? "sub/é 3.jpg" : "p\(file).jpg" }

    private static let bitmap = "data:image/bmp;base64," + Data(Bytes.bitmap(width: 3, height: 2).all).base64EncodedString()
    static let names: [Name] =
        (0..<fileCount).map { Name(text: path($0), file: $0, address: $0 == 3 ? "sub/%C3%A9%203.jpg" : path($0)) }
        + [
            Name(text: "./p1.jpg", file: 1, address: "./p1.jpg"), Name(text: bitmap, file: nil, address: nil),
            Name(text: "../x.jpg", file: nil, address: nil), Name(text: "data:,no picture", file: nil, address: nil),
            Name(text: "ftp://shop.example/p1.jpg", file: nil, address: nil),
        ]

    /// The facts of a picture that was measured.
    struct Facts: Equatable {
        let width: Int
        let height: Int
        let format: String
        let bytes: Int
    }

    static func bytes(_ content: Content) -> Bytes? {
        switch content {
        case .picture(let side): .jpeg(width: UInt16(side), height: 5, behind: side % 2 == 0 ? 40 : 0)
        case .text: "a note"
        case .gone: nil
        }
    }

    /// The facts of a picture; nil if it fails, with this code.
    func result(of name: Name) -> (facts: Facts?, code: Failure.Code) {
        guard let file = name.file else {
            let size = Bytes.bitmap(width: 3, height: 2).count
            if name.text == Self.bitmap { return (Facts(width: 3, height: 2, format: "bmp", bytes: size), .notFound) }
            let code: Failure.Code = name.text.hasPrefix("ftp:") ? .forbiddenScheme : .outsideRoot
            return (nil, name.text.hasPrefix("data:") ? .notAnImage : code)
        }
        let content = contents[file]
        guard case .picture(let side) = content else { return (nil, content == .text ? .notAnImage : .notFound) }
        return (Facts(width: side, height: 5, format: "jpeg", bytes: Self.bytes(content)?.count ?? 0), .notFound)
    }

    func write(into folder: TemporaryFolder, instead old: [Content?]) throws {
        for file in 0..<Self.fileCount where old[file] != contents[file] {
            if let bytes = Self.bytes(contents[file]) {
                try folder.add(Bytes("shop/" + Self.path(file)), bytes)
            } else if old[file] != nil {
                try FileManager.default.removeItem(atPath: "\(folder.path)/shop/\(Self.path(file))")
            }
        }
    }
}

/// A row of a drawn catalogue. Without pictures it is broken.
struct DrawnRow {
    enum Kept: Equatable {
        case absent
        case text(String)
        case json(String)
    }

    let pictures: [DrawnPictures.Name]
    let price: String?
    let kept: Kept
    let width: Int?
    let height: Int?

    init(_ seed: inout Seed, _ form: IngestPlan.CatalogueForm, failures: Bool) {
        let isBroken = failures && Int.random(in: 0..<12, using: &seed) == 0
        let count = isBroken ? 0 : Int.random(in: 0..<4, using: &seed) == 0 ? Int.random(in: 2...4, using: &seed) : 1
        let names = failures ? DrawnPictures.names[...] : DrawnPictures.names[..<DrawnPictures.fileCount]
        pictures = (0..<count).map { _ in names.randomElement(using: &seed)! }
        price = [nil, "1", "9.50", "1,5", "7 €", "a \"b\"", ""].randomElement(using: &seed)!
        let texts: [Kept] = [.absent, .text("x"), .text("y, z"), .text("007")]
        let values: [Kept] = form == .json || form == .jsonl ? [.json("{\"a\":[1,\"b\"]}"), .json("[]")] : []
        kept = (texts + values).randomElement(using: &seed)!
        width = Bool.random(using: &seed) ? Int.random(in: 1...999, using: &seed) : nil
        height = Bool.random(using: &seed) ? Int.random(in: 1...999, using: &seed) : nil
    }
}

/// Catalogues with the rows, one row a line. Several pictures of a row have a bar between them.
enum DrawnCatalogue {
    static let forms: [IngestPlan.CatalogueForm] = [.csv, .tsv, .copy, .json, .jsonl, .plist, .xml]

    /// A property list is written in XML or in binary.
    static func bytes(_ rows: [DrawnRow], _ form: IngestPlan.CatalogueForm, isBinary: Bool) throws -> Bytes {
        guard form == .plist, isBinary else { return Bytes(text(rows, form)) }
        let list = rows.map { row in Dictionary(uniqueKeysWithValues: fields(row).compactMap { name, text in text.map { (name, $0) } }) }
        return Bytes(Array(try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)))
    }

    private static func text(_ rows: [DrawnRow], _ form: IngestPlan.CatalogueForm) -> String {
        switch form {
        case .csv: table(rows, ",") { $0.contains { ",\"".contains($0) } ? "\"" + $0.replacing("\"", with: "\"\"") + "\"" : $0 }
        case .tsv: table(rows, "\t") { $0.contains("\"") ? "\"" + $0.replacing("\"", with: "\"\"") + "\"" : $0 }
        case .copy: table(rows, "\t") { $0.replacing("\\", with: "\\\\") }
        case .json: "[\n" + rows.map(object).joined(separator: ",\n") + "\n]\n"
        case .jsonl: rows.map { object($0) + "\n" }.joined()
        case .plist:
            "<plist><array>\n" + rows.map { "<dict>\(elements($0) { "<key>\($0)</key><string>\($1)</string>" })</dict>\n" }.joined()
                + "</array></plist>\n"
        case .xml:
            "<rss xmlns:g=\"http://base.google.com/ns/1.0\"><channel>\n"
                + rows.map { "<item>\(elements($0) { item($0, $1) })</item>\n" }.joined() + "</channel></rss>\n"
        }
    }

    private static func fields(_ row: DrawnRow) -> [(name: String, text: String?)] {
        let kept: String? =
            switch row.kept {
            case .absent: nil
            case .text(let text), .json(let text): text
            }
        let img = row.pictures.isEmpty ? nil : row.pictures.map(\.text).joined(separator: "|")
        return [("k", kept), ("img", img), ("h", row.height.map { "\($0)" }), ("price", row.price), ("w", row.width.map { "\($0)" })]
    }

    private static func table(_ rows: [DrawnRow], _ separator: String, _ field: (String) -> String) -> String {
        let lines = rows.map { fields($0).map { $0.text.map(field) ?? "\\N" } }
        return ([["k", "img", "h", "price", "w"]] + lines).map { $0.joined(separator: separator) + "\n" }.joined()
    }

    private static func object(_ row: DrawnRow) -> String {
        let members = fields(row).compactMap { name, text -> String? in
            guard let text else { return nil }
            if name == "k", case .json = row.kept { return "\"k\":\(text)" }
            return "\"\(name)\":\(name == "w" || name == "h" ? text : jsonText(text))"
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    private static func item(_ name: String, _ text: String) -> String {
        let name = name == "img" ? "image_link" : name
        return "<g:\(name)>\(text)</g:\(name)>"
    }

    private static func elements(_ row: DrawnRow, _ element: (String, String) -> String) -> String {
        fields(row).compactMap { name, text in text.map { element(name, $0.replacing("&", with: "&amp;")) } }.joined()
    }
}

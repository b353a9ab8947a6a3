import Foundation
import TestSupport
import WeirBase

/// A manifest as a tree, so that it can be broken once and written in every form.
struct MutantManifest: Sendable {
    typealias Member = JSONValue.Member

    enum Form: String, CaseIterable, Sendable {
        case json, lines, pretty, xml, binary

        var ending: String {
            switch self {
            case .json, .pretty: "json"
            case .lines: "jsonl"
            case .xml, .binary: "plist"
            }
        }
    }

    /// Objects, in which a key may stand twice.
    var entries: [JSONValue]

    /// `weir ingest` writes this manifest for `addCatalogue`.
    static let clean = MutantManifest(
        entries: heights.enumerated().map { index, height in
            .object([
                Member(name: "w", value: .number("200")), Member(name: "h", value: .number("\(height)")),
                Member(name: "img", value: .string("\(base)hat%20\(index).jpg")),
                Member(name: "price", value: .string(price(index))),
                Member(name: "status", value: .string("ok")), Member(name: "format", value: .string("jpeg")),
                Member(name: "bytes", value: .number("\(Bytes.jpeg(width: 200, height: height).count)")),
                Member(name: "orientation", value: .number("1")),
            ])
        })

    static let base = "https://cdn.example.com/shop/"
    private static let heights: [UInt16] = [181, 304, 227, 343, 262, 195, 311, 239, 328, 276]
    private static func price(_ index: Int) -> String { "¥\(index + 1),\(index)99" }

    static func addCatalogue(to folder: TemporaryFolder) throws {
        var rows = "img,price\n"
        for (index, height) in heights.enumerated() {
            try folder.add(Bytes("hat \(index).jpg"), .jpeg(width: 200, height: height))
            rows += "hat \(index).jpg,\"\(price(index))\"\n"
        }
        try folder.add("c.csv", Bytes(rows))
    }

    func written(as form: Form) throws -> [UInt8] {
        var output = ByteBuffer()
        switch form {
        case .json: output.append("[\n" + entries.map(Self.json).joined(separator: ",\n") + "\n]\n")
        case .lines: output.append(entries.map { Self.json($0) + "\n" }.joined())
        case .pretty: output.append(indented: .array(entries))
        case .xml: output.append(xml)
        case .binary:
            let list = try PropertyListSerialization.propertyList(from: Data(xml.utf8), format: nil)
            return Array(try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))
        }
        return output.bytes
    }

    /// On one line.
    private static func json(_ value: JSONValue) -> String {
        if case .object(let members) = value {
            return "{" + members.map { json(.string($0.name)) + ":" + json($0.value) }.joined(separator: ",") + "}"
        }
        var output = ByteBuffer()
        output.append(indented: value)
        return String(decoding: output.bytes, as: UTF8.self)
    }

    private var xml: String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <array>

            """
        for entry in entries { text += "\t\(Self.xml(entry))\n" }
        return text + "</array>\n</plist>\n"
    }

    private static func xml(_ value: JSONValue) -> String {
        switch value {
        case .null: element("string", "")
        case .bool(let isTrue): isTrue ? "<true/>" : "<false/>"
        case .number(let text): element(text.contains { ".e".contains($0) } ? "real" : "integer", text)
        case .string(let text): element("string", text)
        case .array(let elements): "<array>\(elements.map(xml).joined())</array>"
        case .object(let members):
            "<dict>\n"
                + members.sorted { $0.name < $1.name }
                .map { "\t\t\(element("key", $0.name))\n\t\t\(xml($0.value))\n" }.joined() + "\t</dict>"
        }
    }

    private static func element(_ name: String, _ text: String) -> String {
        var output = ByteBuffer()
        output.append(xml: text)
        return "<\(name)>\(String(decoding: output.bytes, as: UTF8.self))</\(name)>"
    }
}

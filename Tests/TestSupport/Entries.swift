import Foundation

/// A manifest in JSON, made of the text of its entries.
public func manifest(_ entries: String...) -> String { manifest(of: entries) }

public func manifest(of entries: [String]) -> String {
    entries.isEmpty ? "[\n]\n" : "[\n" + entries.joined(separator: ",\n") + "\n]\n"
}

public func entry(_ width: Int, _ height: Int, _ img: String, _ price: String = "1", _ more: String = "") -> String {
    "{\"w\":\(width),\"h\":\(height),\"img\":\(jsonText(img)),\"price\":\(jsonText(price))\(more)}"
}

/// A text without control characters, as JSON has it.
public func jsonText(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}

extension TemporaryFolder {
    /// nil if there is no such file.
    public func content(of name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: path + "/" + name).map(Array.init)
    }

    public func text(of name: String) -> String? { content(of: name).map { String(decoding: $0, as: UTF8.self) } }

    /// The names of everything in the folder or in `below`, with hidden files, but without those of the default journal and
    /// without records of indexes.
    public func names(in below: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path + "/" + below).sorted()
            .filter { !$0.hasPrefix(".weir-journal") && !$0.hasPrefix(".index-") }
    }

    /// Writes a catalogue of these pictures, each with the price 1.
    public func addCatalogue(_ pictures: [String], as name: Bytes = "c.csv") throws {
        try add(name, Bytes((["img,price"] + pictures.map { "\($0),1" }).joined(separator: "\n") + "\n"))
    }
}

/// Reads JSON with Foundation.
public func json(_ bytes: [UInt8]?) throws -> Any {
    guard let bytes else { throw CocoaError(.fileNoSuchFile) }
    return try JSONSerialization.jsonObject(with: Data(bytes))
}

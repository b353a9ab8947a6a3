import Foundation
import TestSupport
import Testing

/// Runs `weir ingest` in the folder.
func ingest(_ arguments: Bytes..., input: Bytes = [], in folder: TemporaryFolder) throws -> Outcome {
    try Program.weir.run(["ingest"] + arguments, input: input, in: folder)
}

/// A manifest in JSON, made of the text of its entries.
func manifest(_ entries: String...) -> String { manifest(of: entries) }

func manifest(of entries: [String]) -> String {
    entries.isEmpty ? "[\n]\n" : "[\n" + entries.joined(separator: ",\n") + "\n]\n"
}

func entry(_ width: Int, _ height: Int, _ img: String, _ price: String = "1", _ more: String = "") -> String {
    func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    return "{\"w\":\(width),\"h\":\(height),\"img\":\(quoted(img)),\"price\":\(quoted(price))\(more)}"
}

extension TemporaryFolder {
    /// nil if there is no such file.
    func content(of name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: path + "/" + name).map(Array.init)
    }

    func text(of name: String) -> String? { content(of: name).map { String(decoding: $0, as: UTF8.self) } }

    /// The names of everything in the folder or in `below`, with hidden files, but without those of `journalNames` and
    /// without records of indexes.
    func names(in below: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path + "/" + below).sorted()
            .filter { !$0.hasPrefix(".weir-journal") && !$0.hasPrefix(".index-") }
    }

    /// The names of the default journal and of the files that belong to it.
    func journalNames(in below: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path + "/" + below).sorted()
            .filter { $0.hasPrefix(".weir-journal") }
    }

    /// Writes a catalogue of these pictures, each with the price 1.
    func addCatalogue(_ pictures: [String], as name: Bytes = "c.csv") throws {
        try add(name, Bytes((["img,price"] + pictures.map { "\($0),1" }).joined(separator: "\n") + "\n"))
    }
}

/// Reads JSON with Foundation.
func json(_ bytes: [UInt8]?) throws -> Any {
    guard let bytes else { throw CocoaError(.fileNoSuchFile) }
    return try JSONSerialization.jsonObject(with: Data(bytes))
}

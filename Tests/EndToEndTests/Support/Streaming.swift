import Foundation
import TestSupport

/// Runs `weir stream` in the folder.
func stream(_ rows: Bytes, _ options: Bytes..., in folder: TemporaryFolder) throws -> Outcome {
    try Program.weir.run(["stream"] + options, input: rows, in: folder)
}

extension Outcome {
    /// The rows of JSON Lines; nil for a line that is none.
    var rows: [[String: Any]?] { output.jsonLines }

    /// Status or code, and size of each row.
    var answers: [String] { rows.map { $0?.answer ?? "no row" } }
}

extension [UInt8] {
    /// The whole lines, read with Foundation. A line that no line feed ends is none.
    var jsonLines: [[String: Any]?] {
        split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().map {
            (try? JSONSerialization.jsonObject(with: Data($0))) as? [String: Any]
        }
    }
}

extension [String: Any] {
    /// `ok 30x20`, `stale 30x20 dns` or `failed dns`.
    var answer: String {
        var words = [self["status"] as? String ?? "no status"]
        if let width = self["w"] as? Int, let height = self["h"] as? Int { words.append("\(width)x\(height)") }
        if let code = self["code"] as? String { words.append(code) }
        return words.joined(separator: " ")
    }
}

/// A row of a picture, with more members.
func row(_ img: String, _ more: String = "") -> String { "{\"img\":\"\(img)\"\(more)}\n" }

import Foundation
import ImageHeaders

/// A picture in a folder of pictures, and its properties from an independent source.
public struct Fixture: Sendable, CustomStringConvertible {
    public let folder: String
    public let path: String
    /// nil if the picture must be refused.
    public let header: ImageHeader?
    /// The failures that are correct; empty if a size is required.
    public let failures: [String]

    public var description: String { path }
    public func bytes() throws -> [UInt8] { try Fixtures.bytes(of: folder + "/" + path) }
}

public enum Fixtures {
    /// The root of the checkout.
    public static let root: String = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// Pictures that `scripts/fixtures` made with the encoders of other programs.
    public static let made: [Fixture] = {
        let folder = ProcessInfo.processInfo.environment["WEIR_FIXTURES"] ?? root + "/.build/fixtures"
        let rows = table(folder + "/expected.tsv")
        // A test over an empty list of pictures would pass.
        precondition(!rows.isEmpty, "there are no pictures in \(folder): run scripts/fixtures, or scripts/test, which does")
        return rows.map { row in
            let header: ImageHeader? = row["w"].flatMap(Int.init).flatMap { width in
                guard let height = row["h"].flatMap(Int.init), let storedWidth = row["stored_w"].flatMap(Int.init),
                    let storedHeight = row["stored_h"].flatMap(Int.init),
                    let format = row["format"].flatMap(ImageFormat.init(rawValue:)),
                    let orientation = row["orientation"].flatMap(Int.init).flatMap(Orientation.init)
                else { fatalError("a row of expected.tsv is not understood: \(row)") }
                return ImageHeader(
                    format: format, displayed: PixelSize(width: width, height: height),
                    stored: PixelSize(width: storedWidth, height: storedHeight), orientation: orientation)
            }
            let result = row["result"] ?? ""
            return Fixture(
                folder: folder, path: row["path"] ?? "", header: header,
                failures: result == "ok" ? [] : result.split(separator: "|").map(String.init))
        }
    }()

    /// The folder of public pictures with known sizes: the folder that the environment names, or the one beside the
    /// checkout.
    public static let corpora: String =
        ProcessInfo.processInfo.environment["WEIR_CORPORA"] ?? URL(fileURLWithPath: root + "/../shared/corpora").standardized.path

    /// The paths of inputs that fuzzers have found.
    public static func crashes() throws -> [String] {
        let folder = root + "/Fuzz/Crashes"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }.sorted()
        precondition(!names.isEmpty, "there are no crashes in \(folder)")
        return names.map { "\(folder)/\($0)" }
    }

    public static func bytes(of path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Rows of a table whose first line names the columns.
    public static func table(_ path: String) -> [[String: String]] {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
        let lines = text.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
        guard let names = lines.first else { return [] }
        return lines.dropFirst().map { cells in
            Dictionary(uniqueKeysWithValues: zip(names, cells).map { (String($0), String($1)) })
        }
    }
}

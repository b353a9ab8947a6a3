import Foundation
import TestSupport

/// Runs of ingest for URLs, with the mirror `mir` and the manifest `m.json`.
struct Mirroring {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static let options: [Bytes] = ["-o", "m.json", "--mirror", "mir", "--allow-host=private", "--max-failures=100%", "-q"]

    /// The bytes of a picture that `scripts/fixtures` has made.
    static func picture(_ path: String) throws -> Bytes {
        guard let picture = Fixtures.made.first(where: { $0.path == path }) else { throw CocoaError(.fileNoSuchFile) }
        return Bytes(try picture.bytes())
    }

    func run(_ urls: [String], _ options: Bytes...) throws -> Outcome {
        try folder.addCatalogue(urls)
        return try Program.weir.run(["ingest", "c.csv"] + Mirroring.options + options, in: folder)
    }

    /// Starts the same run, so that a test can kill it.
    func start(_ urls: [String]) throws -> RunningProgram {
        try folder.addCatalogue(urls)
        return try Program.weir.start(["ingest", "c.csv"] + Mirroring.options, in: folder)
    }

    /// The complete pictures in the mirror, by their paths there.
    func pictures() throws -> [String: Bytes] {
        var pictures: [String: Bytes] = [:]
        for prefix in try folder.names(in: "mir") where !prefix.hasPrefix(".") {
            for name in try folder.names(in: "mir/\(prefix)") {
                pictures["\(prefix)/\(name)"] = Bytes(folder.content(of: "mir/\(prefix)/\(name)") ?? [])
            }
        }
        return pictures
    }

    /// The names of incomplete pictures in the mirror, and of their notes.
    func partials() throws -> [String] { try folder.names(in: "mir/.partial") }

    /// Waits until so many bytes of one picture have been stored.
    func waitForPartial(of count: Int) throws {
        try waitUntil("\(count) bytes are stored") {
            let names = (try? partials()) ?? []
            let isThere = names.contains { !$0.hasSuffix(".json") && folder.content(of: "mir/.partial/\($0)")?.count == count }
            return isThere && names.contains { $0.hasSuffix(".json") }
        }
    }

    /// The value of one key in each entry, in the order of the rows.
    func facts(_ name: String) throws -> [String?] {
        let entries = try json(folder.content(of: "m.json")) as? [[String: Any]] ?? []
        return entries.map { $0[name] as? String }
    }
}

extension Bytes {
    /// SHA-256, computed by `sha256sum`.
    func sha256() throws -> String {
        guard let program = Program.named("sha256sum") else { throw CocoaError(.featureUnsupported) }
        return String(try program.run([], input: self).text.prefix(64))
    }
}

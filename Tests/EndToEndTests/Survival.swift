import Foundation
import TestSupport
import Testing

/// Kills runs that replace one manifest by another, and looks at what is left.
///
/// Between the moment in which a new file gets its hidden name and the one in which it takes the
/// old one's place, a killed run leaves that name behind; the next run removes it. Of pages, each
/// is whole: the first ones new, the others old, and the index is not new before all of them are.
struct Survival {
    let folder: TemporaryFolder
    private let rows: Int
    private let memory: MemoryFolder?

    static let pages = 100

    /// `inMemory` is for many runs: none waits for a disk that others use too.
    init(rows: Int, inMemory: Bool) throws {
        self.rows = rows
        folder = try TemporaryFolder()
        memory = inMemory ? MemoryFolder() : nil
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
        for (name, price) in [("old.csv", "1"), ("new.csv", "22")] {
            let lines = (1...rows).map { "a.jpg,\(price).\($0)\n" }
            try folder.add(Bytes(name), Bytes("img,price\n" + lines.joined()))
        }
        for name: Bytes in ["out", "trial"] {
            guard let memory else {
                try folder.addFolder(name)
                continue
            }
            try FileManager.default.createDirectory(atPath: memory.path + "/" + String(decoding: name.all, as: UTF8.self), withIntermediateDirectories: false)
            try folder.addLink(name, to: Bytes(memory.path + "/") + name)
        }
    }

    enum Kind: CaseIterable { case single, paged }

    func arguments(_ kind: Kind, in output: Bytes = "out") -> [Bytes] {
        switch kind {
        case .single: ["-o", output + "/m.json"]
        case .paged: ["-o", output, "--page-size", "\(rows / Survival.pages)"]
        }
    }

    func run(_ catalogue: Bytes, _ arguments: [Bytes], by program: Program = .weir) throws -> Outcome.Status {
        try program.run(["ingest", catalogue, "-q"] + arguments, in: folder).status
    }

    /// The output folder: its files, hidden leftovers aside, in the order in which they are renewed.
    private func output() throws -> [(name: String, content: [UInt8])] {
        try folder.names(in: "out").filter { !($0.hasPrefix(".") && $0.contains(".json.weir-")) }
            .sorted { Survival.rank($0) < Survival.rank($1) }.map { ($0, folder.content(of: "out/\($0)")!) }
    }

    private static func rank(_ name: String) -> Int { Int(name.dropLast(".json".count)) ?? Int.max }

    /// Holds what each of the killers leaves against the outputs of whole runs.
    func check(_ kind: Kind, _ killers: some Sequence<Program>, mustDie: Bool) throws {
        let arguments = arguments(kind)
        #expect(try run("new.csv", arguments) == .exited(0))
        let new = try output()
        #expect(try run("old.csv", arguments) == .exited(0))
        let old = try output()
        let names = old.map(\.name)
        #expect(new.map(\.name) == names && zip(old, new).allSatisfy { $0.content != $1.content })
        for killer in killers {
            let status = try run("new.csv", arguments, by: killer)
            #expect(!mustDie || status != .exited(0))
            let found = try output()
            #expect(found.map(\.name) == names)
            let states = zip(found, zip(old, new)).map { found, pair in
                found.content == pair.1.content ? "new" : found.content == pair.0.content ? "old" : "broken"
            }
            // In the alphabet, the new comes before the old.
            #expect(!states.contains("broken") && states == states.sorted(), "\(status)")
            if !states.contains("new"), try folder.names(in: "out") == names.sorted() { continue }
            // The next run finds nothing in its way and leaves nothing behind.
            #expect(try run("old.csv", arguments) == .exited(0))
            #expect(try folder.names(in: "out") == names.sorted())
            #expect(try zip(output(), old).allSatisfy { $0 == $1 })
        }
    }
}

/// A folder in memory, where this machine has one.
private final class MemoryFolder: Sendable {
    let path: String

    init?() {
        var template = Array("/dev/shm/weir-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

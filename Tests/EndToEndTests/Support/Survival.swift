import Foundation
import TestSupport
import Testing

/// Kills runs that replace one manifest by another, and checks the files that are left.
///
/// New files are hidden before they replace the old ones. A run that is killed in between leaves hidden files, and the
/// next run removes them. Pages that have numbers are old or new each, and `weir check` names those that are not of the index.
struct Survival {
    let folder: TemporaryFolder
    private let rows: Int
    private let memory: MemoryFolder?

    static let pages = 100

    /// `inMemory` keeps the output in memory, so that many runs do not wait for a busy disk.
    init(rows: Int, inMemory: Bool) throws {
        self.rows = rows
        folder = try TemporaryFolder()
        memory = inMemory ? MemoryFolder() : nil
        try folder.add("a.jpg", .jpeg(width: 600, height: 400))
        for (name, price) in [("old.csv", "1"), ("new.csv", "22")] {
            let lines = (1...rows).map { "a.jpg,\(price).\($0)\n" }
            try folder.add(Bytes(name), Bytes("img,price\n" + lines.joined()))
        }
        for name: Bytes in ["out", "trial"] {
            guard let memory else {
                try folder.addFolder(name)
                continue
            }
            try FileManager.default.createDirectory(
                atPath: memory.path + "/" + String(decoding: name.all, as: UTF8.self), withIntermediateDirectories: false)
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
        try program.run(["ingest", catalogue, "-q", "--max-removed=100%"] + arguments, in: folder).status
    }

    /// The files of the output folder without hidden leftovers, in the order in which they are replaced.
    private func output() throws -> [(name: String, content: [UInt8])] {
        try folder.names(in: "out").filter { !($0.hasPrefix(".") && $0.contains(".weir-")) }
            .sorted { Survival.rank($0) < Survival.rank($1) }.map { ($0, folder.content(of: "out/\($0)") ?? []) }
    }

    private static func rank(_ name: String) -> Int { Int(name.dropLast(".json".count)) ?? Int.max }

    /// Compares the files that each killed run leaves with those of whole runs.
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
            #expect(!states.contains("broken") && (Set(states).count == 1 || kind == .paged), "\(status)")
            if kind == .paged {
                let check = try Program.weir.run(["check", "out"], in: folder)
                let isMixed = Set(states).count > 1
                #expect(check.status == .exited(isMixed ? 1 : 0) && check.text.contains("[page-hash]") == isMixed, "\(check.text)")
            }
            if !states.contains("new"), try folder.names(in: "out") == names.sorted() { continue }
            // The next run succeeds and leaves no hidden files.
            #expect(try run("old.csv", arguments) == .exited(0))
            #expect(try folder.names(in: "out") == names.sorted())
            #expect(try zip(output(), old).allSatisfy { $0 == $1 })
        }
    }
}

/// A folder in memory, if this machine has one.
private final class MemoryFolder: Sendable {
    let path: String

    init?() {
        var template = Array("/dev/shm/weir-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

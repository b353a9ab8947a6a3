// docs/cli.md: an output replaces the regular file that it names, and nothing that the command reads.
import Foundation
import TestSupport
import Testing

@Suite struct OutputFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name: Bytes in ["a.jpg", "old.jpg"] { try folder.add(name, .jpeg(width: 30, height: 20)) }
        try folder.add("m.json", Bytes(manifest(of: [entry(30, 20, "a.jpg")])))
        try folder.add("n.json", Bytes(manifest(of: [entry(30, 20, "old.jpg")])))
        try folder.add("base.json", Bytes(manifest(of: [entry(30, 20, "https://a.example/a.jpg")])))
        try folder.addCatalogue(["a.jpg"])
        try folder.add("weir.json", #"{"layouts":["waterflow"]}"#)
        try folder.add("other.json", #"{"layouts":["waterflow"]}"#)
        try folder.add("devices.json", #"[{"name":"d","width":300,"height":600}]"#)
        try folder.add("known.json", #"{"version":1,"findings":[]}"#)
        try folder.add("findings.json", #"{"version":1,"counts":{},"findings":[]}"#)
        try folder.add("header", "Accept-Language: de\n")
        for (name, content) in Self.foreign { try folder.add(name, content) }
        try folder.setMode("readonly.txt", 0o444)
        try folder.addFolder("sub")
        for (name, target) in [("to-m.json", "m.json"), ("to-a.jpg", "a.jpg"), ("to-note", "note.txt")] as [(Bytes, Bytes)] {
            try folder.addLink(name, to: target)
        }
        for (name, target) in [("hard-m.json", "m.json"), ("hard-note", "note.txt")] {
            try FileManager.default.linkItem(atPath: "\(folder.path)/\(target)", toPath: "\(folder.path)/\(name)")
        }
    }

    /// Files of other programs, with what weir's outputs might begin or end.
    private static let foreign: [(Bytes, Bytes)] = [
        ("note.txt", "Mind the gap.\n"), ("photo.png", "\u{89}PNG"), ("build.log", "Building the Makefile\n"),
        ("main.py", "def main() -> int:\n"), ("flow.yml", "flow: left\n"), ("page.html", "<p>mine</p>"), ("readonly.txt", "mine"),
        ("drawing.svg", "<svg/>"), ("empty", ""),
    ]

    /// The words of a command line. `ingest` stands for a run of the catalogue.
    private static func words(_ line: String) -> [Bytes] {
        line.replacing("ingest", with: "ingest c.csv -o new.json --journal=none").split(separator: " ").map { Bytes(String($0)) }
    }

    @Test(arguments: [
        ("layout m.json -o ", "note.txt"), ("layout m.json -o ", "empty"), ("layout m.json -o ", "photo.png"),
        ("layout m.json -o ", "drawing.svg"), ("layout m.json -o ", "readonly.txt"), ("layout m.json -o ", "to-note"),
        ("layout m.json -o ", "hard-note"), ("diff m.json n.json -o ", "build.log"), ("diff m.json n.json -o ", "main.py"),
        ("layouts -o ", "flow.yml"), ("preview m.json -o ", "page.html"), ("preview m.json -o ", "old.jpg"),
        ("check m.json --report=json=", "note.txt"), ("ingest --report=", "note.txt"), ("ingest --report=", "old.jpg"),
        ("ingest --metrics=", "main.py"),
    ])
    func replaced(command: String, name: String) throws {
        let before = folder.content(of: name)
        let outcome = try Program.weir.run(Self.words(command + name), in: folder)
        #expect(outcome.status == .exited(0) || outcome.status == .exited(1), "\(outcome.messages)")
        #expect(folder.content(of: name) != before)
        // The file behind a link is replaced, and the other name of a file stays with the old one.
        #expect((folder.text(of: "note.txt") == "Mind the gap.\n") == !["note.txt", "to-note"].contains(name))
        let kind = try FileManager.default.attributesOfItem(atPath: folder.path + "/to-note")[.type] as? FileAttributeType
        #expect(kind == .typeSymbolicLink)
    }

    @Test(arguments: [
        ("layout m.json -o m.json", "m.json", "is read, and the"), ("layout m.json -o to-m.json", "m.json", "is read, and the"),
        ("layout m.json -o hard-m.json", "m.json", "is read, and the"), ("layout m.json -o sub/../m.json", "m.json", "is read, and the"),
        ("layout to-m.json -o m.json", "m.json", "is read, and the"), ("layout m.json -o weir.json", "weir.json", "is read, and the"),
        ("layout m.json --config=other.json -o other.json", "other.json", "is read, and the"),
        ("layout m.json --devices=devices.json -o devices.json", "devices.json", "is read, and the"),
        ("layout m.json --format=svg -o a.jpg", "a.jpg", "is picture 0 of the manifest"),
        ("diff m.json n.json -o n.json", "n.json", "is read, and the"), ("diff n.json m.json -o to-m.json", "m.json", "is read, and the"),
        ("preview m.json -o m.json", "m.json", "is read, and the"),
        ("preview m.json --against=n.json -o n.json", "n.json", "is read, and the"),
        ("preview m.json --findings=findings.json -o findings.json", "findings.json", "is read, and the"),
        ("preview m.json -o a.jpg", "a.jpg", "is picture 0 of the manifest"),
        ("preview m.json -o to-a.jpg", "a.jpg", "is picture 0 of the manifest"),
        ("preview base.json --base-url=https://a.example -o a.jpg", "a.jpg", "is picture 0 of the manifest"),
        ("preview m.json --against=n.json -o old.jpg", "old.jpg", "is picture 0 of the manifest"),
        ("check m.json --report=json=m.json", "m.json", "is read, and the"),
        ("check m.json --report=json=hard-m.json", "m.json", "is read, and the"),
        ("check m.json --baseline=known.json --report=json=known.json", "known.json", "is read, and the"),
        ("check m.json --images --report=json=a.jpg", "a.jpg", "is a picture of m.json"),
        ("ingest --report=c.csv", "c.csv", "the catalogue and the report cannot both be"),
        ("ingest --report=a.jpg", "a.jpg", "is a picture of row 1 (line 2)"),
        ("ingest --metrics=to-a.jpg", "a.jpg", "is a picture of row 1 (line 2)"),
        ("ingest --header=@header --metrics=header", "header", "cannot both be"),
    ])
    func refused(command: String, kept: String, message: String) throws {
        let before = folder.content(of: kept)
        let outcome = try Program.weir.run(Self.words(command), in: folder)
        #expect(folder.content(of: kept) == before)
        #expect(outcome.status == .exited(2), "\(outcome.messages)")
        #expect(outcome.messages.contains(message), "\(outcome.messages)")
    }

    /// A pipe or a device is written to, a folder is refused, and none of them is replaced.
    @Test(arguments: [("sub", 2), ("pipe", 0), ("/dev/stdout", 0), ("null", 0)] as [(String, Int32)])
    func isNoFile(output: String, status: Int32) throws {
        try folder.addPipe("fifo")
        try folder.addLink("pipe", to: "fifo")
        try folder.addLink("null", to: "/dev/null")
        func kinds() throws -> [UInt32] {
            try ["fifo", "null", "sub"].map { name in
                var status = stat()
                try #require(lstat("\(folder.path)/\(name)", &status) == 0)
                return status.st_mode & S_IFMT
            }
        }
        let before = try kinds()
        let bash = try #require(Program.named("bash"))
        // The second descriptor keeps the pipe open, so that nothing waits.
        let script = "exec 3<>fifo; \"$1\" layout m.json -o \(output) >printed; status=$?; exit $status"
        let outcome = try bash.run(["-c", Bytes(script), "-", Program.weir.path], in: folder)
        #expect(outcome.status == .exited(status), "\(outcome.messages)")
        #expect(folder.text(of: "printed")?.contains("frames") == (output == "/dev/stdout"))
        #expect(try kinds() == before)
    }

    /// A file of another user in this user's folder is replaced as any other; a link that another user has put there is not followed.
    @Test(.needs(.root)) func ofOtherUsers() throws {
        #expect(lchown(folder.path + "/note.txt", 1, 1) == 0 && lchown(folder.path + "/to-note", 1, 1) == 0)
        #expect(try Program.weir.run(["layout", "m.json", "-o", "note.txt"], in: folder).status == .exited(0))
        #expect(folder.text(of: "note.txt")?.contains("frames") == true)
        let outcome = try Program.weir.run(["layout", "m.json", "-o", "to-note"], in: folder)
        #expect(outcome.messages.contains("is a link that somebody else may have put there"), "\(outcome.messages)")
        #expect(outcome.status != .exited(0))
    }
}

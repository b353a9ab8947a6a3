// docs/security.md: names may have any bytes except NUL and a slash, and no byte is lost in the output.
import Foundation
import TestSupport
import Testing

@Suite struct NameTests {
    /// Names, and their form in text and in tables.
    static let rows: [(name: Bytes, shown: Bytes)] = [
        ("a b  c.jpg", "a b  c.jpg"),
        (" ", " "),
        ("tab\there", #"tab\there"#),
        ("line\nfeed", #"line\nfeed"#),
        ("return\r", #"return\r"#),
        (#"back\slash"#, #"back\\slash"#),
        (#""quotes" 'both'"#, #""quotes" 'both'"#),
        ("escape\u{1B}[2J", #"escape\x1b[2J"#),
        ("delete\u{7F}", #"delete\x7f"#),
        ("%s%n", "%s%n"),
        ("-r", "-r"),
        ("--format", "--format"),
        ("cafe\u{301} caf\u{E9} 猫 🐈", "cafe\u{301} caf\u{E9} 猫 🐈"),
        ([0x63, 0x61, 0x66, 0xE9], [0x63, 0x61, 0x66, 0xE9]),
        ([0xFF, 0xFE, 0x09], [0xFF, 0xFE, 0x5C, 0x74]),
        ([0xED, 0xA0, 0x80], [0xED, 0xA0, 0x80]),
        ("💥" + [0xF0, 0x9F], "💥" + [0xF0, 0x9F]),
        (Bytes(String(repeating: "n", count: 255)), Bytes(String(repeating: "n", count: 255))),
    ]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: rows)
    func inATable(name: Bytes, shown: Bytes) throws {
        try folder.add(name, .jpeg(width: 30, height: 20))
        let line = "30\t20\t30\t20\t1\tjpeg\t" + shown + "\n"
        #expect(Bytes(try probe("--format=tsv", "--", name, in: folder).output) == line)
        // The same name in a list, whose line end is not in the name.
        #expect(Bytes(try probe("--format=tsv", "--files-from=-", input: name + [0], in: folder).output) == line)
        if !name.all.contains(UInt8(ascii: "\n")), name.all.last != UInt8(ascii: "\r") {
            #expect(Bytes(try probe("--format=tsv", "--files-from=-", input: name + "\n", in: folder).output) == line)
        }
        #expect(Bytes(try probe("--", name, in: folder).output) == shown + ": 30x20 jpeg\n")
    }

    @Test(arguments: rows)
    func ofAListAndOfAFolder(name: Bytes, shown: Bytes) throws {
        try folder.addFolder(name)
        try folder.add(name + "/" + name, .jpeg(width: 30, height: 20))
        try folder.add("list", name + "/" + name + [0])
        let line = shown + "/" + shown + ": 30x20 jpeg\n"
        #expect(Bytes(try probe("-r", "--", name, in: folder).output) == line)
        let list = try TemporaryFolder()
        try list.add(name, folder.path(of: name + "/" + name) + [0])
        let outcome = try probe("--files-from", name, in: list)
        #expect(outcome.output.suffix(line.count) == line.all[...])
        #expect(outcome.status == .exited(0))
    }
}

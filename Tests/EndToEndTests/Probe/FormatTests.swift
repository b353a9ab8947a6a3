// docs/cli.md: the output of each --format of weir probe.
import Foundation
import ImageHeaders
import TestSupport
import Testing

@Suite struct FormatTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("up.jpg", .jpeg(width: 30, height: 20))
        let turned = Bytes("Exif\0\0") + .exif(orientation: 6)
        try folder.add("turned.jpg", [0xFF, 0xD8] + .segment(0xE1, turned) + .frame(width: 30, height: 20))
    }

    @Test(arguments: [
        (
            "text",
            """
            up.jpg: 30x20 jpeg
            turned.jpg: 20x30 jpeg, stored 30x20, orientation 6
            gone.jpg: error: not-found: there is no such file

            """
        ),
        (
            "tsv",
            """
            30\t20\t30\t20\t1\tjpeg\tup.jpg
            20\t30\t30\t20\t6\tjpeg\tturned.jpg
            -\t-\t-\t-\t-\terror:not-found\tgone.jpg

            """
        ),
        (
            "json",
            """
            [
            {"w":30,"h":20,"stored_w":30,"stored_h":20,"orientation":1,"format":"jpeg","mime":"image/jpeg","animated":false,"alpha":false,"colorModel":"gray","depth":8,"path":"up.jpg"},
            {"w":20,"h":30,"stored_w":30,"stored_h":20,"orientation":6,"format":"jpeg","mime":"image/jpeg","animated":false,"alpha":false,"colorModel":"gray","depth":8,"path":"turned.jpg"},
            {"error":"not-found","message":"there is no such file","path":"gone.jpg"}
            ]

            """
        ),
        (
            "jsonl",
            """
            {"w":30,"h":20,"stored_w":30,"stored_h":20,"orientation":1,"format":"jpeg","mime":"image/jpeg","animated":false,"alpha":false,"colorModel":"gray","depth":8,"path":"up.jpg"}
            {"w":20,"h":30,"stored_w":30,"stored_h":20,"orientation":6,"format":"jpeg","mime":"image/jpeg","animated":false,"alpha":false,"colorModel":"gray","depth":8,"path":"turned.jpg"}
            {"error":"not-found","message":"there is no such file","path":"gone.jpg"}

            """
        ),
    ])
    func bytes(format: String, expected: String) throws {
        let outcome = try probe("--format", Bytes(format), "up.jpg", "turned.jpg", "gone.jpg", in: folder)
        #expect(outcome.text == expected)
        #expect(outcome.messages == "")
        #expect(outcome.status == .exited(1))
    }

    @Test func textIsTheDefault() throws {
        #expect(try probe("up.jpg", in: folder).text == "up.jpg: 30x20 jpeg\n")
        #expect(try probe("--format=json", "--format=text", "up.jpg", in: folder).text == "up.jpg: 30x20 jpeg\n")
    }

    /// All formats have the same results, over several batches and with names of every kind.
    @Test func formatsAgree() throws {
        let names = NameTests.rows.map(\.name)
        for name in names { try folder.add(name, .jpeg(width: 30, height: 20)) }
        let listed: Bytes = names.reduce([]) { $0 + $1 + [0] }
        let list: Bytes = (0..<40).reduce([]) { $0 + listed + "gone-\($1)\0" }
        func output(_ format: Bytes) throws -> Data {
            Data(try probe("--format", format, "--files-from=-", input: list, in: folder).output)
        }
        let array = try #require(try JSONSerialization.jsonObject(with: output("json")) as? [[String: Any]])
        let lines = try output("jsonl").split(separator: UInt8(ascii: "\n")).map {
            try #require(try JSONSerialization.jsonObject(with: $0) as? [String: Any])
        }
        #expect(array.count == 40 * (names.count + 1))
        #expect((array as NSArray).isEqual(to: lines))
        #expect(array.count { $0["error"] as? String == "not-found" } == 40)
        #expect(array.count { $0["w"] as? Int == 30 && $0["h"] as? Int == 20 } == 40 * names.count)
        for format in ["text", "tsv"] as [Bytes] {
            #expect(try output(format).count { $0 == UInt8(ascii: "\n") } == array.count)
        }
    }

    @Test(arguments: [
        ("600", nil), ("6e2", nil), ("1", "30x20 has more than 1 pixels"), ("599", "30x20 has more than 599 pixels"),
    ])
    func maxPixels(limit: String, message: String?) throws {
        for option in [["--max-pixels", Bytes(limit)], ["--max-pixels=\(limit)"]] {
            let outcome = try Program.weir.run(["probe", "up.jpg"] + option, in: folder)
            let result = message.map { "error: too-large: \($0)" } ?? "30x20 jpeg"
            #expect(outcome.text == "up.jpg: \(result)\n")
            #expect(outcome.status == .exited(message == nil ? 0 : 1))
        }
    }

    @Test func maxPixelsByDefault() throws {
        try folder.add("fits.jpg", .jpeg(width: 40_000, height: 25_000))
        try folder.add("huge.jpg", .jpeg(width: 40_000, height: 25_001))
        let outcome = try probe("fits.jpg", "huge.jpg", in: folder)
        #expect(
            outcome.text == """
                fits.jpg: 40000x25000 jpeg
                huge.jpg: error: too-large: 40000x25001 has more than 1000000000 pixels

                """)
    }
}

extension ImageHeader {
    fileprivate var cells: [String] {
        [displayed.width, displayed.height, stored.width, stored.height, orientation.rawValue].map(String.init)
            + [format.rawValue]
    }
}

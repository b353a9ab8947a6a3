// docs/manifest.md: weir probe --with prints facts that take the pixels of a picture.
import Foundation
import TestSupport
import Testing

@Suite struct ProbePlaceholderTests {
    private let folder: TemporaryFolder
    private static let all = "--with=thumbhash,blurhash,color,blurDataURL,phash,content,source,range"

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("black.bmp", .bitmap(width: 8, height: 4))
        for (name, path) in [("a.jpg", "jpeg/cjpeg-640x480.jpg"), ("a.png", "png/pillow-640x480.png"), ("a.gif", "gif/pillow-640x480.gif")]
        {
            let picture = try #require(Fixtures.made.first { $0.path == path })
            try folder.add(Bytes(name), Bytes(try picture.bytes()))
        }
    }

    @Test func textAndTable() throws {
        let text = try probe("--with=color", "black.bmp", in: folder)
        #expect(text.text == "black.bmp: 8x4 bmp, dominantColor #000000, meanColor #000000\n")
        let table = try probe("--with", "color", "--with=thumbhash", "--format=tsv", "black.bmp", in: folder)
        #expect(table.text == "8\t4\t8\t4\t1\tbmp\tAAgCBIAAAAAAAAAAAAAAAAAAAA==\t#000000\t#000000\tblack.bmp\n")
        #expect(text.status == .exited(0) && text.messages.isEmpty)
    }

    /// Files of three formats have nearly the same pixels, and so has the `data:` URL of one.
    @Test func objects() throws {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/a.png"))
        let url = "data:image/png;base64," + bytes.base64EncodedString()
        try folder.add("list", Bytes("a.png\na.jpg\na.gif\n\(url)\n"))
        let outcome = try probe(Bytes(Self.all), "--format=jsonl", "--files-from=list", in: folder)
        #expect(outcome.status == .exited(0) && outcome.messages.isEmpty, "\(outcome.messages)")
        let objects = try outcome.lines.filter { !$0.isEmpty }.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        try #require(objects.count == 4)
        for object in objects {
            #expect(Data(base64Encoded: object["thumbhash"] as? String ?? "-")?.count ?? 0 > 10)
            #expect((object["blurhash"] as? String)?.count == 28)
            #expect((object["blurDataURL"] as? String)?.hasPrefix("data:image/webp;base64,") == true)
            for name in ["dominantColor", "meanColor"] { #expect((object[name] as? String)?.wholeMatch(of: /#[0-9a-f]{6}/) != nil) }
        }
        for name in ["thumbhash", "blurhash", "dominantColor", "meanColor", "blurDataURL"] {
            #expect(objects[3][name] as? String == objects[0][name] as? String, "\(name)")
        }
    }

    /// A picture without pixels has its size, and does not fail.
    @Test func missingFacts() throws {
        try folder.add("a.ff", "farbfeld" + .big(UInt32(3)) + .big(UInt32(2)) + Bytes(zeros: 48))
        try folder.add("cut.jpg", .jpeg(width: 30, height: 20))
        let outcome = try probe(
            "--with=color", "--format=jsonl", "a.ff", "black.bmp", "-", "cut.jpg", input: .jpeg(width: 5, height: 6), in: folder)
        #expect(outcome.status == .exited(0))
        #expect(outcome.lines.map { $0.contains("meanColor") } == [false, true, false, false, false])
        #expect(
            outcome.messages
                == "weir: 3 pictures lack facts of --with; the first is a.ff: the pixels of farbfeld are not decoded\n")
        let one = try probe("--with=color", "--format=tsv", "-", input: .jpeg(width: 5, height: 6), in: folder)
        #expect(one.text == "5\t6\t5\t6\t1\tjpeg\t-\t-\t-\n")
        #expect(
            one.messages == "weir: a picture lacks facts of --with: -: of the picture on standard input only the header is read\n"
        )
        let none = try probe("--with=color", "--format=jsonl", "gone.png", in: folder)
        #expect(none.status == .exited(1) && none.messages.isEmpty)
    }

    /// Pixels that are not decoded do not hide the metadata.
    @Test func rangeWithoutPixels() throws {
        let picture = try #require(Fixtures.made.first { $0.path == "png/ffmpeg-pq.png" })
        try folder.add("hdr.png", Bytes(try picture.bytes()))
        let outcome = try probe("--with=color,range", "--format=jsonl", "hdr.png", "a.png", in: folder)
        #expect(outcome.lines.map { $0.contains(#""range":"hdr""#) } == [true, false, false])
        #expect(outcome.lines.map { $0.contains("meanColor") } == [false, true, false])
        #expect(outcome.messages == "weir: a picture lacks facts of --with: hdr.png: HDR (PQ or HLG) is not converted to sRGB\n")
    }

    /// A library that cannot be loaded is named. Only pictures that need it have no facts.
    @Test(
        .needs(.loading),
        arguments: [
            (["libgif.so.7"], "gif/pillow-640x480.gif", "a GIF's pixels need libgif.so.7, of Debian's package libgif7"),
            (["libtiff.so.6"], "tiff/pillow-rgb.tif", "a TIFF's pixels need libtiff.so.6, of Debian's package libtiff6"),
            (["libheif.so.1"], "avif/avifenc-64x48.avif", "the pixels of HEIC and AVIF need libheif.so.1, of Debian's package libheif1"),
            (
                (7...11).map { "libjxl.so.0.\($0)" }, "jxl/cjxl-40x30.jxl",
                "a JPEG XL's pixels need libjxl.so.0.7 to 0.11, of Debian's package libjxl0.7 or libjxl0.11"
            ),
            (["librsvg-2.so.2"], "svg/plain.svg", "an SVG's pixels need librsvg-2.so.2, of Debian's package librsvg2-2"),
        ] as [([String], String, String)])
    func missingLibrary(libraries: [String], path: String, message: String) throws {
        try folder.addFolder("lib")
        for library in libraries { try folder.add("lib/" + Bytes(library), "no library") }
        let picture = try #require(Fixtures.made.first { $0.path == path })
        try folder.add("picture", Bytes(try picture.bytes()))
        let outcome = try Program.weir.run(
            ["probe", "--with=color", "--format=jsonl", "picture", "a.png"], environment: ["LD_LIBRARY_PATH": folder.path + "/lib"],
            in: folder)
        #expect(outcome.status == .exited(0))
        #expect(outcome.lines.map { $0.contains("meanColor") } == [false, true, false])
        #expect(outcome.messages == "weir: a picture lacks facts of --with: picture: \(message)\n")
    }

    /// A picture whose decoder never ends or crashes is the only one without facts. Each library has a picture.
    @Test(.needs(.loading, .time)) func endlessPicture() throws {
        try folder.add("endless.svg", .endlessSVG)
        let names = ["tiff/pillow-rgb.tif", "heic/irot-1.heic", "avif/avifenc-alpha.avif", "jxl/cjxl-alpha.jxl", "svg/percent.svg"]
        let paths = try names.map { name in Bytes(try #require(Fixtures.made.first { $0.path == name }).folder + "/" + name) }
        let outcome = try Program.weir.run(["probe", "--with=color", "--format=jsonl"] + paths + ["endless.svg"] + paths, in: folder)
        #expect(outcome.status == .exited(0))
        #expect(outcome.lines.filter { $0.contains("meanColor") }.count == 2 * paths.count)
        // On a busy machine the decoder's patience ends before its share of a processor.
        let reasons = ["decoding it takes more than 20 s of a processor", "its decoder did not move for 120 s"]
        let messages = reasons.map { "weir: a picture lacks facts of --with: endless.svg: \($0)\n" }
        #expect(messages.contains(outcome.messages), "\(outcome.messages)")
    }

    /// A thread for each processor would need the memory of the picture.
    @Test(.needs(.tracer)) func decodesInOneThread() throws {
        let strace = try #require(Program.named("strace")).running(.weir, after: ["-f", "-qq", "-o", "calls", "-e", "trace=clone,clone3"])
        let threads = try ["tiff/pillow-rgb.tif", "avif/avifenc-10-bit-2600x2600.avif"].map { name in
            let picture = try #require(Fixtures.made.first { $0.path == name })
            let outcome = try strace.run(["probe", "--with=color", Bytes(picture.folder + "/" + name)], in: folder)
            #expect(outcome.status == .exited(0) && outcome.messages == "")
            return try #require(folder.text(of: "calls")).matches(of: #/clone3?\(/#).count
        }
        #expect(threads[0] == threads[1] && threads[0] > 0)
    }

    /// Many pictures come in their order, whatever batches they are split into.
    @Test func order() throws {
        let names = (0..<70).map { $0 % 3 == 0 ? "black.bmp" : $0 % 7 == 0 ? "gone" : "a.svg" }
        try folder.add("a.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='3' height='2'/>")
        try folder.add("list", Bytes(names.joined(separator: "\n")))
        let outcome = try probe("--with=color", "--format=tsv", "--files-from=list", in: folder)
        #expect(outcome.paths == names)
    }

    @Test(
        arguments: [
            ("--with=shade", "--with: shade is not one of thumbhash, blurhash, color, blurDataURL, phash, content, source, range"),
            ("--with=color,color", "--with"),
        ] as [(Bytes, String)])
    func misuse(option: Bytes, message: String) throws {
        let outcome = try probe(option, "black.bmp", in: folder)
        #expect(outcome.status == .exited(2))
        #expect(outcome.messages.contains(message), "\(outcome.messages)")
    }
}

// docs/layouts.md: drawings show the pictures themselves.
import Foundation
import TestSupport
import Testing

@Suite(.needs(.pillow)) struct EmbeddedPicturesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.addFolder("shop")
        let made = try Program.systemPython.run(["-c", Self.maker], in: folder)
        try #require(made.status == .exited(0), "\(made.messages)")
        try folder.add("shop/cut.jpg", Bytes(Array((folder.content(of: "shop/tall.jpg") ?? []).prefix(300))))
        let inline = "data:image/png;base64," + (folder.text(of: "shop/inline") ?? "")
        let entries = [
            entry(400, 600, "tall.jpg", "1"), entry(300, 200, "wide.png", "¥ 2"), entry(90, 60, "small.webp", "3"),
            entry(300, 150, "turned.jpg", "4"), entry(8, 8, inline, "5"), entry(10, 10, "http://shop.invalid/a.jpg", "6"),
            entry(10, 10, "../outside.png", "7"), entry(10, 10, "missing.png", "8"), entry(10, 10, "cut.jpg", "9"),
            entry(300, 200, "wide.png", "10", #","status":"placeholder""#),
        ]
        try folder.add("shop/m.json", Bytes(manifest(of: entries)))
        try folder.add("m.json", Bytes(manifest(of: entries)))
    }

    /// Each picture has the pixels of its frame, two for a point, and its own colors. The others keep theirs.
    @Test(arguments: [["shop/m.json", "--root", "shop"], ["m.json", "--root", "shop"]] as [[Bytes]])
    func showThemWhereTheyAre(manifest: [Bytes]) throws {
        let drawing = try Program.weir.run(
            ["layout", "--layout=waterflow:columns=2", "-o", "shop.svg"] + manifest, in: folder)
        #expect(drawing.status == .exited(0))
        #expect(drawing.messages == "")
        let judged = try Program.systemPython.run(["-c", Self.judge, "shop.svg"], in: folder)
        #expect(judged.messages == "")
        #expect(
            judged.lines.filter { !$0.isEmpty } == [
                "tall.jpg as it is", "wide.png as it is", "small.webp as it is", "turned.jpg as it is", "inline as it is", "a color",
                "a color", "a color", "a color", "hatched",
            ])
    }

    @Test func withoutTheOptionThereAreNone() throws {
        let drawing = try layout("shop/m.json", "--format=svg", "--layout=waterflow", in: folder)
        #expect(!drawing.text.contains("<image"))
    }

    /// A drawing in which no picture is found was mostly made with a wrong folder. One that is found is enough.
    @Test func aWrongFolder() throws {
        try folder.add("n.json", Bytes(manifest(of: [entry(300, 200, "wide.png", "1"), entry(400, 600, "tall.jpg", "2")])))
        let options: [Bytes] = ["layout", "n.json", "--layout=flow", "--format=svg"]
        let wrong = try Program.weir.run(options + ["--root=."], in: folder)
        #expect(wrong.status == .exited(0))
        #expect(
            wrong.messages.hasPrefix("weir: warning: no picture is shown: files are looked for below ., and --root names another folder"))
        try folder.add("shop/n.json", folder.content(of: "n.json").map { Bytes($0) } ?? "")
        try FileManager.default.removeItem(atPath: folder.path + "/shop/tall.jpg")
        #expect(try Program.weir.run(options + ["--root=shop"], in: folder).messages == "")
    }

    /// A manifest of URLs is drawn from the files that it was made of, and the drawing replaces no picture.
    @Test func urlsOfFiles() throws {
        let base: Bytes = "--base-url=https://img.example/shop"
        let entries = ["wide.png?v=2", "tall%2Ejpg", "missing.png", "../outside.png"].map {
            entry(300, 200, "https://img.example/shop/" + $0, "1")
        }
        try folder.add("shop/u.json", Bytes(manifest(of: entries + [entry(300, 200, "https://shop.invalid/wide.png", "2")])))
        let options: [Bytes] = ["layout", "shop/u.json", "--layout=waterflow:columns=2", "--format=svg"]
        let drawing = try Program.weir.run(options + [base], in: folder)
        #expect(drawing.messages == "")
        #expect(drawing.text.components(separatedBy: "<image").count == 3)
        let without = try Program.weir.run(options + ["--root=shop"], in: folder)
        #expect(without.messages.contains("--base-url finds the files of their URLs"))
        let picture = folder.content(of: "shop/wide.png")
        let over = try Program.weir.run(["layout", "shop/u.json", "--layout=waterflow", base, "-o", "shop/wide.png"], in: folder)
        #expect(over.messages.contains("shop/wide.png is picture 0 of the manifest"), "\(over.messages)")
        #expect(folder.content(of: "shop/wide.png") == picture)
    }

    private static let maker: Bytes = """
        import base64
        from PIL import Image
        def ramp(width, height, low, high):
            image = Image.new("RGB", (width, height))
            line = [tuple((a * (width - 1 - x) + b * x) // max(1, width - 1) for a, b in zip(low, high)) for x in range(width)]
            image.putdata(line * height)
            return image
        ramp(1200, 1800, (250, 40, 40), (30, 60, 200)).save("shop/tall.jpg", quality=90)
        ramp(300, 200, (20, 160, 60), (240, 220, 30)).save("shop/wide.png")
        ramp(90, 60, (120, 30, 200), (30, 30, 30)).save("shop/small.webp", lossless=True)
        exif = Image.Exif()
        exif[0x0112] = 6
        ramp(600, 1200, (250, 250, 250), (10, 130, 130)).save("shop/turned.jpg", exif=exif, quality=90)
        Image.new("RGB", (8, 8), (200, 90, 10)).save("shop/inline.png")
        Image.new("RGB", (10, 10), (200, 90, 10)).save("outside.png")
        open("shop/inline", "w").write(base64.b64encode(open("shop/inline.png", "rb").read()).decode())
        """

    private static let judge: Bytes = """
        import base64, io, math, sys, xml.etree.ElementTree as tree
        from PIL import Image, ImageChops, ImageOps, ImageStat
        space = "{http://www.w3.org/2000/svg}"
        names = ["tall.jpg", "wide.png", "small.webp", "turned.jpg", "inline"]
        items = tree.parse(sys.argv[1]).getroot().find(space + "svg").findall(space + "svg")
        for number, item in enumerate(items):
            shown = item.find(space + "image")
            if shown is None:
                rect = item.find(space + "rect")
                print("hatched" if rect.get("class") == "hole" else "a color")
                continue
            name = names[number]
            image = Image.open(io.BytesIO(base64.b64decode(shown.get("href").split(",")[1]))).convert("RGB")
            own = ImageOps.exif_transpose(Image.open("shop/inline.png" if name == "inline" else "shop/" + name)).convert("RGB")
            sides = [float(shown.get(side)) for side in ("width", "height")]
            longest = min(max(own.size), math.ceil(2 * max(sides)))
            faults = []
            if max(image.size) != longest: faults.append("longest side %d, not %d" % (max(image.size), longest))
            if abs(image.width * own.height - image.height * own.width) > max(own.size): faults.append("another shape")
            off = max(ImageStat.Stat(ImageChops.difference(image, own.resize(image.size, Image.BOX))).mean)
            if off > 6: faults.append("other colors by %.1f" % off)
            print(name, ", ".join(faults) or "as it is")
        """
}

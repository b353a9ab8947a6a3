import ImageHeaders
import Pixels
import TestSupport
import Testing
import WeirBase

/// Pictures that name their colors by code points (ITU-T H.273) have the colors that Chromium paints.
@Suite(
    .needs(.time), .needs(.pillow, .program("avifenc"), .program("heif-enc"), .program("cjxl"), .chromium, .playwright), .serialized)
struct NamedColorsTests {
    /// Code points of primaries and of transfers, most of which are not those of sRGB.
    private static let colors: [(primaries: Int, transfer: Int)] =
        [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 22].map { ($0, 13) }
        + [1, 2, 4, 5, 6, 7, 8, 9, 14, 15, 17].map { ($0 == 9 ? 12 : 1, $0) }
        + [(9, 1), (9, 14), (12, 2), (2, 8)]
    private static let hdr = [(9, 16), (9, 18), (12, 16), (1, 18)]

    /// How far Chromium's colors may be: of a PNG by rounding, of other formats by their compression as well, most of all of dark values
    /// of a linear curve.
    private static func most(_ name: String) -> Int { name.hasSuffix(".png") ? 2 : name.hasSuffix("-8.avif") ? 10 : 5 }

    @Test func areThoseOfChromium() throws {
        let folder = try TemporaryFolder()
        let names = try make(Self.colors, in: folder)
        let painted = try paint(names, in: folder)
        #expect(painted.count > 50)
        for (name, expected) in painted {
            let small = try smallPicture(of: try Fixtures.bytes(of: folder.path + "/" + name))
            let found = stride(from: 4 * (4 * small.size.width + 4), to: 4 * 5 * small.size.width, by: 32).flatMap {
                small.pixels[$0..<$0 + 3]
            }
            let most = zip(found, expected).map { abs(Int($0) - $1) }.max() ?? 255
            #expect(found.count == expected.count && most <= Self.most(name), "\(name): \(found), not \(expected)")
        }
    }

    /// Chromium shows no HEIC.
    @Test func ofHEICAreThoseOfAVIF() throws {
        let folder = try TemporaryFolder()
        for name in try make(Self.colors, in: folder) where name.hasSuffix(".heic") {
            let stem = name.dropLast(5)
            let heic = try smallPicture(of: try Fixtures.bytes(of: folder.path + "/" + name))
            let avif = try smallPicture(of: try Fixtures.bytes(of: folder.path + "/\(stem).avif"))
            let differences = zip(heic.pixels, avif.pixels).map { abs(Int($0) - Int($1)) }
            #expect(differences.reduce(0, +) < 4 * differences.count, "\(name)")
        }
    }

    /// A placeholder without Chromium's tone mapping would be wrong, so there is none.
    @Test func ofHDRAreNotConverted() throws {
        let folder = try TemporaryFolder()
        let names = try make(Self.hdr, in: folder)
        #expect(names.count >= 8 * Self.hdr.count)
        for name in names {
            let bytes = try Fixtures.bytes(of: folder.path + "/" + name)
            let failure = #expect(throws: Failure.self, "\(name)") { _ = try smallPicture(of: bytes) }
            #expect(failure?.code == .unsupportedFormat && failure?.message == SmallPictureTests.hdr, "\(name)")
            #expect(decodingFailure(of: bytes) == nil, "\(name)")
        }
    }

    /// Makes pictures of these colors, and returns their names.
    private func make(_ colors: [(primaries: Int, transfer: Int)], in folder: TemporaryFolder) throws -> [String] {
        let arguments = ["-c", Self.maker, Bytes("\(Fixtures.root)/scripts/fixture-tools")]
        let made = try Program.systemPython.run(arguments + colors.map { Bytes("\($0.primaries)/\($0.transfer)") }, in: folder)
        try #require(made.status == .exited(0), "\(made.messages)")
        return made.lines.filter { !$0.isEmpty }
    }

    /// The colors that Chromium paints, without those of pictures that it does not show.
    private func paint(_ names: [String], in folder: TemporaryFolder) throws -> [(String, [Int])] {
        let painted = try Program.playwright.get().run(["-c", Self.painter] + names.map { Bytes($0) }, in: folder)
        try #require(painted.status == .exited(0), "\(painted.messages)")
        return painted.lines.compactMap { line in
            let words = line.split(separator: " ")
            return words.count < 2 ? nil : (String(words[0]), words[1...].compactMap { Int($0) })
        }
    }

    /// Stripes of 8 by 64 pixels. x265 takes no smaller picture.
    private static let maker: Bytes = """
        import struct, subprocess, sys, zlib
        sys.dont_write_bytecode = True
        sys.path.insert(0, sys.argv.pop(1))
        from boxes import Item, body_of, box, heif, ispe
        from PIL import Image, ImageCms
        stripes = [
            (0, 0, 0), (20, 20, 20), (128, 128, 128), (255, 255, 255), (255, 0, 0), (0, 255, 0), (0, 0, 255), (200, 60, 40),
            (40, 150, 90), (60, 70, 180), (240, 200, 170), (90, 40, 20)]
        image = Image.new("RGB", (8 * len(stripes), 64))
        for index, color in enumerate(stripes):
            image.paste(color, (8 * index, 0, 8 * index + 8, 64))
        image.save("stripes.png")
        image.save("stripes.ppm")
        image.convert("L").save("gray.png")
        subprocess.run(["heif-enc", "-q", "98", "-p", "chroma=444", "stripes.png", "-o", "stripes.heic"], check=True, capture_output=True)
        coded = open("stripes.heic", "rb").read()
        start = coded.index(b"hvcC") - 4
        configuration = coded[start:start + struct.unpack_from(">I", coded, start)[0]]
        def run(*command):
            subprocess.run(command, check=True, capture_output=True)
            print(command[-1])
        def add_chunk(source, name, *content):
            data = open(source, "rb").read()
            chunk = b"cICP" + bytes(content)
            with open(name, "wb") as file:
                file.write(data[:33] + struct.pack(">I", 4) + chunk + struct.pack(">I", zlib.crc32(chunk)) + data[33:])
            print(name)
        def profile(*content):
            icc = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
            count = struct.unpack_from(">I", icc, 128)[0]
            tags = [(name, start + 12, size) for name, start, size in struct.iter_unpack(">4sII", icc[132:132 + 12 * count])]
            tags.append((b"cicp", len(icc) + 12, 12))
            table = struct.pack(">I", count + 1) + b"".join(struct.pack(">4sII", *tag) for tag in tags)
            icc = icc[:128] + table + icc[132 + 12 * count:] + b"cicp" + bytes(4) + bytes(content)
            return struct.pack(">I", len(icc)) + icc[4:]
        avifenc = ["avifenc", "-j", "1", "-s", "10", "--min", "0", "--max", "4", "-y", "444"]
        jxl = {(12, 13): "DCI_Rel_SRG", (9, 16): "202_Rel_PeQ", (9, 18): "202_Rel_HLG", (1, 8): "SRG_Rel_Lin"}
        for argument in sys.argv[1:]:
            primaries, transfer = map(int, argument.split("/"))
            name = f"{primaries}-{transfer}"
            add_chunk("stripes.png", name + ".png", primaries, transfer, 0, 1)
            run(*avifenc, "--cicp", f"{primaries}/{transfer}/6", "stripes.png", name + ".avif")
            # heif-enc writes no code points.
            names = box(b"colr", b"nclx", struct.pack(">HHHB", primaries, transfer, 6, 128))
            with open(name + ".heic", "wb") as file:
                file.write(heif(b"heic", [Item(1, b"hvc1", [configuration, ispe(8 * len(stripes), 64), names], body_of(coded, b"mdat"))]))
            print(name + ".heic")
            if transfer in (8, 16, 18):
                add_chunk("gray.png", name + "-gray.png", primaries, transfer, 0, 1)
                run(*avifenc[:-1], "400", "--cicp", f"{primaries}/{transfer}/6", "gray.png", name + "-gray.avif")
            if transfer in (16, 18):
                for ending in ["-icc.jpg", "-icc.png", "-icc.webp"]:
                    image.save(name + ending, icc_profile=profile(primaries, transfer, 0, 1))
                    print(name + ending)
            if (primaries, transfer) in jxl:
                run("cjxl", "stripes.ppm", "-e", "1", "-d", "0", "-x", "color_space=RGB_D65_" + jxl[primaries, transfer], name + ".jxl")
        """

    private static let painter: Bytes = """
        import base64, sys
        from playwright.sync_api import sync_playwright
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path="/usr/bin/chromium",
                args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--force-color-profile=srgb"])
            page = browser.new_page()
            for name in sys.argv[1:]:
                url = f"data:image/{name.rsplit('.')[-1]};base64," + base64.b64encode(open(name, "rb").read()).decode()
                print(name, *page.evaluate('''async url => {
                    const image = new Image();
                    image.src = url;
                    try { await image.decode() } catch { return [] }
                    const canvas = document.createElement('canvas');
                    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
                    const context = canvas.getContext('2d', {willReadFrequently: true});
                    context.drawImage(image, 0, 0);
                    const color = index => [...context.getImageData(8 * index + 4, 4, 1, 1).data].slice(0, 3);
                    return [...Array(canvas.width / 8).keys()].flatMap(color);
                }''', url))
            browser.close()
        """
}

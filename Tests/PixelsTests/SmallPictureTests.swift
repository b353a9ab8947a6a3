import ImageHeaders
import Pixels
import TestSupport
import Testing
import WeirBase

/// Small pictures of other programs' files, compared with those that Pillow makes, with other decoders where it has none.
@Suite(.needs(.time), .needs(.pillow, .program("avifdec"), .program("heif-convert"), .program("djxl"), .program("rsvg-convert")))
struct SmallPictureTests {
    /// Formats with small pictures.
    static let formats: Set<ImageFormat> = [.jpeg, .png, .webp, .gif, .bmp, .tiff, .avif, .heic, .jxl, .svg, .ico]

    static let pictures = SoundPictureTests.pictures.filter { picture in
        guard let header = picture.header, SoundPictureTests.unsound[picture.path] == nil else { return false }
        return formats.contains(header.format) && header.stored.width * header.stored.height < 1_000_000
    }

    /// Pictures that are sound and have no small picture.
    static let withoutPixels = minimized.merging([
        "damaged/png-crushed.png": "the pixels of Xcode's PNGs are not decoded",
        "tiff/pillow-f.tif": "libtiff: Sorry, can not handle images with 32-bit samples",
        "avif/sequence-without-meta.avif": "libheif: Invalid input: No 'meta' box",
        "avif/sequence-without-primary.avif": "libheif: Invalid input: No 'pitm' box",
        "tiff/lossless-jpeg.tif": "libtiff: Unsupported JPEG process: SOF type 0xc3",
        "png/ffmpeg-pq.png": hdr, "png/djxl-pq.png": hdr, "png/djxl-hlg.png": hdr, "avif/avifenc-pq.avif": hdr, "heic/nclx-hlg.heic": hdr,
    ]) { $1 }

    static let hdr = "HDR (PQ or HLG) is not converted to sRGB"

    /// libheif 1.15 does not know their box.
    private static let minimized = Dictionary(
        uniqueKeysWithValues: pictures.filter { $0.path.hasPrefix("avif/mini-") }.map {
            ($0.path, "libheif: Unsupported file-type: Unspecified: File does not include any supported brands.")
        })

    /// Pictures of which a judge has others.
    static let otherwise: Set<String> = [
        // First frames that leave some of their canvas. It is transparent here and in browsers, and Pillow paints it.
        "webp/animated-offsets.webp", "gif/first-frame-smaller.gif", "gif/all-frames-smaller.gif", "gif/first-frame-hangs-over.gif",
        "gif/first-frame-wider.gif", "gif/first-frame-outside.gif", "gif/first-frame-without-screen.gif",
        // Pillow leaves out the alpha of a cursor. It makes an icon transparent whose alpha is 0 everywhere; browsers then go by the mask.
        "ico/icotool.cur", "ico/pillow-bitmaps.ico",
        // heif-convert does not write the primary picture first, and colors as if they had not been multiplied by alpha.
        "heic/primary-behind-others.heic", "heic/heif-enc-alpha-premultiplied.heic",
        // Their programs leave colors as they are.
        "avif/avifenc-p3.avif", "heic/nclx-p3.heic",
        // libheif turns the tiles, too.
        "avif/grid-2x1-clap-irot-1.avif", "avif/grid-2x2-irot-3.avif",
        // rsvg-convert has another size of these.
        "svg/em.svg", "svg/fractions.svg", "svg/quarters.svg",
    ]

    @Test func thereAreFixtures() { #expect(Self.pictures.count > 300) }

    @Test func ofFixtures() throws {
        let folder = try TemporaryFolder()
        var small: [Judged] = []
        for picture in Self.pictures {
            do {
                let name = "\(picture.folder)/\(picture.path)"
                small.append(Judged(name: name, picture.header?.orientation ?? .up, try smallPicture(of: try picture.bytes())))
                #expect(Self.withoutPixels[picture.path] == nil, "\(picture)")
            } catch let failure as Failure {
                #expect(Self.withoutPixels[picture.path] == failure.message, "\(picture): \(failure.message)")
            }
        }
        try expectPixelsOfPillow(small, in: folder) { name in Self.otherwise.contains { name.hasSuffix("/" + $0) } }
    }

    /// A placeholder has the ratio of its entry, also for an icon whose PNG has another one.
    @Test func ratioOfIcons() throws {
        let icon = try #require(Self.pictures.first { $0.path == "ico/icotool-png-512x300.ico" })
        let small = try smallPicture(of: try icon.bytes())
        #expect(small.size == PixelSize(width: 100, height: 100))
    }

    /// Bitmaps of a red, a green and a blue pixel, each in 32 bits. Their entries of the directory claim sides, a number of colors, and
    /// bits, in whose place a cursor has the position of its tip.
    private static func icon(isCursor: Bool = false, _ entries: [(side: UInt8, colors: UInt8, bits: UInt16)]) -> [UInt8] {
        let pixels: [Bytes] = [[0, 0, 255, 255], [0, 255, 0, 255], [255, 0, 0, 255]]
        var bytes = Bytes([0, 0, isCursor ? 2 : 1, 0, UInt8(entries.count), 0])
        for (index, entry) in entries.enumerated() {
            bytes += [entry.side, entry.side, entry.colors, 0, 1, 0]
            bytes += .little(entry.bits) + .little(UInt32(48)) + .little(UInt32(6 + 16 * entries.count + 48 * index))
        }
        for pixel in pixels.prefix(entries.count) {
            bytes += .little(UInt32(40)) + .little(UInt32(1)) + .little(UInt32(2)) + [1, 0, 32, 0] + Bytes(zeros: 24)
            bytes += pixel + Bytes(zeros: 4)
        }
        return bytes.all
    }

    /// Chromium shows the picture of the most bits among the largest ones, and of equal ones the first.
    @Test(
        arguments: [
            (false, [(16, 0, 4), (16, 0, 32)], 1), (false, [(16, 0, 32), (16, 0, 4)], 0), (false, [(16, 0, 8), (16, 0, 8)], 0),
            (false, [(16, 0, 4), (16, 0, 32), (17, 0, 1)], 2), (false, [(16, 0, 8), (16, 0, 24), (8, 0, 32)], 1),
            // Without bits the number of colors counts, in which 0 is 256.
            (false, [(16, 16, 0), (16, 0, 0), (16, 2, 0)], 1), (false, [(16, 0, 0), (16, 0, 4)], 0),
            (false, [(16, 16, 0), (16, 17, 0)], 1),
            (true, [(16, 16, 4), (16, 16, 32)], 0), (true, [(16, 2, 32), (16, 16, 4)], 1),
        ] as [(Bool, [(UInt8, UInt8, UInt16)], Int)])
    func deepestPictures(isCursor: Bool, entries: [(side: UInt8, colors: UInt8, bits: UInt16)], shown: Int) throws {
        let small = try smallPicture(of: Self.icon(isCursor: isCursor, entries))
        #expect(small.pixels.prefix(3).firstIndex(of: 255) == shown, "\(entries)")
    }

    /// Pictures with shapes, of many kinds of pixels, sizes, orientations and profiles.
    @Test(.needs(.program("convert"))) func ofShapes() throws {
        let folder = try TemporaryFolder()
        let made = try Program.systemPython.run(["-c", Self.maker], in: folder)
        try #require(made.status == .exited(0), "\(made.messages)")
        let names = made.lines.filter { !$0.isEmpty }
        try #require(names.count > 80)
        let small = try names.map { name in
            let bytes = try Fixtures.bytes(of: folder.path + "/" + name)
            return Judged(name: name, try ImageHeader(of: bytes).orientation, try smallPicture(of: bytes))
        }
        try expectPixelsOfPillow(small, in: folder) { _ in false }
    }

    private struct Judged {
        let name: String
        let orientation: Orientation
        let small: SmallPicture

        init(name: String, _ orientation: Orientation, _ small: SmallPicture) {
            (self.name, self.orientation, self.small) = (name, orientation, small)
        }

        var hasColorsOfFewPixels: Bool { [".heic", ".avif", ".jxl"].contains { name.hasSuffix($0) } }
    }

    private func expectPixelsOfPillow(_ pictures: [Judged], in folder: TemporaryFolder, except isOther: (String) -> Bool) throws {
        let lines = pictures.map { "\($0.name)\t\($0.orientation.rawValue)\t\($0.small.size.width)\t\($0.small.size.height)\n" }
        try folder.add("list", Bytes(lines.joined()))
        let outcome = try Program.systemPython.run(["-c", Self.judge, "list", "pixels"], in: folder)
        try #require(outcome.status == .exited(0), "\(outcome.messages)")
        let all = try Fixtures.bytes(of: folder.path + "/pixels")
        let unread = Set(outcome.lines)
        var start = 0
        for picture in pictures where !unread.contains(picture.name) {
            let expected = all[start..<start + picture.small.pixels.count]
            start += expected.count
            guard !isOther(picture.name) else { continue }
            let distance = distance(picture.small.pixels, Array(expected))
            // Pillow counts each pixel of a box as a whole one, which shows most where black and white alternate. Other decoders
            // spread the colors of two pixels in their own way.
            #expect(
                distance.mean < 7 && distance.most < (picture.hasColorsOfFewPixels ? 90 : 60),
                "\(picture.name): mean \(distance.mean), most \(distance.most)")
        }
        #expect(start == all.count)
    }

    /// Colors count as much as they are seen.
    private func distance(_ one: [UInt8], _ other: [UInt8]) -> (mean: Double, most: Double) {
        var (sum, most) = (0.0, 0.0)
        for start in stride(from: 0, to: one.count, by: 4) {
            for lane in 0..<4 {
                let weights = lane == 3 ? (1, 1) : (Double(one[start + 3]) / 255, Double(other[start + 3]) / 255)
                let difference = abs(Double(one[start + lane]) * weights.0 - Double(other[start + lane]) * weights.1)
                (sum, most) = (sum + difference, max(most, difference))
            }
        }
        return (sum / Double(one.count), most)
    }

    /// Writes pictures and prints their names.
    private static let maker: Bytes = """
        import struct, subprocess
        from PIL import Image, ImageDraw, ImageFilter
        def shapes(width, height):
            image = Image.merge("RGB", [
                Image.linear_gradient("L").resize((width, height)), Image.radial_gradient("L").resize((width, height)),
                Image.linear_gradient("L").rotate(90).resize((width, height))])
            draw = ImageDraw.Draw(image)
            draw.ellipse((width // 8, height // 8, width // 2, height // 2), fill=(200, 30, 40))
            draw.rectangle((width // 2, height // 2, width * 7 // 8, height * 3 // 4), fill=(20, 60, 220))
            return image.filter(ImageFilter.GaussianBlur(2))
        def profile(primaries, gamma):
            xyz = lambda values: b"XYZ " + bytes(4) + b"".join(struct.pack(">i", round(value * 65536)) for value in values)
            curve = b"curv" + bytes(4) + struct.pack(">IH", 1, round(gamma * 256)) + bytes(2)
            parts = {b"wtpt": xyz((0.9642, 1, 0.8249))}
            for name, values in zip("rgb", primaries):
                parts[name.encode() + b"XYZ"] = xyz(values)
                parts[name.encode() + b"TRC"] = curve
            table, data = struct.pack(">I", len(parts)), b""
            for name, part in parts.items():
                table += name + struct.pack(">II", 128 + 4 + 12 * len(parts) + len(data), len(part))
                data += part
            size = 128 + len(table) + len(data)
            head = struct.pack(">I4xI4s4s4s12x4s28x", size, 0x02400000, b"mntr", b"RGB ", b"XYZ ", b"acsp")
            head += struct.pack(">iii", 63190, 65536, 54061)
            return head.ljust(128, bytes(1)) + table + data
        blue_for_red = profile([(0.1431, 0.0606, 0.7141), (0.3851, 0.7169, 0.0971), (0.4360, 0.2225, 0.0139)], 1.8)
        def save(image, name, **options):
            image.save(name, **options)
            print(name)
        def encode(name, *command):
            subprocess.run(command, check=True, capture_output=True)
            print(name)
        def draw(width, height):
            name = f"{width}x{height}.svg"
            with open(name, "w") as file:
                file.write(f'''<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">
                    <linearGradient id="g"><stop stop-color="#f80"/><stop offset="1" stop-color="#08f" stop-opacity="0.3"/></linearGradient>
                    <rect width="{width * 3 // 4}" height="{height}" fill="url(#g)"/><circle cx="{width // 2}" cy="{height // 2}"
                    r="{min(width, height) // 3}" fill="none" stroke="#a2a" stroke-width="9" opacity="0.7"/></svg>''')
            print(name)
        for width, height in [(317, 211), (130, 300), (60, 90), (2, 300)]:
            image = shapes(width, height)
            alpha = image.copy()
            alpha.putalpha(Image.linear_gradient("L").resize((width, height)))
            size = f"{width}x{height}"
            save(image, size + ".jpg", quality=92)
            save(image, size + "-444.jpg", quality=92, subsampling=0, progressive=True)
            save(image.convert("L"), size + "-gray.jpg", quality=92)
            save(image.convert("CMYK"), size + "-cmyk.jpg", quality=92)
            save(image, size + ".png")
            save(alpha, size + "-alpha.png")
            save(image.quantize(200), size + "-palette.png")
            save(image.convert("L"), size + "-gray.png")
            save(alpha.convert("LA"), size + "-gray-alpha.png")
            save(image.convert("1"), size + "-bit.png")
            save(image, size + ".webp", quality=90)
            save(alpha, size + "-lossless.webp", lossless=True)
            save(image.quantize(100), size + ".gif")
            save(image, size + ".bmp")
            save(image.quantize(200), size + "-palette.bmp")
            save(image.convert("1"), size + "-bit.bmp")
            save(image, size + ".tif", compression="tiff_lzw")
            save(alpha, size + "-alpha.tif")
            save(image.convert("CMYK"), size + "-cmyk.tif", compression="tiff_adobe_deflate")
            save(image.quantize(200), size + "-palette.tif")
            save(image.convert("L"), size + "-gray.tif")
            save(image.convert("1"), size + "-bit.tif", compression="group4")
            save(image, size + "-jpeg.tif", compression="jpeg", quality=92)
            encode(size + ".jxl", "cjxl", size + ".png", size + ".jxl", "-e", "3", "-d", "1")
            encode(size + "-alpha.jxl", "cjxl", size + "-alpha.png", size + "-alpha.jxl", "-e", "1", "-d", "0")
            encode(size + "-gray.jxl", "cjxl", size + "-gray.png", size + "-gray.jxl", "-e", "1", "-d", "0")
            encode(size + ".avif", "avifenc", "-j", "1", "-s", "10", "--min", "5", "--max", "15", "-y", "444", size + ".png", size + ".avif")
            encode(size + "-alpha.avif", "avifenc", "-j", "1", "-s", "10", size + "-alpha.png", size + "-alpha.avif")
            encode(size + "-premultiplied.avif", "avifenc", "-j", "1", "-s", "10", "-p", "-d", "10", size + "-alpha.png", size + "-premultiplied.avif")
            encode(size + ".heic", "heif-enc", "-q", "90", size + ".png", "-o", size + ".heic")
            encode(size + "-alpha.heic", "heif-enc", "-q", "90", size + "-alpha.png", "-o", size + "-alpha.heic")
            encode(size + "-gray.heic", "heif-enc", "-q", "90", size + "-gray.png", "-o", size + "-gray.heic")
            draw(width, height)
            icon = alpha.resize((64, 64))
            save(icon, size + ".ico", sizes=[(64, 64), (16, 16)], bitmap_format="bmp")
            icon.save("icon.png")
            encode(size + "-8.ico", "convert", "icon.png", "-colors", "100", "-type", "palette", size + "-8.ico")
            for options, name in [] if width not in (130, 60) else [
                (["-interlace", "PNG"], "-interlaced.png"), (["-depth", "16", "-define", "png:bit-depth=16"], "-16.png"),
                (["-interlace", "GIF"], "-interlaced.gif"), (["-define", "bmp:subtype=RGB565"], "-565.bmp"),
                (["-colors", "50", "-type", "palette", "-compress", "RLE"], "-runs.bmp"), (["-depth", "16"], "-16.tif"),
                (["-depth", "16", "-endian", "MSB", "-colorspace", "Gray"], "-gray-16.tif"), (["-interlace", "plane"], "-planes.tif"),
                (["-define", "tiff:tile-geometry=64x48"], "-tiles.tif"), (["-depth", "4", "-colors", "12", "-type", "palette"], "-4.tif"),
            ]:
                encode(size + name, "convert", size + ".png", *options, size + name)
            if width == 317:
                # The source stands in for Pillow, which has none of these.
                encode(size + "-associated.tif", "convert", size + "-alpha.png", "-define", "tiff:alpha=associated", size + "-associated.tif")
                encode(size + "-separate.tif", "tiffcp", "-p", "separate", "-r", "20", size + ".tif", size + "-separate.tif")
                encode(size + "-cmyk-tiles.tif", "tiffcp", "-t", "-w", "64", "-l", "32", "-B", size + "-cmyk.tif", size + "-cmyk-tiles.tif")
        image = shapes(240, 150)
        for name in ["profile.jpg", "profile.png", "profile.webp", "profile.tif"]:
            save(image, name, icc_profile=blue_for_red, quality=92)
        parts = b"wtpt" + struct.pack(">II", 156, 20) + b"kTRC" + struct.pack(">II", 176, 14)
        gray_profile = struct.pack(">I4xI4s4s4s12x4s28xiii", 192, 0x02400000, b"mntr", b"GRAY", b"XYZ ", b"acsp", 63190, 65536, 54061)
        gray_profile = gray_profile.ljust(128, bytes(1)) + struct.pack(">I", 2) + parts
        gray_profile += b"XYZ " + bytes(4) + struct.pack(">iii", 63190, 65536, 54061) + b"curv" + bytes(4) + struct.pack(">IH", 1, 256) + bytes(2)
        for name in ["gray-profile.jpg", "gray-profile.png"]:
            save(image.convert("L"), name, icc_profile=gray_profile, quality=92)
        save(image.convert("L"), "gray-in-colors.jpg", icc_profile=blue_for_red, quality=92)
        save(image.convert("L"), "gray.png")
        for depth in ["8", "10"]:
            for name, extra in [("limited", ["-r", "limited"]), ("full", ["-r", "full"])]:
                name = f"gray-{name}-{depth}.avif"
                encode(name, "avifenc", "-j", "1", "-s", "10", "--min", "5", "--max", "15", "-y", "400", "-d", depth, *extra, "gray.png", name)
        encode("profile.jxl", "cjxl", "profile.png", "profile.jxl", "-e", "1", "-d", "0")
        encode("profile.avif", "avifenc", "-j", "1", "-s", "10", "--min", "5", "--max", "15", "-y", "444", "profile.png", "profile.avif")
        encode("profile.heic", "heif-enc", "-q", "90", "profile.png", "-o", "profile.heic")
        for orientation in range(1, 9):
            exif = Image.Exif()
            exif[0x0112] = orientation
            save(image, f"turned-{orientation}.jpg", exif=exif, quality=92)
            save(image, f"turned-{orientation}.tif", tiffinfo={0x0112: orientation})
            encode(f"turned-{orientation}.jxl", "cjxl", f"turned-{orientation}.jpg", f"turned-{orientation}.jxl", "-e", "1", "--lossless_jpeg=1")
            encode(f"turned-{orientation}.avif", "avifenc", "-j", "1", "-s", "10", "--min", "5", "--max", "15", f"turned-{orientation}.jpg", f"turned-{orientation}.avif")
        """

    /// Writes the pixels that Pillow has of each picture, upright and of the wanted size. Prints the names of those that it
    /// does not read.
    private static let judge: Bytes = """
        import glob, io, os, subprocess, sys
        from PIL import Image, ImageCms
        turns = [None, None, Image.FLIP_LEFT_RIGHT, Image.ROTATE_180, Image.FLIP_TOP_BOTTOM, Image.TRANSPOSE, Image.ROTATE_270,
            Image.TRANSVERSE, Image.ROTATE_90]
        def colors(image):
            profile = image.info.get("icc_profile")
            if image.mode.startswith("I"):
                image = image.point(lambda value: value / 257).convert("L")
            # As browsers do; libpng refuses such a profile of a gray PNG.
            if image.format == "JPEG" and image.mode == "L" and profile and profile[16:20] == b"RGB ":
                image = image.convert("RGB")
            if image.mode in ("RGB", "CMYK", "L") and profile:
                try:
                    image = ImageCms.profileToProfile(
                        image, ImageCms.ImageCmsProfile(io.BytesIO(profile)), ImageCms.createProfile("sRGB"), outputMode="RGB")
                except ImageCms.PyCMSError:
                    pass
            return image.convert("RGBA")
        def opened(name, width, height):
            # avifdec does not crop, and a sequence has more pictures than one.
            if name.endswith((".heic", ".avif")):
                tool = ["heif-convert"] if name.endswith(".heic") or "cl" in name or "crop" in name else ["avifdec", "-j", "1"]
            elif name.endswith(".jxl"):
                tool = ["djxl"]
            elif name.endswith((".svg", ".svgz")):
                subprocess.run(["rsvg-convert", "-w", width, "-h", height, "-o", "judged.png", name], check=True, capture_output=True)
                return Image.open("judged.png"), True
            else:
                # Pillow turns a TIFF itself.
                return Image.open(name), ".tif" in name
            for file in glob.glob("judged*.png"):
                os.remove(file)
            subprocess.run([*tool, name, "judged.png"], check=True, capture_output=True)
            return Image.open(sorted(glob.glob("judged*.png"))[0]), tool[0] != "avifdec"
        with open(sys.argv[2], "wb") as output:
            for line in open(sys.argv[1]):
                name, orientation, width, height = line.split("\t")
                try:
                    file, is_upright = opened(name, width, height.strip())
                    with file:
                        image = colors(file)
                except Exception as error:
                    print(name)
                    print(name, error, file=sys.stderr)
                    continue
                turn = None if is_upright else turns[int(orientation)]
                if turn is not None:
                    image = image.transpose(turn)
                output.write(image.resize((int(width), int(height)), Image.BOX).tobytes())
        """
}

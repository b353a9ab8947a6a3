import ImageHeaders
import TestSupport
import Testing
import WeirBase

/// HEIF files that no installed encoder writes.
@Suite struct HEIFTests {
    private static let extents = Bytes.fullBox("ispe", .big(UInt32(400)), .big(UInt32(300)))

    /// A file whose item 1 has the properties, in that order.
    private static func file(
        type: String = "av01", items: [(id: UInt16, type: String)]? = nil, primary: UInt16 = 1, _ properties: [Bytes],
        associated: [UInt8]? = nil
    ) -> Bytes {
        let items = items ?? [(1, type)]
        let entries = items.map { Bytes.fullBox("infe", version: 2, .big($0.id), .big(UInt16(0)), Bytes($0.type), [0]) }
        let indexes = associated ?? (1...UInt8(properties.count)).map { $0 }
        var associations = Bytes.big(UInt32(1)) + .big(UInt16(1)) + [UInt8(indexes.count)]
        for index in indexes { associations += [index] }
        return .box("ftyp", Bytes("mif1"), .big(UInt32(0)), Bytes("avifmif1"))
            + .fullBox(
                "meta", .fullBox("pitm", .big(primary)),
                .fullBox("iinf", .big(UInt16(items.count)), entries.reduce([], +)),
                .box("iprp", .box("ipco", properties.reduce([], +)), .fullBox("ipma", associations)))
    }

    /// A file with an Exif block of this orientation, which its `iloc` box finds in the file, or in the `idat` box.
    private static func exif(
        _ orientation: UInt32, version: UInt8, isInData: Bool = false, prefix: Bytes = [], widths: UInt8 = 0x44,
        _ properties: [Bytes] = [extents]
    ) -> Bytes {
        let block = Bytes.big(UInt32(prefix.count)) + prefix + .tiff([.entry(274, type: 3, value: orientation)])
        func number(_ id: UInt16) -> Bytes { version < 2 ? .big(id) : .big(UInt32(id)) }
        func file(blockAt offset: Int) -> Bytes {
            var location = Bytes([widths, [0x00, 0x84, 0x40][Int(version)]]) + number(1) + number(2)
            if version > 0 { location += .big(UInt16(isInData ? 1 : 0)) }
            location += .big(UInt16(0)) + [Bytes(), .big(UInt64(offset)), .big(UInt32(offset))][Int(version)] + .big(UInt16(1))
            if version == 1 { location += .big(UInt32(1)) }
            location += .big(UInt32(version == 0 ? offset : 0)) + .big(UInt32(block.count))
            let picture = HEIFTests.file(type: "hvc1", items: [(1, "hvc1"), (2, "Exif")], properties).all
            let start = Int(picture[3])
            return Bytes(Array(picture[..<start]))
                + .fullBox(
                    "meta", .fullBox("iloc", version: version, location), Bytes(Array(picture[(start + 12)...])),
                    isInData ? .box("idat", block) : [])
                + (isInData ? [] : .box("mdat", Bytes(zeros: 3000), block))
        }
        return file(blockAt: isInData ? 0 : file(blockAt: 0).count - block.count)
    }

    private static func clap(_ width: UInt32, _ height: UInt32, over denominator: UInt32 = 1) -> Bytes {
        .box("clap", .big(width), .big(denominator), .big(height), .big(denominator), Bytes(zeros: 8), Bytes(zeros: 8))
    }
    private static func irot(_ quarters: UInt8) -> Bytes { .box("irot", [quarters]) }
    private static func imir(_ axis: UInt8) -> Bytes { .box("imir", [axis]) }

    @Test(
        arguments: [
            ("as it is", [extents], 400, 300, 1),
            ("turned left", [extents, irot(1)], 300, 400, 8),
            ("upside down", [extents, irot(2)], 400, 300, 3),
            ("turned right", [extents, irot(3)], 300, 400, 6),
            ("flipped top to bottom", [extents, imir(0)], 400, 300, 4),
            ("flipped left to right", [extents, imir(1)], 400, 300, 2),
            ("turned, then flipped", [extents, irot(1), imir(1)], 300, 400, 7),
            ("flipped, then turned", [extents, imir(1), irot(1)], 300, 400, 5),
            ("cropped", [extents, clap(200, 100)], 200, 100, 1),
            ("cropped to halves", [extents, clap(401, 201, over: 2)], 201, 101, 1),
            ("cropped, then turned", [extents, clap(200, 100), irot(1)], 100, 200, 8),
            ("turned, then cropped", [extents, irot(1), clap(200, 100)], 200, 100, 8),
        ] as [(String, [Bytes], Int, Int, Int)])
    func transforms(_ name: String, _ properties: [Bytes], _ width: Int, _ height: Int, _ orientation: Int) throws {
        let header = try readHeader(of: HEIFTests.file(properties).all[...], .exact).result.get()
        #expect(header.displayed == PixelSize(width: width, height: height), "\(name)")
        #expect(header.stored == PixelSize(width: 400, height: 300), "\(name)")
        #expect(header.orientation.rawValue == orientation, "\(name)")
    }

    /// Apps that go by Exif turn a picture that has no turn of its own. All other bytes of the file are jumped over.
    @Test(
        arguments: [
            ("in the file", exif(6, version: 0), 6), ("behind its name", exif(8, version: 0, prefix: "Exif\0\0"), 8),
            ("with wide numbers", exif(3, version: 1), 3), ("with many items", exif(6, version: 2), 6),
            ("among the items", exif(6, version: 1, isInData: true), 6), ("upright", exif(1, version: 0), 1),
            ("turned by irot", exif(6, version: 0, [extents, irot(1)]), 8), ("no block", file(type: "hvc1", [extents]), 1),
            ("pieces without lengths", exif(6, version: 0, widths: 0), 1), ("cut", Bytes(Array(exif(6, version: 0).all.dropLast(30))), nil),
        ] as [(String, Bytes, Int?)])
    func turnsByExif(_ name: String, _ file: Bytes, _ orientation: Int?) throws {
        var reader = ImageHeaderReader(formats: .ofOtherPrograms)
        for feeding in Feeding.allCases {
            let reading = readHeader(of: file.all[...], feeding, with: &reader)
            #expect((try? reading.result.get())?.orientation.rawValue == orientation, "\(name), \(feeding)")
            #expect(feeding == .whole || reading.bytesPushed < 3000, "\(name), \(feeding)")
            #expect(
                try readHeader(of: file.all[...], feeding).result.get().orientation.rawValue == (name == "turned by irot" ? 8 : 1),
                "\(name), \(feeding)")
        }
    }

    /// A `mini` box with these bits, and zeros up to the end of their last byte.
    private static func minimized(_ bits: String) -> Bytes {
        let padded = bits.filter { $0 != " " }
        let bytes = stride(from: 0, to: padded.count, by: 8).map { start in
            let byte = padded.dropFirst(start).prefix(8)
            return UInt8(byte, radix: 2).map { $0 << UInt8(8 - byte.count) } ?? 0
        }
        return .box("ftyp", Bytes("mif3avif")) + .box("mini", Bytes(bytes))
    }

    /// A picture of 40x30 without items. The box has not one byte more than its bits.
    @Test(
        arguments: [
            (
                "of 8 bits", "00 0 0 1 0 0 0000 00 000 0 0100111 0011101 0",
                PictureTraits(colors: .gray, depth: 8, hasAlpha: false, isAnimated: false)
            ),
            (
                "of 12 bits", "00 0 0 1 0 0 0000 11 000 0 0100111 0011101 1 011",
                PictureTraits(colors: .rgb, depth: 12, hasAlpha: false, isAnimated: false)
            ),
            (
                "of floating point", "00 0 1 1 0 0 0000 11 000 0 0100111 0011101 01",
                PictureTraits(colors: .rgb, depth: 32, hasAlpha: false, isAnimated: false)
            ),
            (
                "half the colors across and down", "00 0 0 1 1 0 0000 01 000 0 0100111 0011101 10 0 0",
                PictureTraits(colors: .rgb, depth: 8, hasAlpha: true, isAnimated: false)
            ),
            (
                "wide numbers", "00 0 0 1 0 0 0000 00 000 1 000000000100111 000000000011101 0",
                PictureTraits(colors: .gray, depth: 8, hasAlpha: false, isAnimated: false)
            ),
            ("another version", "01 0 0 1 0 0 0000 00 000 0 0100111 0011101 0", nil),
            ("cut", "00 0 0 1 0 0 0000 00 000 0 0100111", nil),
            ("cut in its depth", "00 0 0 1 0 0 0000 11 000 0 0100111 0011101 1", nil),
        ] as [(String, String, PictureTraits?)])
    func minimizedPictures(_ name: String, _ bits: String, _ traits: PictureTraits?) {
        for feeding in Feeding.allCases {
            let header = try? readHeader(of: Self.minimized(bits).all[...], feeding).result.get()
            #expect(header?.traits == traits, "\(name)")
            #expect(header == nil || header?.displayed == PixelSize(width: 40, height: 30), "\(name)")
        }
    }

    /// The list of brands has at least the major one, and at most 4 KB; an empty box among the items is jumped over.
    @Test(arguments: [("", 0, true), ("avif", 1, true), ("avif", 1022, true), ("avif", 1023, false)])
    func brands(brand: String, count: Int, isRead: Bool) {
        let file = HEIFTests.file([HEIFTests.extents]).all
        let items = Bytes(Array(file[(Int(file[3]) + 12)...]))
        let picture =
            .box("ftyp", Bytes("avif"), Bytes(zeros: 4), Bytes(repeating: Bytes(brand), count: count))
            + .fullBox("meta", .box("free"), items)
        for feeding in Feeding.allCases {
            #expect(((try? readHeader(of: picture.all[...], feeding).result.get()) != nil) == isRead)
        }
    }

    /// Properties apply in the order of the associations, not in that of the property container.
    @Test func associationsSetTheOrder() throws {
        let file = HEIFTests.file([HEIFTests.irot(1), HEIFTests.clap(200, 100), HEIFTests.extents], associated: [3, 2, 1])
        #expect(try readHeader(of: file.all[...], .whole).result.get().displayed == PixelSize(width: 100, height: 200))
    }

    /// A color profile among the properties is jumped over, and the properties behind it count.
    @Test(arguments: [10, 20_000, 500_000]) func profiles(length: Int) throws {
        let file = HEIFTests.file([HEIFTests.extents, .box("colr", Bytes("prof"), Bytes(zeros: length)), HEIFTests.irot(1)])
        for feeding in Feeding.allCases {
            let reading = readHeader(of: file.all[...], feeding)
            #expect(try reading.result.get().displayed == PixelSize(width: 300, height: 400), "\(feeding)")
            #expect(feeding == .whole || reading.bytesPushed < 4096, "\(feeding)")
        }
    }

    @Test(
        arguments: [
            ("no size", file([irot(1)]), Failure.Code.corrupt),
            ("no properties at all", file([], associated: [1]), .corrupt),
            ("a primary item that is missing", file(primary: 2, [extents]), .corrupt),
            ("an aperture larger than the picture", file([extents, clap(401, 300)]), .corrupt),
            ("an aperture over zero", file([extents, clap(10, 10, over: 0)]), .corrupt),
            ("an aperture of nothing", file([extents, clap(0, 10)]), .corrupt),
            ("a size of nothing", file([.fullBox("ispe", .big(UInt32(0)), .big(UInt32(3)))]), .corrupt),
            ("JPEG inside", file(type: "jpeg", [extents]), .unsupportedFormat),
            ("a grid of JPEGs", file(items: [(1, "grid"), (2, "jpeg")], [extents]), .unsupportedFormat),
            ("no meta box", .box("ftyp", Bytes("avif"), .big(UInt32(0))) + .big(UInt32(0)) + Bytes("mdat") + Bytes(zeros: 90), .corrupt),
            (
                "a box that overruns", .box("ftyp", Bytes("avif"), .big(UInt32(0))) + .fullBox("meta", .big(UInt32(99)), Bytes("pitm")),
                .corrupt
            ),
            ("a property that overruns", file([extents, .big(UInt32(99)) + Bytes("irot")]), .corrupt),
            (
                "no primary item", .box("ftyp", Bytes("avif"), .big(UInt32(0))) + .fullBox("meta", .fullBox("iinf", .big(UInt16(0)))),
                .corrupt
            ),
            ("a box too small for itself", .box("ftyp", Bytes("avif"), .big(UInt32(0))) + .big(UInt32(7)) + Bytes("meta"), .corrupt),
        ] as [(String, Bytes, Failure.Code)])
    func refused(_ name: String, _ file: Bytes, _ code: Failure.Code) {
        for feeding in Feeding.allCases {
            if case .failure(let failure) = readHeader(of: file.all[...], feeding).result {
                #expect(failure.code == code, "\(name): \(failure)")
            } else {
                Issue.record("\(name): is read")
            }
        }
    }

    /// The size of the primary item counts, not that of its tiles.
    @Test func gridOfTiles() throws {
        let file = HEIFTests.file(items: [(1, "grid"), (2, "hvc1")], [HEIFTests.extents])
        #expect(try readHeader(of: file.all[...], .exact).result.get().format == .heic)
    }

    /// A meta box behind the pixels costs a jump; one that reaches to the end is read as bytes arrive.
    @Test func offsetsOfTheMetaBox() throws {
        let file = HEIFTests.file([HEIFTests.extents]).all
        let typeLength = Int(file[3])
        let meta = Bytes(Array(file[typeLength...]))
        let type = Bytes(Array(file[..<typeLength]))
        let behind = type + .box("mdat", Bytes(zeros: 100_000)) + meta
        let reading = readHeader(of: behind.all[...], .blocks)
        #expect(try reading.result.get().displayed == PixelSize(width: 400, height: 300))
        #expect(reading.bytesPushed < 8192)
        let open = type + .big(UInt32(0)) + Bytes(Array(meta.all[4...]))
        for feeding in Feeding.allCases {
            #expect(try readHeader(of: open.all[...], feeding).result.get().displayed == PixelSize(width: 400, height: 300))
        }
    }
}

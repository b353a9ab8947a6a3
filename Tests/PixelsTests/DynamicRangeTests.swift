import ImageHeaders
import TestSupport
import Testing
import WeirBase

@testable import Pixels

/// Pictures of other programs' encoders are HDR where these were asked for it, and only there.
@Suite struct DynamicRangeTests {
    private static let ranges: [String: DynamicRange] = [
        "jpeg/libultrahdr.jpg": .gainMap, "jpeg/pyultrahdr.jpg": .gainMap, "avif/libavif-gain-map.avif": .gainMap,
        "heic/gain-map.heic": .gainMap, "png/ffmpeg-pq.png": .hdr, "png/djxl-pq.png": .hdr, "png/djxl-hlg.png": .hdr,
        "avif/avifenc-pq.avif": .hdr, "heic/nclx-hlg.heic": .hdr,
    ]

    private static func range(of bytes: [UInt8], _ format: ImageFormat) throws -> DynamicRange? {
        try DynamicRange(of: ArrayBytes(bytes: bytes), format)
    }

    @Test func ofFixtures() throws {
        var found: [String: DynamicRange] = [:]
        for picture in SoundPictureTests.pictures {
            guard let format = picture.header?.format else { continue }
            found[picture.path] = try Self.range(of: picture.bytes(), format)
        }
        #expect(found == Self.ranges)
    }

    private static func fixture(_ path: String) throws -> [UInt8] { try #require(Fixtures.made.first { $0.path == path }).bytes() }

    /// A service that makes the first picture anew may leave its metadata as they are.
    @Test(arguments: ["libultrahdr", "pyultrahdr"])
    func withoutTheGainMap(name: String) throws {
        let whole = try Self.fixture("jpeg/\(name).jpg")
        let second = try #require(whole.indices.dropFirst(2).first { whole[$0...].starts(with: [0xFF, 0xD8, 0xFF]) })
        #expect(try Self.range(of: Array(whole[..<second]), .jpeg) == nil)
        for count in 0..<whole.count { _ = try Self.range(of: Array(whole[..<count]), .jpeg) }
        // Another second picture, such as a preview.
        #expect(try Self.range(of: whole[..<second] + Self.fixture("jpeg/cjpeg-1x1.jpg"), .jpeg) == nil)
    }

    /// Readers ignore the items of a gain map in a file without its brand.
    @Test func withoutTheBrand() throws {
        let picture = try Self.fixture("avif/libavif-gain-map.avif")
        let start = try #require(picture.firstRange(of: Array("tmap".utf8))?.lowerBound)
        #expect(start < 40)
        var without = picture
        without.replaceSubrange(start..<start + 4, with: "miaf".utf8)
        // The colors of the picture that a gain map leads to, which are PQ, are not those of the primary one.
        #expect(try Self.range(of: without, .avif) == nil)
    }

    /// Only the colors of the primary picture count, wherever they stand among those of its gain map and of what that leads to.
    @Test func colorsOfOtherItems() throws {
        var picture = try Self.fixture("avif/libavif-gain-map.avif")
        try picture.replace(Array("tmap".utf8), with: Array("miaf".utf8))
        // The primary item has property 4, of sRGB, and the item behind it 6, of PQ. They exchange them.
        try picture.replace([1, 4, 1, 2, 0x83, 4], with: [1, 4, 1, 2, 0x83, 6])
        #expect(try Self.range(of: picture, .avif) == .hdr)
        // Both have PQ, of the second `colr` box, and the first one is that of nobody.
        try picture.replace([3, 1, 5, 6], with: [3, 1, 5, 4])
        #expect(try Self.range(of: picture, .avif) == .hdr)
    }

    /// The transfer of each item's colors, and the items that it is made of.
    private struct Item {
        let id: UInt16
        let transfer: UInt16?
        let inputs: [UInt16]

        init(_ id: UInt16, _ transfer: UInt16? = nil, of inputs: UInt16...) {
            (self.id, self.transfer, self.inputs) = (id, transfer, inputs)
        }
    }

    /// A file without pixels. Each item has the same size and colors of its own.
    private static func heif(_ items: [Item], primary: UInt16, isWide: Bool = false, moreAssociations: Bytes = []) -> [UInt8] {
        func id(_ number: UInt16) -> Bytes { isWide ? .big(UInt32(number)) : .big(number) }
        let version: UInt8 = isWide ? 1 : 0
        var properties = Bytes.fullBox("ispe", .big(UInt32(64)), .big(UInt32(64)))
        var (associations, references) = (Bytes(), Bytes())
        var count: UInt16 = 1
        for item in items {
            var own: [UInt16] = [1]
            if let transfer = item.transfer {
                properties += .box("colr", "nclx", .big(UInt16(9)), .big(transfer), .big(UInt16(9)), [128])
                count += 1
                own.append(count)
            }
            associations += id(item.id) + [UInt8(own.count)]
            for number in own { associations += isWide ? .big(number) : [UInt8(number)] }
            if !item.inputs.isEmpty {
                references += .box("dimg", id(item.id), .big(UInt16(item.inputs.count)), item.inputs.reduce([]) { $0 + id($1) })
            }
        }
        let list = Bytes.fullBox(
            "ipma", version: version, flags: UInt32(version), .big(UInt32(items.count)), associations, moreAssociations)
        let meta = Bytes.fullBox(
            "meta", .fullBox("pitm", version: version, id(primary)), .fullBox("iref", version: version, references),
            .box("iprp", .box("ipco", properties), list))
        return (Bytes.box("ftyp", "heic", .big(UInt32(0)), "mif1heic") + meta).all
    }

    /// Thumbnails and transparency have other colors. A derived picture without colors has those of what it is made of.
    @Test(
        arguments: [
            ([Item(1, 13), Item(2, 16)], 1, nil), ([Item(1, 13), Item(2, 16)], 2, .hdr), ([Item(1, 16), Item(2, 13)], 2, nil),
            ([Item(1, 16), Item(2)], 2, nil), ([Item(1)], 1, nil), ([Item(1, 16)], 3, nil),
            // A grid of two tiles, and a picture turned after it.
            ([Item(9, 13), Item(1, 18), Item(2, 18), Item(3, of: 1, 2)], 3, .hdr),
            ([Item(9, 18), Item(1, 13), Item(2, 13), Item(3, of: 1, 2)], 3, nil),
            ([Item(9, 13), Item(1, 18), Item(2, 18), Item(3, of: 1, 2), Item(4, of: 3)], 4, .hdr),
            // Its own colors are those of the picture, and the second input of a tone-mapped one is the gain map.
            ([Item(1, 18), Item(2, 18), Item(3, 13, of: 1, 2)], 3, nil), ([Item(1, 13), Item(2, 18), Item(3, of: 1, 2)], 3, nil),
            // Made of itself.
            ([Item(1, of: 2), Item(2, of: 1), Item(3, 16)], 1, nil),
        ] as [([Item], UInt16, DynamicRange?)])
    private func colorsOfThePrimaryItem(items: [Item], primary: UInt16, range: DynamicRange?) throws {
        for isWide in [false, true] { #expect(try Self.range(of: Self.heif(items, primary: primary, isWide: isWide), .heic) == range) }
        let whole = Self.heif(items, primary: primary)
        for count in 0..<whole.count { _ = try Self.range(of: Array(whole[..<count]), .heic) }
    }

    /// Reading them is bounded, however many associations a file claims.
    @Test(arguments: [(100, DynamicRange.hdr), (200_000, .hdr), (2_000_000, nil)])
    func manyAssociations(count: Int, range: DynamicRange?) throws {
        let more = Bytes(repeating: [0, 1, 1, 1], count: count)
        // The associations of the item that the primary one is made of are missing.
        var picture = Self.heif([Item(7), Item(1, 16, of: 5)], primary: 1, moreAssociations: more)
        let start = try #require(picture.firstRange(of: Array("ipma".utf8))?.upperBound) + 4
        picture.replaceSubrange(start..<start + 4, with: [255, 255, 255, 255])
        let counted = CountedBytes(picture)
        #expect(try DynamicRange(of: counted, .heic) == range)
        #expect(counted.read < 1 << 20, "\(counted.read)")
    }

    private static func decodes(as failure: Failure, _ bytes: [UInt8]) -> Bool {
        do { _ = try smallPicture(of: bytes) } catch { return error as? Failure == failure }
        return false
    }

    /// Code points that the decoder ignores are ignored: those of unspecified colors, of others than RGB, and of a limited range.
    @Test(
        arguments: [
            ([9, 16, 0, 1], true), ([12, 18, 0, 1], true), ([9, 1, 0, 1], false), ([2, 16, 0, 1], false), ([9, 16, 9, 1], false),
            ([9, 16, 0, 0], false), ([9, 16, 0, 1, 0], false), ([9, 16, 0], false),
        ] as [([UInt8], Bool)])
    func codePointsInPNG(points: [UInt8], isHDR: Bool) throws {
        var bytes = try Self.fixture("png/pillow-rgb.png")
        bytes.insert(contentsOf: WrongBytesTests.chunk("cICP", Bytes(points)).all, at: 33)
        #expect(try Self.range(of: bytes, .png) == (isHDR ? .hdr : nil))
        #expect(Self.decodes(as: .hdr, bytes) == isHDR)
    }

    /// They have two bytes each.
    @Test func codePointsInHEIC() throws {
        let picture = try Self.fixture("heic/nclx-hlg.heic")
        let start = try #require(picture.firstRange(of: Array("nclx".utf8))?.upperBound)
        var wrong = picture
        wrong[start + 2] = 1
        #expect(try Self.range(of: wrong, .heic) == nil)
        #expect(Self.decodes(as: .hdr, picture) && !Self.decodes(as: .hdr, wrong))
    }

    /// Two bytes in the place of an ICC profile are no code points.
    @Test func shortProfiles() throws {
        var jpeg = try Self.fixture("jpeg/cjpeg-640x480.jpg")
        jpeg.insert(contentsOf: [0xFF, 0xE2, 0, 18] + Array("ICC_PROFILE\0".utf8) + [1, 1, 9, 16], at: 2)
        let small = try smallPicture(of: jpeg)
        #expect(try small == smallPicture(of: Self.fixture("jpeg/cjpeg-640x480.jpg")))
        let simple = try Self.fixture("webp/cwebp-640x480.webp")
        let canvas = Array("VP8X".utf8) + [10, 0, 0, 0, 0x20, 0, 0, 0, 0x7F, 2, 0, 0xDF, 1, 0]
        let chunks = Array("WEBP".utf8) + canvas + Array("ICCP".utf8) + [2, 0, 0, 0, 9, 16] + simple[12...]
        let length = (0..<4).map { UInt8(truncatingIfNeeded: chunks.count >> (8 * $0)) }
        #expect(try smallPicture(of: Array("RIFF".utf8) + length + chunks) == smallPicture(of: simple))
    }

    /// Only the metadata of a gain map are read.
    @Test func longMetadata() throws {
        let whole = try Self.fixture("jpeg/libultrahdr.jpg")
        let second = try #require(whole.indices.dropFirst(2).first { whole[$0...].starts(with: [0xFF, 0xD8, 0xFF]) })
        func further(_ count: Int) -> [UInt8] {
            Array(repeatElement([0xFF, 0xE1, 0xEA, 0x62] + [UInt8](repeating: 0x41, count: 60_000), count: count).joined())
        }
        for (count, range) in [(10, DynamicRange.gainMap), (300, nil)] {
            let counted = CountedBytes(whole[..<(second + 2)] + further(count) + whole[(second + 2)...])
            #expect(try DynamicRange(of: counted, .jpeg) == range)
            #expect(counted.read < 10_000, "\(count)")
        }
    }

    /// Pictures that an index names again are read once.
    @Test func repeatedPictures() throws {
        func little(_ number: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(number >> (8 * $0) & 255) } }
        func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
            [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
        }
        // An index with one member: the list of sixteen pictures, which begins 26 bytes behind the start of the index.
        let member = little(0xB002, 2) + little(7, 2) + little(256, 4) + little(26, 4)
        let directory = Array("II*\0".utf8) + little(8, 4) + little(1, 2) + member
        func index(_ offset: Int) -> [UInt8] {
            let entries = (0..<16).flatMap { _ in little(0, 4) + little(9, 4) + little(offset, 4) + little(0, 4) }
            return segment(0xE2, Array("MPF\0".utf8) + directory + little(0, 4) + entries)
        }
        let metadata = segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + [UInt8](repeating: 0x41, count: 60_000))
        let further = [0xFF, 0xD8] + Array(repeatElement(metadata, count: 4).joined()) + [0xFF, 0xD9]
        let start = 2 + index(0).count + 2
        let picture = [0xFF, 0xD8] + index(start - 10) + [0xFF, 0xD9] + further
        let counted = CountedBytes(picture)
        #expect(try DynamicRange(of: counted, .jpeg) == nil)
        #expect((240_000..<260_000).contains(counted.read), "\(counted.read)")
    }

    /// Apple's phones have another name in the XMP of the gain map.
    @Test func ofApple() throws {
        let names = ["http://ns.adobe.com/hdr-gain-map/1.0/", "http://ns.apple.com/HDRGainMap/1.0/  "].map { Array($0.utf8) }
        let picture = try Self.fixture("jpeg/pyultrahdr.jpg")
        #expect(try Self.range(of: picture.replacing(names[0], with: names[1]), .jpeg) == .gainMap)
        #expect(try Self.range(of: picture.replacing(names[0], with: names[1].reversed()), .jpeg) == nil)
    }

    /// Samsung's phones have a year of their own.
    @Test func ofSamsung() throws {
        let picture = try Self.fixture("heic/gain-map.heic")
        let names = ["apple:photo:2020", "smsng:photo:2024", "apple:photo:2020:aux:hdr", "apple:photo:2020:aux:sdr"].map { Array($0.utf8) }
        #expect(try Self.range(of: picture.replacing(names[0], with: names[1]), .heic) == .gainMap)
        #expect(try Self.range(of: picture.replacing(names[2], with: names[3]), .heic) == nil)
    }

    /// Wrong bytes end in an answer.
    @Test(arguments: ranges.keys.sorted())
    func changedBytes(path: String) throws {
        var seed = Seed.announced(for: "the range of \(path)")
        let format = try ImageHeader(of: Self.fixture(path)).format
        for _ in 0..<300 {
            var wrong = try Self.fixture(path)
            for _ in 0..<Int.random(in: 1...6, using: &seed) {
                wrong[Int.random(in: 0..<min(wrong.count, 700), using: &seed)] = UInt8.random(in: 0...255, using: &seed)
            }
            _ = try Self.range(of: wrong, format)
        }
    }

    /// Pixels that cannot be decoded do not hide the range.
    @Test func withoutPixels() throws {
        let bytes = try Self.fixture("png/ffmpeg-pq.png")
        var reader = SmallPictureReader()
        var made = Placeholders()
        let failure = #expect(throws: Failure.self) {
            try made.add([.color, .range, .source], of: ArrayBytes(bytes: bytes), header: ImageHeader(of: bytes), &reader)
        }
        #expect(failure == .hdr && made == Placeholders([.range, .source], [.range: "hdr"]))
    }

    /// Nobody can say of a format that is not searched that a picture is not HDR.
    @Test(arguments: ["webp/cwebp-640x480.webp", "tiff/pillow-rgb.tif", "jxl/cjxl-40x30.jxl"])
    func ofOtherFormats(path: String) throws {
        let bytes = try Self.fixture(path)
        var reader = SmallPictureReader()
        var made = Placeholders()
        try made.add([.range, .source], of: ArrayBytes(bytes: bytes), header: ImageHeader(of: bytes), &reader)
        #expect(made.kinds == [.source])
    }
}

/// Counts the bytes that are read.
private final class CountedBytes: PictureBytes {
    private let bytes: ArrayBytes
    private(set) var read = 0
    var count: UInt64 { bytes.count }

    init(_ bytes: [UInt8]) { self.bytes = ArrayBytes(bytes: bytes) }

    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        read += buffer.count
        return try bytes.read(at: offset, into: buffer)
    }
}

extension [UInt8] {
    /// Replaces the first bytes that are these.
    fileprivate mutating func replace(_ old: [UInt8], with new: [UInt8]) throws {
        replaceSubrange(try #require(firstRange(of: old)), with: new)
    }
}

import Drawings
import ImageHeaders
import Layouts
import Pixels
import TestSupport
import Testing
import WeirBase

@Suite struct PNGDrawingTests {
    private func entries(picture: String?) -> [Entry] {
        let prices = ["¥169", "€ 1.299,00 the pair", "₹4,999", ""]
        return (0..<18).map { (index: Int) -> Entry in
            var entry = Entry(img: "\(index)", price: prices[index % 4], isPlaceholder: index % 5 == 0)
            entry.width = Int32(100 + index * 37 % 200)
            entry.height = Int32(90 + index * 53 % 250)
            if index % 3 == 1 { entry.picture = picture }
            return entry
        }
    }

    /// A picture of noise, which is hardly compressed.
    private func picture(_ width: Int, _ height: Int) -> String? {
        var random = Seed(1)
        var pixels: [UInt8] = []
        for _ in 0..<width * height {
            for _ in 0..<3 { pixels.append(UInt8.random(in: 0...255, using: &random)) }
            pixels.append(200)
        }
        return SmallPicture(size: PixelSize(width: width, height: height), pixels: pixels).losslessDataURL
    }

    private func file(
        _ view: LayoutView, _ entries: [Entry], scale: Int = 1, tile: PixelSize = PixelSize(width: 4096, height: 512)
    ) throws -> [UInt8] {
        var drawing = try PNGDrawing(view, scale: scale, tile: tile)
        var file = ByteBuffer()
        while try drawing.draw(to: &file, withCaption: { give(entries[$0], to: $1) }) {}
        return file.bytes
    }

    private func pixels(of file: [UInt8]) throws -> SmallPicture {
        func side(_ offset: Int) -> Int { (0..<4).reduce(0) { (side: Int, byte: Int) -> Int in side << 8 | Int(file[offset + byte]) } }
        let size = PixelSize(width: side(16), height: side(20))
        var reader = SmallPictureReader()
        let header = ImageHeader(format: .png, displayed: size, stored: size, orientation: .up)
        return try reader.smallPicture(of: FileBytes(bytes: file), header: header, longestSide: max(size.width, size.height))
    }

    private func give(_ entry: Entry, to body: (Caption) -> Void) {
        Array(entry.img.utf8).withUnsafeBufferPointer { img in
            Array(entry.price.utf8).withUnsafeBufferPointer { price in
                body(Caption(img: img, price: price, isPlaceholder: entry.isPlaceholder, picture: entry.picture))
            }
        }
    }

    /// Texts, edges and hatches are equal up to rounding, wherever the tiles end.
    @Test(
        arguments: [
            ("lf-waterflow:extra-height=24", 1, nil), ("waterflow:columns=2", 1, nil), ("flow:columns=3,header=30,footer=9", 1, nil),
            ("flow:direction=horizontal,header=30", 1, nil), ("carousel", 1, nil),
            ("mk-masonry", 3, Rect(x: 20.3, y: 170.7, width: 211.4, height: 100)),
            ("flow-waterfall:columns=4,header=20", 2, Rect(x: -50, y: -50, width: 300, height: 220)),
        ] as [(String, Int, Rect?)])
    func tilesDoNotShow(recipe: String, scale: Int, rect: Rect?) throws {
        let entries = entries(picture: nil)
        var view = try view(recipe, of: entries, sections: 7)
        view.rect = rect
        if view.layout is Carousel { view.offset = 300 }
        let whole = try file(view, entries, scale: scale, tile: PixelSize(width: 1 << 15, height: 1 << 15))
        for side in [(4096, 512), (311, 190)] {
            let tiled = try file(view, entries, scale: scale, tile: PixelSize(width: side.0, height: side.1))
            #expect(try difference(tiled, whole) <= Self.rounding, "tiles of \(side)")
        }
    }

    /// The largest difference of a channel. cairo places hatches and pictures with 16 bits behind the point, from a position that
    /// depends on the tile.
    private static let rounding = 4

    private func difference(_ first: [UInt8], _ second: [UInt8]) throws -> Int {
        let (first, second) = (try pixels(of: first), try pixels(of: second))
        guard first.size == second.size else { return 256 }
        // Nearly all lines are equal, and these are compared fast.
        let length = 4 * first.size.width
        return stride(from: 0, to: first.pixels.count, by: length).reduce(0) { (most: Int, start: Int) -> Int in
            let (line, other) = (first.pixels[start..<start + length], second.pixels[start..<start + length])
            return line == other ? most : zip(line, other).reduce(most) { max($0, abs(Int($1.0) - Int($1.1))) }
        }
    }

    /// A tile whose pictures do not fit in one document is drawn with several. Pictures are equal up to rounding.
    @Test func documentsDoNotShow() throws {
        let entries = entries(picture: picture(600, 600))
        let view = try view("waterflow:columns=8", of: entries)
        let tiled = try file(view, entries, tile: PixelSize(width: 423, height: 20))
        #expect(try difference(tiled, file(view, entries)) <= Self.rounding)
    }

    /// An item that is longer than cairo's coordinates is there, and its texts are at its ends.
    @Test func endlessItems() throws {
        let entries = [Entry(width: 1, height: 65535, price: "¥ 1"), Entry(width: 1, height: 65535, isPlaceholder: true)]
        var view = try view("waterflow:columns=2", of: entries)
        let end = view.layout.frame(of: 0).maxY
        #expect(end > 1e7)
        let desk: [UInt8] = [0xEC, 0xEE, 0xF1]
        let content: [UInt8] = [0xFF, 0xFF, 0xFF]
        for y in [0, 5e6, end - 300] {
            view.rect = Rect(x: 0, y: y, width: 375, height: 300)
            let picture = try pixels(of: try file(view, entries))
            func color(_ x: Int, _ y: Int) -> [UInt8] {
                let start: Int = 4 * (y * picture.size.width + x)
                return Array(picture.pixels[start..<start + 3])
            }
            #expect(color(1, 1) == desk)
            for x in [100, 300] {
                let found = color(x, 200)
                #expect(found != desk && found != content, "\(x) at \(y)")
            }
            #expect(color(211, 200) == content)
        }
    }

    @Test(
        arguments: [
            ("waterflow", 2, nil, "the drawing would have 846 x 14636318 pixels"),
            (
                "flow:direction=horizontal,item-size=300x300", 3, Rect(x: 0, y: 0, width: 1e12, height: 1),
                "the drawing would have 3000000000144 x"
            ),
        ] as [(String, Int, Rect?, String)])
    func excessiveSizes(recipe: String, scale: Int, rect: Rect?, message: String) throws {
        var view = try view(recipe, of: [Entry(width: 1, height: 65535)])
        view.rect = rect
        let failure = #expect(throws: DrawingFailure.self) { _ = try PNGDrawing(view, scale: scale) }
        #expect(failure?.message.hasPrefix(message) == true, "\(failure?.message ?? "")")
        #expect(failure?.message.hasSuffix("a PNG may have 1000000 on a side; --rect draws a part of it") == true)
    }
}

private struct FileBytes: PictureBytes {
    let bytes: [UInt8]
    var count: UInt64 { UInt64(bytes.count) }

    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        let part = bytes[min(bytes.count, Int(offset))...].prefix(buffer.count)
        buffer.copyBytes(from: part)
        return part.count
    }
}

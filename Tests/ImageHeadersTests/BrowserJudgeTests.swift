import ImageHeaders
import TestSupport
import Testing

/// The sizes of pictures that browsers read in their own way, beside those of Chromium.
@Suite(.needs(.time), .needs(.chromium)) struct BrowserJudgeTests {
    private static let pictures = Fixtures.made.filter { picture in
        let isMinimized = picture.header != nil && picture.path.hasPrefix("avif/mini-")
        let isIcon = picture.path.hasPrefix("ico/icotool-png-")
        return picture.header?.format == .gif || isMinimized || isIcon || picture.path == "webp/one-color.webp"
    }

    @Test func sizesAreChromiums() throws {
        #expect(Self.pictures.count >= 35)
        let pictures = try Dictionary(uniqueKeysWithValues: Self.pictures.map { ("/" + $0.path, Bytes(try $0.bytes())) })
        let shown = try Chromium.naturalSizes(of: pictures)
        for picture in Self.pictures where !Self.unshown.contains(picture.path) {
            let header = try readHeader(of: try picture.bytes()[...], .exact).result.get()
            #expect(header.displayed == shown["/" + picture.path], "\(picture)")
        }
    }

    /// An icon whose PNG has another size than its directory says takes room, and stays empty.
    @Test func icons() throws {
        let drawn = ["/ico/icotool-png-48x32.ico": true, "/ico/icotool-png-512x300.ico": false, "/ico/smallest-first.ico": true]
        let pictures = Fixtures.made.filter { drawn["/" + $0.path] != nil }
        let shown = try Chromium.show(Dictionary(uniqueKeysWithValues: try pictures.map { ("/" + $0.path, Bytes(try $0.bytes())) }))
        for (name, isDrawn) in drawn { #expect(shown[name]?.isDrawn == isDrawn, "\(name)") }
    }

    /// Chromium does not turn a WebP, whatever its Exif chunk says. The readers of iOS do.
    @Test func orientationsOfWebP() throws {
        let turned = Fixtures.made.filter { $0.header?.format == .webp && ($0.header?.orientation ?? .up).swapsSides }
        #expect(turned.count >= 12)
        let shown = try Chromium.naturalSizes(of: Dictionary(uniqueKeysWithValues: turned.map { ("/" + $0.path, Bytes(try $0.bytes())) }))
        for picture in turned { #expect(shown["/" + picture.path] == picture.header?.stored, "\(picture)") }
    }

    /// Chromium asks for the version of the brand although the box names the coding.
    private static let unshown: Set = ["avif/mini-named.avif"]
}

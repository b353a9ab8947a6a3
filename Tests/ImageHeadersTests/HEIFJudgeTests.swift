import CHeif
import ImageHeaders
import TestSupport
import Testing

/// The meta box reader against libheif.
@Suite struct HEIFJudgeTests {
    @Test func agreesWithLibheif() throws {
        var judged = 0
        for fixture in Fixtures.made where [.avif, .heic].contains(fixture.header?.format) {
            let bytes = try fixture.bytes()
            var width: UInt32 = 0
            var height: UInt32 = 0
            // libheif finds no size in a file that is cut behind its meta box.
            guard CHeif_size(bytes, bytes.count, &width, &height) == 0 else { continue }
            judged += 1
            let header = try readHeader(of: bytes[...], .exact).result.get()
            #expect(header.displayed == PixelSize(width: Int(width), height: Int(height)), "\(fixture)")
        }
        #expect(judged >= 20)
    }
}

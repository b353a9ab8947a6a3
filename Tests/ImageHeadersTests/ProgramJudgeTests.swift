import ImageHeaders
import TestSupport
import Testing
import WeirBase

/// The readers of JPEG XL and JPEG 2000 beside the programs of libjxl and OpenJPEG.
@Suite struct ProgramJudgeTests {
    /// `JPEG XL image, 240x120, lossy`, and behind it `Orientation: 6 (90 degrees clockwise)`.
    @Test(.needs(.program("jxlinfo"))) func agreesWithLibjxl() throws {
        let judge = try #require(Program.named("jxlinfo"))
        var judged = 0
        for fixture in Fixtures.made where fixture.header?.format == .jxl {
            let text = try judge.run([Bytes("\(fixture.folder)/\(fixture.path)")]).text
            guard let size = text.firstMatch(of: /JPEG XL (?:image|animation), (?:\(possibly\) )?(\d+)x(\d+), (.*)\n/) else { continue }
            judged += 1
            let header = try readHeader(of: try fixture.bytes()[...], .exact).result.get()
            #expect(header.stored == PixelSize(width: Int(size.1) ?? 0, height: Int(size.2) ?? 0), "\(fixture)")
            let orientation = text.firstMatch(of: /Orientation: (\d)/).flatMap { Int($0.1) } ?? 1
            #expect(header.orientation.rawValue == orientation, "\(fixture)")
            #expect(header.traits.hasAlpha == (size.3.contains("RGBA") || size.3.contains("Alpha")), "\(fixture): \(text)")
            #expect(header.traits.isAnimated == text.contains("animation"), "\(fixture): \(text)")
        }
        #expect(judged >= 30)
    }

    /// `x0=5, y0=3` and `x1=45, y1=33`.
    @Test(.needs(.program("opj_dump"))) func agreesWithOpenJPEG() throws {
        let judge = try #require(Program.named("opj_dump"))
        var judged = 0
        for fixture in Fixtures.made where fixture.header?.format == .jp2 {
            let text = try judge.run([Bytes("-i"), Bytes("\(fixture.folder)/\(fixture.path)")]).text
            guard let area = text.firstMatch(of: /x0=(\d+), y0=(\d+)\s+x1=(\d+), y1=(\d+)/), let left = Int(area.1), let top = Int(area.2),
                let right = Int(area.3), let bottom = Int(area.4)
            else { continue }
            judged += 1
            let header = try readHeader(of: try fixture.bytes()[...], .exact).result.get()
            #expect(header.stored == PixelSize(width: right - left, height: bottom - top), "\(fixture)")
            #expect(header.traits.depth == text.firstMatch(of: /prec=(\d+)/).flatMap { Int($0.1) }, "\(fixture)")
        }
        #expect(judged >= 12)
    }
}

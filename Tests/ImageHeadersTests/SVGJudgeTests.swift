import ImageHeaders
import TestSupport
import Testing
import WeirBase

/// The sizes of SVGs beside `naturalWidth` and `naturalHeight` of a real browser.
@Suite(.needs(.time), .needs(.chromium)) struct SVGJudgeTests {
    /// Attributes of roots with a size of their own.
    private static let attributes = [
        "width='40' height='30'", "width='40px' height='30PX'", "width='40.4' height='30.5'", "width='40.5' height='30.6'",
        "width='40.49' height='30.51'", "width='1in' height='2.54cm'", "width='25.4mm' height='72pt'", "width='6pc' height='101.6Q'",
        "width='5Mm' height='5mM'", "width='40pt' height='30PT'", "width='1IN' height='3q'", "width='210mm' height='297mm'",
        "width='4e1' height='+30'", "width='4E1' height='3e+1'", "width='400e-1' height='.3e2'", "width=' 40 ' height=' 30px '",
        "width = '40'\n height\t=\t'30'", "width='1em' height='2rem'", "width='1.5em' height='1.5em' viewBox='0 0 24 24'",
        "width='40' height='30' viewBox='0 0 1 1'", "width='40' height='30' preserveAspectRatio='none' viewBox='0 0 9 9'",
        "width='80' viewBox='0 0 40 30'", "height='60' viewBox='0 0 40 30'", "width='100' viewBox='0 0 3 7'",
        "width='33.3' viewBox='0 0 3 1'", "height='33.3' viewBox='10 10 1 3'", "width='50%' height='60' viewBox='0 0 40 30'",
        "width='auto' height='30' viewBox='0 0 2 1'", "width='inherit' height='30' viewBox='0 0 2 1'",
        "width='60' height='' viewBox='0,0,40,30'", "width='10' height='10' style='width:40px;height:30px'", "width='0.5' height='0.6'",
        "width='99999' height='2'", "width='40.4999' height='39.9999'", "width='1e2mm' height='1e1mm'", "width='12.7mm' height='0.5in'",
        "width='120' viewBox=' -5 -5 , 40 30 '", "width='80' height='30.' viewBox='0 0 40 30'",
        "width='80' height='3x' viewBox='0 0 4e1 3e1'",
        "height='75' viewBox='0 0 40.5 30.25'",
        // Only a ratio, which Chromium fits into 300x150.
        "viewBox='0 0 40 30'", "viewBox='0 0 400 100'", "viewBox='0 0 1000 1000'", "viewBox='0,0,40,30'", "viewBox=' 0 0 40 30 '",
        "viewBox='0 0 4e1 3e1'", "viewBox='0 0 40, 30'", "width='100%' height='100%' viewBox='0 0 40 30'", "viewBox='-9 -9 600 100'",
        "viewBox='0 0 +40 .3e2'", "viewBox='0 0 1 0.5'", "viewBox='0 0 1.4 1'", "viewBox='0 0 24.5 24'", "viewBox='0 0 1000.5 700.3'",
        "viewBox='0 0 0.3 0.1'", "viewBox='0 0 0.001 0.001'",
    ]

    /// Documents of which only the way to the root differs.
    private static let documents = [
        "<?xml version='1.0' encoding='UTF-8'?>\n<!-- <svg width='9'> -->\n<svg xmlns='http://www.w3.org/2000/svg' width='40' height='30'/>",
        "<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd'><svg xmlns='http://www.w3.org/2000/svg' width='40' height='30'/>",
        "<s:svg xmlns:s='http://www.w3.org/2000/svg' width='40' height='30'/>",
        "<?pi <svg width='9'>?><svg xmlns='http://www.w3.org/2000/svg' width='40' height='30'/>",
        "<!DOCTYPE svg [<!ENTITY ns 'http://www.w3.org/2000/svg'>]><svg xmlns='&ns;' width='40' height='30'/>",
        "<!DOCTYPE svg [<!ENTITY w '40'>]><svg xmlns='http://www.w3.org/2000/svg' width='&w;' height='3&#48;'/>",
        "<?xml version='1.0' encoding='windows-1251'?><svg xmlns='http://www.w3.org/2000/svg' width='40' height='30'/>",
        "\n <svg xmlns='http://www.w3.org/2000/svg' width='40' height='30'><svg width='9' height='9'/></svg>",
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:x='urn:x' x:width='9' x:height='9' width='40' height='30'/>",
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:svg='urn:x' WIDTH='9' Height='9' width='40' height='30'/>",
        "\u{FEFF}<svg xmlns='http://www.w3.org/2000/svg' width='40' height='30'/>",
    ]

    /// The pictures by the paths at which the browser asks for them.
    private static func pictures() throws -> [String: Bytes] {
        var all = attributes.map { SVGTests.svg($0) } + documents.map { Bytes($0) }
        // Chromium takes an SVG for UTF-8 if it has no byte order mark, and shows none of other letters.
        for fixture in Fixtures.made
        where fixture.header?.format == .svg && fixture.path.hasSuffix(".svg") && fixture.path != "svg/windows-1252.svg" {
            all.append(Bytes(try fixture.bytes()))
        }
        return Dictionary(uniqueKeysWithValues: all.enumerated().map { ("/\($0).svg", $1) })
    }

    @Test func sizesAreChromiums() throws {
        let pictures = try Self.pictures()
        #expect(pictures.count >= 60)
        let measured = try Chromium.naturalSizes(of: pictures)
        for (path, picture) in pictures {
            let header = try readHeader(of: picture.all[...], .blocks).result.get()
            let shown = try #require(measured[path])
            let size = header.displayed
            guard header.traits.isSizedByViewBox else {
                #expect(size == shown, "\(picture)")
                continue
            }
            // One side is 300 or 150, and the other one is rounded.
            #expect(shown.width == 300 || shown.height == 150, "\(picture)")
            #expect(abs(size.width * shown.height - size.height * shown.width) <= max(size.width, size.height), "\(picture)")
        }
    }
}

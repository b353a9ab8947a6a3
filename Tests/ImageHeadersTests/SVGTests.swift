import ImageHeaders
import TestSupport
import Testing
import WeirBase

/// SVG: what counts as a size.
@Suite struct SVGTests {
    /// A root with these attributes.
    static func svg(_ attributes: String) -> Bytes { Bytes("<svg xmlns='http://www.w3.org/2000/svg' \(attributes)/>") }

    private func header(_ picture: Bytes) -> Result<ImageHeader, Failure> {
        let results = Feeding.allCases.map { readHeader(of: picture.all[...], $0).result }
        #expect(results.allSatisfy { $0 == results[0] }, "the feeding makes a difference: \(results)")
        return results[0]
    }

    /// Lengths that count as absent leave the ratio of the viewBox.
    @Test(arguments: [
        "", "width='100%' height='50%'", "width='auto'", "width='' height=''", "width='40 px'", "width='4_0'", "width='30.'",
        "width='40e'", "width='40em2'", "width='40;'", "width='calc(1px + 2px)'", "width='10vw'", "width='3ex'",
        "width='2em' font-size='20'", "width='2em' style='font: 3px serif'", "width='nan' height='inf'", "width='0x10'",
    ])
    func absentLengths(attributes: String) throws {
        let header = try header(Self.svg(attributes + " viewBox='0 0 40 30'")).get()
        #expect(header.displayed == PixelSize(width: 40, height: 30))
        #expect(header.traits.isSizedByViewBox)
    }

    /// A file without a size of its own.
    @Test(arguments: [
        "", "width='40'", "height='30'", "width='40' height='50%'", "width='0' height='30'", "width='-40' height='30'",
        "width='0.4' height='3'", "viewBox='0 0 40'", "viewBox='0 0 0 30'", "viewBox='0 0 -4 30'", "viewBox='none'",
        "viewBox='0 0 40 30px'", "viewBox='0 0 40 30 50'", "viewBox='0 0 40 30,'", "width='40' height='0'", "viewBox='0, ,0 40 30'",
        "viewBox='0 0 40 30.'",
        "viewBox='0 0 40 30' preserveAspectRatio='none'", "width='80' viewBox='0 0 40 30' preserveAspectRatio='none'",
        "width='10' viewBox='0 0 3 0.1'", "viewBox='0 0 1e999 1'",
    ])
    func noSize(attributes: String) throws {
        guard case .failure(let failure) = header(Self.svg(attributes)) else {
            Issue.record("it has a size")
            return
        }
        #expect(failure.code == .noSize)
    }

    @Test(arguments: [
        ("\n  <svg xmlns='http://www.w3.org/2000/svg' width='4' height='3'/>", PixelSize(width: 4, height: 3)),
        ("<svg xmlns='http://www.w3.org/2000/svg' width='4' height='3'", nil),
        ("<svg xmlns='http://www.w3.org/2000/svg' width='4' height='3'><svg width='9' height='9'", PixelSize(width: 4, height: 3)),
        ("<svg width='4' height='3' xmlns='http://www.w3.org/1999/xhtml'>", nil),
        (
            "<!-- <svg width='9' height='9'> --><svg xmlns='http://www.w3.org/2000/svg' width='4' height='3'>",
            PixelSize(width: 4, height: 3)
        ),
        (
            "<?xml version='1.0' encoding='shift_jis'?><svg xmlns='http://www.w3.org/2000/svg' width='4' height='3'>",
            PixelSize(width: 4, height: 3)
        ),
        ("<!DOCTYPE svg [<!ENTITY w '4'>]><svg xmlns='http://www.w3.org/2000/svg' width='&w;' height='3'>", PixelSize(width: 4, height: 3)),
        ("<!DOCTYPE svg [<!ENTITY w SYSTEM 'file:///etc/passwd'>]><svg xmlns='http://www.w3.org/2000/svg' width='&w;' height='3'>", nil),
        ("<html><svg width='4' height='3'>", nil),
    ])
    func documents(text: String, size: PixelSize?) {
        #expect((try? header(Bytes(text)).get())?.displayed == size, "\(text)")
    }

    /// The bytes show whether a document has one byte for a character or two, whatever it says.
    @Test(arguments: ["utf-16", "UTF-16LE", "utf-16be", "utf-8", "windows-1252", "ucs-2"], [0, 2000])
    func wrongEncoding(name: String, blanks: Int) throws {
        let text =
            "<?xml version='1.0' encoding='\(name)'?>\(String(repeating: " ", count: blanks))"
            + "<svg xmlns='http://www.w3.org/2000/svg' id='\u{E9}' width='4' height='3'/>"
        let size = PixelSize(width: 4, height: 3)
        let bytes = Array(text.utf8)
        if name != "windows-1252" { #expect(try header(Bytes([0xEF, 0xBB, 0xBF] + bytes)).get().displayed == size) }
        #expect(try header(Bytes(bytes)).get().displayed == size)
        for isBig in [false, true] {
            let pairs = "\u{FEFF}\(text)".utf16.flatMap { isBig ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)] }
            #expect(try header(Bytes(pairs)).get().displayed == size, "big-endian: \(isBig)")
        }
    }

    /// Browsers show no SVG whose root is in no namespace, or in another one.
    @Test(arguments: [
        "<svg width='4' height='3'/>", "<svg xmlns='' width='4' height='3'/>", "<?xml version='1.0'?><svg width='4' height='3'/>",
        "<svg xmlns='http://www.w3.org/1999/xhtml' width='4' height='3'/>",
        "<svg xmlns='https://www.w3.org/2000/svg' width='4' height='3'/>",
    ])
    func rootsOfNoSVG(text: String) {
        guard case .failure(let failure) = header(Bytes(text)) else {
            Issue.record("it has a size")
            return
        }
        #expect(failure.code == .corrupt && failure.message.contains("namespace"), "\(failure)")
    }

    /// The numbers of a viewBox are the size, unless they are so small that rounding them would lose the ratio.
    @Test(arguments: [
        ("0 0 1 1", 1, 1), ("0-5 40 30", 40, 30), ("0 0 4.0 3.0", 4, 3), ("0 0 1 0.5", 300, 150), ("0 0 1.4 1", 210, 150),
        ("0 0 24.5 24", 153, 150),
        ("0 0 0.3 0.1", 300, 100), ("0 0 1000.5 700.3", 1001, 700), ("0 0 0.001 0.001", 150, 150),
        // Chromium would show it 0 pixels wide.
        ("0 0 0.5 1000", 1, 1000),
    ])
    func ratios(viewBox: String, width: Int, height: Int) throws {
        let header = try header(Self.svg("viewBox='\(viewBox)'")).get()
        #expect(header.displayed == PixelSize(width: width, height: height) && header.traits.isSizedByViewBox)
    }

    /// Entities that expand to billions of bytes, and to billions of nothing.
    @Test(arguments: ["lol", ""])
    func expandingEntities(text: String) {
        let entities = (1...30).map { "<!ENTITY a\($0) '\(String(repeating: "&a\($0 - 1);", count: 10))'>" }.joined()
        let bomb = "<!DOCTYPE svg [<!ENTITY a0 '\(text)'>\(entities)]><svg width='4' height='3' id='&a30;'/>"
        guard case .failure(let failure) = header(Bytes(bomb)) else {
            Issue.record("it has a size")
            return
        }
        #expect(failure.code == .corrupt)
    }
}

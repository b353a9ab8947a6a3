import ImageHeaders
import Pixels
import TestSupport
import Testing
import WeirBase

/// SVGs are drawn from what is in the document alone.
@Suite struct SVGPictureTests {
    /// A red picture of 2 x 2 pixels.
    private static let red =
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8DAwMDAxMDAwMDAAAANHQEDasKb6QAAAABJRU5ErkJggg=="

    private func middle(of content: String) throws -> [UInt8] {
        let document = """
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="20" height="20">\(content)</svg>
            """
        let small = try smallPicture(of: Array(document.utf8))
        try #require(small.size == PixelSize(width: 20, height: 20))
        let start = 4 * (10 * 20 + 10)
        return Array(small.pixels[start..<start + 4])
    }

    @Test func nothingElseIsRead() throws {
        let folder = try TemporaryFolder()
        try folder.add(
            "green.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9' fill='#0f0'/></svg>")
        try folder.add("style.css", "rect { fill: #0f0 }")
        let path = folder.path
        let image = { (url: String) in "<image xlink:href=\"\(url)\" width=\"20\" height=\"20\"/>" }
        #expect(try middle(of: image(Self.red)) == [255, 0, 0, 255])
        for url in ["file://\(path)/green.svg", "\(path)/green.svg", "green.svg", "http://127.0.0.1:9/green.svg"] {
            #expect(try middle(of: image(url)) == [0, 0, 0, 0], "\(url)")
        }
        #expect(try middle(of: "<use xlink:href=\"\(path)/green.svg#a\"/>") == [0, 0, 0, 0])
        let styled = "<style>@import url('file://\(path)/style.css');</style><rect width=\"20\" height=\"20\" fill=\"#00f\"/>"
        #expect(try middle(of: styled) == [0, 0, 255, 255])
    }

    /// Half of the alpha leaves the color as it is.
    @Test func straightAlpha() throws {
        let pixel = try middle(of: "<rect width=\"20\" height=\"20\" fill=\"#c80\" opacity=\"0.5\"/>")
        #expect(abs(Int(pixel[0]) - 0xCC) <= 1 && abs(Int(pixel[1]) - 0x88) <= 1 && pixel[2] == 0 && abs(Int(pixel[3]) - 128) <= 1)
    }
}

import CWeirRSVG
import ImageHeaders
import Layouts
import Pixels
import WeirBase

/// Draws a view as PNG: the SVG drawing in pixels. It is drawn tile by tile, so that neither the length of the content nor
/// the number of pictures takes memory.
public struct PNGDrawing: ~Copyable {
    private let view: LayoutView
    private let scale: Double
    /// The area of the drawing in points. Its sides are whole pixels.
    private let canvas: Rect
    private let size: PixelSize
    private let tileWidth: Int
    private let bandHeight: Int
    private let encoder: PNGEncoder
    /// How many rows have been drawn.
    private var row = 0

    /// The longest side in pixels. libpng and many viewers refuse more unless an option allows it.
    public static let longestSide = 1_000_000
    private static let bandSize = 16 << 20
    /// A document for librsvg that has become longer than this is drawn before more is added.
    private static let documentSize = 4 << 20
    /// Photographs get little smaller at higher levels of zlib, and take three times as long.
    private static let compressionLevel = 4

    /// `scale` is how many pixels a point has. Any `tile` gives the same drawing, up to rounding.
    public init(_ view: LayoutView, scale: Int, tile: PixelSize = PixelSize(width: 4096, height: 512)) throws(DrawingFailure) {
        switch CRSVG_prepare_texts() {
        case Int32(CRSVG_DRAWN.rawValue): break
        case Int32(CRSVG_NO_FONT.rawValue): throw .noFont
        default: throw .noLibrary
        }
        var canvas = SVGDrawing.canvas(of: view)
        let width = (canvas.width * Double(scale)).rounded(.up)
        let height = (canvas.height * Double(scale)).rounded(.up)
        guard max(width, height) <= Double(Self.longestSide) else { throw .tooLarge(width: width, height: height) }
        canvas.width = width / Double(scale)
        canvas.height = height / Double(scale)
        let size = PixelSize(width: Int(width), height: Int(height))
        guard let encoder = PNGEncoder(size, hasAlpha: false, level: Self.compressionLevel) else { throw .refused("libpng begins no file") }
        (self.view, self.scale, self.canvas, self.size) = (view, Double(scale), canvas, size)
        self.encoder = encoder
        tileWidth = min(tile.width, size.width)
        bandHeight = max(1, min(tile.height, Self.bandSize / (3 * size.width)))
    }

    /// Appends the next piece of the file to `output`; false if there was no more. `withCaption` calls its last argument
    /// once, with the texts of an item.
    public mutating func draw(
        to output: inout ByteBuffer, withCaption: (_ item: Int, _ body: (Caption) -> Void) -> Void
    ) throws(DrawingFailure) -> Bool {
        guard row < size.height else { return false }
        let height = min(bandHeight, size.height - row)
        var rows = [UInt8](repeating: 0, count: 3 * size.width * height)
        for column in stride(from: 0, to: size.width, by: tileWidth) {
            var tile = DrawnTile(column, row, PixelSize(width: min(tileWidth, size.width - column), height: height), of: size)
            try draw(&tile, withCaption)
            tile.copy(to: &rows, rowLength: 3 * size.width)
        }
        row += height
        let isWritten = rows.withUnsafeBufferPointer { encoder.add($0) } && (row < size.height || encoder.end())
        guard isWritten else { throw .refused("libpng takes no more rows") }
        encoder.takeBytes(to: &output)
        return true
    }

    private func draw(
        _ tile: inout DrawnTile, _ withCaption: (_ item: Int, _ body: (Caption) -> Void) -> Void
    ) throws(DrawingFailure) {
        let part = Rect(
            x: canvas.x + Double(tile.left) / scale, y: canvas.y + Double(tile.top) / scale, width: Double(tile.size.width) / scale,
            height: Double(tile.size.height) / scale)
        var drawing = SVGDrawing(canvas: canvas, part: part)
        var document = ByteBuffer()
        drawing.begin(view, to: &document)
        for item in view.items(meeting: part) {
            withCaption(item) { drawing.append(item, $0, of: view, to: &document) }
            guard document.count > Self.documentSize else { continue }
            drawing.interrupt(to: &document)
            try tile.draw(document)
            document.removeAll()
            drawing.resume(view, to: &document)
        }
        drawing.end(view, to: &document)
        try tile.draw(document)
    }
}

/// Why there is no PNG.
public enum DrawingFailure: Error, Equatable, Sendable {
    case noLibrary, noFont
    /// The sides that the drawing would have, in pixels.
    case tooLarge(width: Double, height: Double)
    /// A clause that says why a library refuses.
    case refused(String)

    #if WEIR_STATIC
        private static let missingLibrary = "this build draws no PNG; an SVG shows the same"
    #else
        private static let missingLibrary = "a PNG is drawn by librsvg-2.so.2, of Debian's package librsvg2-2, and it is not installed"
    #endif

    /// One sentence without a full stop.
    public var message: String {
        switch self {
        case .noLibrary: Self.missingLibrary
        case .noFont: "a PNG has texts, and no font is installed; Debian's package fonts-dejavu-core has one"
        case .tooLarge(let width, let height):
            """
            the drawing would have \(Self.count(width)) x \(Self.count(height)) pixels, and a PNG may have \(PNGDrawing.longestSide) on a \
            side; --rect draws a part of it
            """
        case .refused(let reason): "the drawing failed: \(reason)"
        }
    }

    private static func count(_ side: Double) -> String { Int(exactly: side).map(String.init) ?? "\(side)" }
}

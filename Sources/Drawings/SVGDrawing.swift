import Layouts
import WeirBase

/// Writes a view as an SVG drawing in the layout's own coordinates, so that distances are those on the phone.
public struct SVGDrawing: FrameWriter {
    /// The space around the content, in points.
    private static let margin = 24.0
    /// The height of the title above the content.
    private static let titleHeight = 16.0
    /// How far the drawing continues beyond the shown area before it is cut off.
    private static let overhang = 8.0
    /// The greatest width of a letter of the title.
    private static let letterWidth = 6.5
    /// How far a line, or the text beside it, reaches from its position.
    private static let longestMark = 64.0
    /// In a part, longer items are flat and are cut off. cairo stretches pictures by 16 bits behind the point, and its
    /// coordinates end at 8,388,607 pixels.
    private static let longestFrame = 1e5

    /// The area of the whole drawing; nil if it is that of the view.
    private let canvas: Rect?
    /// The part of the canvas that is drawn; nil if all is.
    private let part: Rect?

    /// A drawing of a whole view.
    public init() { (canvas, part) = (nil, nil) }

    /// Draws a part of a canvas alone: what lies far outside may be left out or cut off.
    init(canvas: Rect, part: Rect) { (self.canvas, self.part) = (canvas, part.grown(by: Self.longestMark)) }

    /// Appends the title and the ground, and opens the area that is shown.
    public mutating func begin(_ view: LayoutView, to output: inout ByteBuffer) {
        let shown = Self.shownArea(of: view)
        let title = Self.title(of: view)
        open(view, title, to: &output)
        output.append("<rect class=\"desk\"")
        output.append(svgRect: drawn(canvas ?? Self.canvas(of: view)))
        output.append("/>\n<text class=\"title\"")
        output.append(svgPosition: shown.x, shown.y - Self.margin / 2)
        output.append(">")
        output.append(xml: title)
        output.append("</text>\n")
        openWindow(shown, to: &output)
        output.append("<rect class=\"content\"")
        let content = view.contentSize
        output.append(svgRect: drawn(Rect(x: 0, y: 0, width: content.width, height: content.height)))
        output.append("/>\n")
    }

    /// Ends a document behind an item, before the drawing continues in another one that is drawn over it.
    func interrupt(to output: inout ByteBuffer) { output.append("</svg>\n</svg>\n") }

    /// Begins the next document after `interrupt`.
    func resume(_ view: LayoutView, to output: inout ByteBuffer) {
        open(view, Self.title(of: view), to: &output)
        openWindow(Self.shownArea(of: view), to: &output)
    }

    private func open(_ view: LayoutView, _ title: String, to output: inout ByteBuffer) {
        let canvas = canvas ?? Self.canvas(of: view)
        output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"")
        output.append(svgSize: Size(width: canvas.width, height: canvas.height))
        output.append(svgViewBox: canvas)
        output.append(">\n<title>")
        output.append(xml: title)
        output.append("</title>\n")
        output.append(Self.style)
    }

    /// Begins the part that is cut off a little beyond the shown area.
    private func openWindow(_ shown: Rect, to output: inout ByteBuffer) {
        let window = drawn(shown.grown(by: Self.overhang))
        output.append("<svg")
        output.append(svgRect: window)
        output.append(svgViewBox: window)
        output.append(">\n")
    }

    /// Appends the item in the scale that it has at this offset; nothing at a scale of 0 or less.
    public mutating func append(_ item: Int, _ caption: Caption?, of view: LayoutView, to output: inout ByteBuffer) {
        var frame = view.frame(of: item)
        if let scale = view.scale(of: item) {
            // A scale of 0 leaves nothing to draw, and a negative one would mirror the item.
            guard scale > 0 else { return }
            frame = frame.scaled(by: scale)
        }
        guard let part, max(frame.width, frame.height) > Self.longestFrame else {
            output.append(svgItem: item, frame, strip: view.strip(of: item), caption)
            return
        }
        let flat = caption.map { Caption(img: $0.img, price: $0.price, isPlaceholder: $0.isPlaceholder) }
        output.append(svgItem: item, frame.cut(to: part), strip: 0, flat)
    }

    /// Appends the headers, the footers and the screen, and closes the document.
    public mutating func end(_ view: LayoutView, to output: inout ByteBuffer) {
        for supplementary in view.supplementary where part?.meets(supplementary.frame) != false {
            output.append(svgSupplementary: supplementary)
        }
        if part?.meets(view.screen) != false { output.append(svgScreenOf: view) }
        output.append("</svg>\n")
        output.append(svgScreenEdgesOf: view, within: Self.shownArea(of: view), near: part, overhang: Self.overhang)
        output.append("</svg>\n")
    }

    /// A rect, cut off where it would not be seen.
    private func drawn(_ rect: Rect) -> Rect { part.map { rect.cut(to: $0) } ?? rect }

    /// The area of the whole drawing, in the layout's coordinates.
    static func canvas(of view: LayoutView) -> Rect {
        let shown = shownArea(of: view)
        return Rect(
            x: shown.x - margin, y: shown.y - margin - titleHeight,
            width: max(shown.width, Double(title(of: view).count) * letterWidth) + 2 * margin,
            height: shown.height + 2 * margin + titleHeight)
    }

    /// The requested rect, or all of the content and the screen. Of a carousel only half a screen on each side is shown: further
    /// away its items have no size.
    private static func shownArea(of view: LayoutView) -> Rect {
        if let rect = view.rect { return rect }
        let content = view.contentSize
        let screen = view.screen
        let (left, top) = (min(0, screen.x), min(0, screen.y))
        let whole = Rect(
            x: left, y: top, width: max(content.width, screen.maxX) - left,
            height: max(content.height, screen.maxY) - top)
        guard view.layout.carousel != nil else { return whole }
        return whole.cut(to: Rect(x: screen.midX - screen.width, y: top, width: 2 * screen.width, height: whole.height))
    }

    private static func title(of view: LayoutView) -> String {
        func text(_ size: Size) -> String { "\(rounded(size.width)) × \(rounded(size.height))" }
        let device = view.device.map { "\($0.device.name), " } ?? ""
        return "\(view.name), \(device)\(text(view.screenSize)), content \(text(view.contentSize))"
    }

    /// A number for people, rounded to a tenth of a point.
    private static func rounded(_ number: Double) -> String {
        let tenths = (number * 10).rounded() / 10
        return Int(exactly: tenths).map(String.init) ?? "\(tenths)"
    }

    private static let style: StaticString = """
        <defs><pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
        <rect width="8" height="8" fill="#e3e5e8"/><rect width="3" height="8" fill="#c9cdd3"/></pattern></defs>
        <style>
        text { font-family: "Helvetica Neue", Helvetica, Arial, sans-serif; fill: #20242a }
        .desk { fill: #eceef1 }
        .content { fill: #ffffff }
        .title { font-size: 11px; fill: #5b6470 }
        .index { font-size: 10px; fill-opacity: 0.6 }
        .price { font-size: 12px; font-weight: 600 }
        .over { stroke: #ffffff; stroke-width: 3px; stroke-linejoin: round; paint-order: stroke }
        .card { fill: #f6f7f9; stroke: #dde1e6 }
        .hole { fill: url(#hatch) }
        .band { fill: #dfe6f0; fill-opacity: 0.92 }
        .label { font-size: 10px; fill: #4a5a73 }
        .screen { fill: none; stroke: #2f6fde; stroke-width: 1.5 }
        .safe { fill: none; stroke: #2f6fde; stroke-opacity: 0.6; stroke-dasharray: 2 3 }
        .fold { fill: none; stroke: #2f6fde; stroke-opacity: 0.55; stroke-dasharray: 6 4 }
        .number { font-size: 9px; fill: #2f6fde }
        </style>

        """
}

extension Rect {
    /// Scales the rect about its centre.
    fileprivate func scaled(by scale: Double) -> Rect {
        Rect(
            x: x + width * (1 - scale) / 2, y: y + height * (1 - scale) / 2, width: width * scale,
            height: height * scale)
    }

    fileprivate func grown(by distance: Double) -> Rect {
        Rect(x: x - distance, y: y - distance, width: width + 2 * distance, height: height + 2 * distance)
    }

    /// The part that two rects share; without area if they share none.
    fileprivate func cut(to other: Rect) -> Rect {
        let (left, top) = (max(x, other.x), max(y, other.y))
        return Rect(x: left, y: top, width: max(0, min(maxX, other.maxX) - left), height: max(0, min(maxY, other.maxY) - top))
    }
}

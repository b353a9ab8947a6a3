import Base
import Layouts

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

    public init() {}

    public mutating func begin(_ view: LayoutView, to output: inout ByteBuffer) {
        let shown = Self.shownArea(of: view)
        let title = Self.title(of: view)
        let canvas = Rect(
            x: shown.x - Self.margin, y: shown.y - Self.margin - Self.titleHeight,
            width: max(shown.width, Double(title.count) * Self.letterWidth) + 2 * Self.margin,
            height: shown.height + 2 * Self.margin + Self.titleHeight)
        output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"")
        output.append(svgSize: Size(width: canvas.width, height: canvas.height))
        output.append(svgViewBox: canvas)
        output.append(">\n<title>")
        output.append(xml: title)
        output.append("</title>\n")
        output.append(Self.style)
        output.append("<rect class=\"desk\"")
        output.append(svgRect: canvas)
        output.append("/>\n<text class=\"title\"")
        output.append(svgPosition: shown.x, shown.y - Self.margin / 2)
        output.append(">")
        output.append(xml: title)
        let window = Rect(
            x: shown.x - Self.overhang, y: shown.y - Self.overhang, width: shown.width + 2 * Self.overhang,
            height: shown.height + 2 * Self.overhang)
        output.append("</text>\n<svg")
        output.append(svgRect: window)
        output.append(svgViewBox: window)
        output.append(">\n<rect class=\"content\"")
        let content = view.contentSize
        output.append(svgRect: Rect(x: 0, y: 0, width: content.width, height: content.height))
        output.append("/>\n")
    }

    public mutating func append(_ item: Int, _ caption: Caption?, of view: LayoutView, to output: inout ByteBuffer) {
        var frame = view.frame(of: item)
        if let scale = view.scale(of: item) {
            // A scale of 0 leaves nothing to draw, and a negative one would mirror the item.
            guard scale > 0 else { return }
            frame = frame.scaled(by: scale)
        }
        output.append(svgItem: item, frame, strip: view.strip(of: item), caption)
    }

    public mutating func end(_ view: LayoutView, to output: inout ByteBuffer) {
        for part in view.supplementary { output.append(svgSupplementary: part) }
        output.append(svgScreenOf: view)
        output.append("</svg>\n")
        output.append(svgScreenEdgesOf: view, within: Self.shownArea(of: view), overhang: Self.overhang)
        output.append("</svg>\n")
    }

    /// The requested rect, or all of the content and the screen.
    private static func shownArea(of view: LayoutView) -> Rect {
        if let rect = view.rect { return rect }
        let content = view.contentSize
        let screen = view.screen
        let (left, top) = (min(0, screen.x), min(0, screen.y))
        return Rect(
            x: left, y: top, width: max(content.width, screen.maxX) - left,
            height: max(content.height, screen.maxY) - top)
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
}

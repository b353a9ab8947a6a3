import Layouts
import WeirBase

// The elements of a drawing.
extension ByteBuffer {
    /// An item: a colored rect, its number and its price. A nested `svg` cuts off texts that are too long.
    mutating func append(svgItem item: Int, _ frame: Rect, strip: Double, _ caption: Caption?) {
        let strip = min(strip, frame.height)
        append("<svg")
        append(svgRect: frame)
        append(">")
        if strip > 0 {
            append("<rect class=\"card\"")
            append(svgSize: Size(width: frame.width, height: frame.height))
            append("/>")
        }
        if let picture = caption?.picture {
            append("<image preserveAspectRatio=\"none\" href=\"")
            append(picture)
        } else if let caption, !caption.isPlaceholder {
            append("<rect fill=\"")
            append(Color(standingFor: caption.img))
        } else {
            append("<rect class=\"hole")
        }
        append("\"")
        append(svgSize: Size(width: frame.width, height: frame.height - strip))
        append("/>")
        guard frame.width >= Self.minTextWidth, frame.height >= Self.lineHeight else {
            append("</svg>\n")
            return
        }
        let price = caption.flatMap { $0.price.isEmpty ? nil : $0.price }
        // A low item has room for one line, and the price is more useful than the number. A picture needs no number.
        if caption?.picture == nil, price == nil || frame.height - strip >= 2 * Self.lineHeight {
            append("<text class=\"index\" x=\"6\" y=\"14\">")
            append(item)
            append("</text>")
        }
        if let price {
            append(caption?.picture == nil || strip > 0 ? "<text class=\"price\"" : "<text class=\"price over\"")
            append(svgPosition: 6, strip > 0 ? frame.height - strip / 2 + 4 : frame.height - 7)
            append(">")
            append(xml: price)
            append("</text>")
        }
        append("</svg>\n")
    }

    /// A drawing with more screens has no screen edges: one picture can be as tall as millions of screens.
    private static var maxScreenEdges: Double { 100_000 }

    /// Narrower items have no texts, since nobody could read them.
    private static var minTextWidth: Double { 24 }
    private static var lineHeight: Double { 16 }

    /// A header or a footer.
    mutating func append(svgSupplementary part: SupplementaryFrame) {
        append("<svg")
        append(svgRect: part.frame)
        append("><rect class=\"band\"")
        append(svgSize: Size(width: part.frame.width, height: part.frame.height))
        append("/><text class=\"label\"")
        // Headers of a horizontal flow are higher than wide, so their labels are turned.
        if part.frame.width < part.frame.height {
            append(" transform=\"translate(")
            append(shortest: part.frame.width / 2 - 3.5)
            append(" 8) rotate(90)\"")
        } else {
            append(svgPosition: 8, part.frame.height / 2 + 3.5)
        }
        append(">")
        append(xml: "\(part.kind.rawValue) \(part.section)")
        append("</text></svg>\n")
    }

    /// The screen and its safe area.
    mutating func append(svgScreenOf view: LayoutView) {
        let screen = view.screen
        append("<rect class=\"screen\"")
        append(svgRect: screen)
        append("/>\n")
        if let area = view.device?.safeArea, area != Insets(0) {
            append("<rect class=\"safe\"")
            append(
                svgRect: Rect(
                    x: screen.x + area.left, y: screen.y + area.top, width: screen.width - area.left - area.right,
                    height: screen.height - area.top - area.bottom))
            append("/>\n")
        }
    }

    /// The edges between screens, each with the number of the next screen in the margin. Those that do not meet `part` may be
    /// left out.
    mutating func append(svgScreenEdgesOf view: LayoutView, within shown: Rect, near part: Rect?, overhang: Double) {
        // Screens are counted from the top, so a scrolled view has no edges.
        guard view.offset == 0, view.layout.carousel == nil else { return }
        let isHorizontal = view.layout.guarantees.scrollsHorizontally
        let pitch = isHorizontal ? view.screenSize.width : view.screenSize.height
        let content = view.contentSize
        var end = isHorizontal ? min(content.width, shown.maxX) : min(content.height, shown.maxY)
        var first = max(1, ((isHorizontal ? shown.x : shown.y) / pitch).rounded(.up))
        guard end / pitch - first < Self.maxScreenEdges else { return }
        if let part {
            first = max(first, ((isHorizontal ? part.x : part.y) / pitch).rounded(.up))
            end = min(end, isHorizontal ? part.maxX : part.maxY)
        }
        var number = first
        while number * pitch < end {
            append(svgScreenEdge: number * pitch, number: Int(number) + 1, isHorizontal: isHorizontal, shown, overhang)
            number += 1
        }
    }

    private mutating func append(
        svgScreenEdge edge: Double, number: Int, isHorizontal: Bool, _ shown: Rect, _ overhang: Double
    ) {
        append("<path class=\"fold\" d=\"M")
        append(shortest: isHorizontal ? edge : shown.x - overhang)
        append(" ")
        append(shortest: isHorizontal ? shown.y - overhang : edge)
        append(isHorizontal ? "V" : "H")
        append(shortest: (isHorizontal ? shown.maxY : shown.maxX) + overhang)
        append("\"/><text class=\"number\"")
        append(svgPosition: isHorizontal ? edge + 4 : shown.maxX + 10, isHorizontal ? shown.maxY + 18 : edge + 3)
        append(">")
        append(number)
        append("</text>\n")
    }

    mutating func append(svgRect rect: Rect) {
        append(svgPosition: rect.x, rect.y)
        append(svgSize: Size(width: rect.width, height: rect.height))
    }

    mutating func append(svgViewBox rect: Rect) {
        append(" viewBox=\"")
        for (index, number) in [rect.x, rect.y, rect.width, rect.height].enumerated() {
            if index > 0 { append(" ") }
            append(shortest: number)
        }
        append("\"")
    }

    mutating func append(svgPosition x: Double, _ y: Double) {
        append(" x=\"")
        append(shortest: x)
        append("\" y=\"")
        append(shortest: y)
        append("\"")
    }

    mutating func append(svgSize size: Size) {
        append(" width=\"")
        append(shortest: size.width)
        append("\" height=\"")
        append(shortest: size.height)
        append("\"")
    }

    private mutating func append(_ color: Color) {
        append("#")
        for channel in [color.red, color.green, color.blue] { append(hex: channel) }
    }
}

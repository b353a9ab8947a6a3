import Base
import Layouts

/// The parts that a drawing consists of.
extension ByteBuffer {
    /// An item in the place of its picture. An `svg` within the drawing, since what does not fit it is cut off.
    mutating func append(svgItem item: Int, _ frame: Rect, strip: Double, _ caption: Caption?) {
        let strip = min(strip, frame.height)
        append("<svg")
        append(svgSidesOf: frame)
        append(">")
        if strip > 0 {
            append("<rect class=\"card\"")
            append(svgSize: Size(width: frame.width, height: frame.height))
            append("/>")
        }
        append("<rect")
        if let caption, !caption.isPlaceholder {
            append(" fill=\"")
            append(Colour(standingFor: caption.img))
            append("\"")
        } else {
            append(" class=\"hole\"")
        }
        append(svgSize: Size(width: frame.width, height: frame.height - strip))
        append("/>")
        guard frame.width >= Self.leastTextWidth, frame.height >= Self.lineHeight else {
            append("</svg>\n")
            return
        }
        let price = caption.flatMap { $0.price.isEmpty ? nil : $0.price }
        // A short item has room for one line, and its price tells more.
        if price == nil || frame.height - strip >= 2 * Self.lineHeight {
            append("<text class=\"index\" x=\"6\" y=\"14\">")
            append(item)
            append("</text>")
        }
        if let price {
            append("<text class=\"price\"")
            append(svgPlace: 6, strip > 0 ? frame.height - strip / 2 + 4 : frame.height - 7)
            append(">")
            append(xml: price)
            append("</text>")
        }
        append("</svg>\n")
    }

    /// More screens than anybody scrolls through; a single picture can be as tall as millions of them.
    private static var mostFolds: Double { 100_000 }

    /// Room below which nobody could read anything.
    private static var leastTextWidth: Double { 24 }
    private static var lineHeight: Double { 16 }

    /// A header or a footer.
    mutating func append(svgBand piece: SupplementaryFrame) {
        append("<svg")
        append(svgSidesOf: piece.frame)
        append("><rect class=\"band\"")
        append(svgSize: Size(width: piece.frame.width, height: piece.frame.height))
        append("/><text class=\"label\"")
        // A band of a horizontal flow is upright, and so is what is written on it.
        if piece.frame.width < piece.frame.height {
            append(" transform=\"translate(")
            append(shortest: piece.frame.width / 2 - 3.5)
            append(" 8) rotate(90)\"")
        } else {
            append(svgPlace: 8, piece.frame.height / 2 + 3.5)
        }
        append(">")
        append(xml: "\(piece.kind.rawValue) \(piece.section)")
        append("</text></svg>\n")
    }

    /// The screen, and what bars and cameras leave of it.
    mutating func append(svgScreenOf view: LayoutView) {
        let screen = view.screen
        append("<rect class=\"screen\"")
        append(svgSidesOf: screen)
        append("/>\n")
        if let area = view.device?.safeArea, area != Insets(0) {
            append("<rect class=\"safe\"")
            append(
                svgSidesOf: Rect(
                    x: screen.x + area.left, y: screen.y + area.top, width: screen.width - area.left - area.right,
                    height: screen.height - area.top - area.bottom))
            append("/>\n")
        }
    }

    /// Where the screens behind the first begin; each has its number in the margin.
    mutating func append(svgFoldsOf view: LayoutView, within shown: Rect, overhang: Double) {
        // Where screens begin is asked from the top, not from somewhere in the middle.
        guard view.offset == 0, view.carousel == nil else { return }
        let isSideways = view.layout.promises.scrollsHorizontally
        let pitch = isSideways ? view.layout.viewport.width : view.layout.viewport.height
        let content = view.layout.contentSize
        let end = isSideways ? min(content.width, shown.maxX) : min(content.height, shown.maxY)
        let first = max(1, ((isSideways ? shown.x : shown.y) / pitch).rounded(.up))
        guard end / pitch - first < Self.mostFolds else { return }
        var number = first
        while number * pitch < end {
            append(svgFold: number * pitch, number: Int(number) + 1, isSideways: isSideways, shown, overhang)
            number += 1
        }
    }

    private mutating func append(
        svgFold place: Double, number: Int, isSideways: Bool, _ shown: Rect, _ overhang: Double
    ) {
        append("<path class=\"fold\" d=\"M")
        append(shortest: isSideways ? place : shown.x - overhang)
        append(" ")
        append(shortest: isSideways ? shown.y - overhang : place)
        append(isSideways ? "V" : "H")
        append(shortest: (isSideways ? shown.maxY : shown.maxX) + overhang)
        append("\"/><text class=\"number\"")
        append(svgPlace: isSideways ? place + 4 : shown.maxX + 10, isSideways ? shown.maxY + 18 : place + 3)
        append(">")
        append(number)
        append("</text>\n")
    }

    mutating func append(svgSidesOf rect: Rect) {
        append(svgPlace: rect.x, rect.y)
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

    mutating func append(svgPlace x: Double, _ y: Double) {
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

    private mutating func append(_ colour: Colour) {
        append("#")
        for channel in [colour.red, colour.green, colour.blue] { append(hex: channel) }
    }
}

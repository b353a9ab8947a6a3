import CWeirExpat
import WeirBase

extension ImageFormat {
    /// SVG, also compressed.
    public static let svg = ImageFormat(code: 9)
}

extension FormatRow {
    static let svg = FormatRow(
        .svg, "svg", mime: "image/svg+xml", endings: ["svg", "svgz"], viewers: Viewers(chrome: 1, firefox: 4, safari: 4), pixels: .svg,
        // XML in UTF-8 and UTF-16 behind a byte order mark, and compressed.
        signatures: [
            Signature([0xEF, 0xBB, 0xBF, 0x3C]), Signature([0xFF, 0xFE, 0x3C, 0]), Signature([0xFE, 0xFF, 0, 0x3C]),
            Signature([0x1F, 0x8B, 8]),
        ],
        looksRight: NonPictureContent.looksLikeMarkup,
        // The reader names another document than an SVG after its sample.
        firstBytes: NonPictureContent.sampleLength, makeReader: { SVGReader() })
}

/// SVG: expat reads the start tag of the root element, and nothing behind it. A `.svgz` is decompressed up to there.
final class SVGReader: FormatReader {
    private let root: OpaquePointer?
    private var gzip: GzipReader?
    /// The number of XML bytes that expat got.
    private var count = 0
    /// The failure of a document with another root element.
    private var otherContent = Failure(.notAnImage)
    /// Whether the document looks like an SVG, so that broken XML is a broken picture.
    private var looksRight = false

    /// Prologues are shorter, whatever licences and declarations they have.
    private static let mostBytes = 1 << 16

    init() { root = CExpatRoot_create() }
    deinit { CExpatRoot_destroy(root) }

    func begin() {
        if let root { CExpatRoot_begin(root) }
        gzip = nil
        count = 0
    }

    func read(_ window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        guard let root else { throw SVGReader.noMemory }
        if window.offset == 0 {
            otherContent = NonPictureContent.failure(for: window.bytes)
            looksRight = NonPictureContent.looksLikeSVG(window.bytes)
            if GzipReader.recognizes(window.bytes) { gzip = GzipReader() }
        }
        switch try push(window.bytes, to: root) {
        case CEXPATROOT_MORE where count < SVGReader.mostBytes:
            throw .needs(ByteRequest(offset: window.end, count: 1))
        case CEXPATROOT_FOUND:
            guard String(cString: CExpatRoot_name(root)) == SVGReader.namespace + " svg" else { throw otherRoot(root) }
            let measure = try SVGMeasure(attribute: { name in CExpatRoot_attribute(root, name).map { String(cString: $0) } })
            return ImageHeader(format: .svg, stored: measure.size, traits: PictureTraits(isSizedByViewBox: measure.isRatio))
        case CEXPATROOT_NO_MEMORY: throw SVGReader.noMemory
        case CEXPATROOT_MORE where looksRight:
            throw .failed(Failure(.tooLarge, "the root element stands behind more than \(SVGReader.mostBytes) bytes"))
        case CEXPATROOT_BROKEN where looksRight:
            throw .corrupt("expat: " + String(cString: CExpatRoot_message(root)))
        default: throw .failed(otherContent)
        }
    }

    private func push(_ bytes: UnsafeRawBufferPointer, to root: OpaquePointer) throws(HeaderStop) -> CExpatRoot_status {
        guard gzip != nil else { return pushXML(bytes, to: root) }
        var rest = bytes
        var xml = ByteBuffer()
        do throws(GzipFailure) {
            _ = try gzip?.read(&rest, atMost: SVGReader.mostBytes - count, to: &xml)
        } catch {
            throw .failed(otherContent)
        }
        return xml.withBytes { pushXML(UnsafeRawBufferPointer($0), to: root) }
    }

    private func pushXML(_ bytes: UnsafeRawBufferPointer, to root: OpaquePointer) -> CExpatRoot_status {
        let part = bytes.prefix(SVGReader.mostBytes - count)
        count += part.count
        return CExpatRoot_push(root, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), part.count)
    }

    /// Browsers show nothing of an `svg` element that is in no namespace or in another one. Some apps do.
    private func otherRoot(_ root: OpaquePointer) -> HeaderStop {
        let name = String(cString: CExpatRoot_name(root))
        guard name == "svg" || name.hasSuffix(" svg") else { return .failed(otherContent) }
        return .corrupt("an SVG whose root is not in the namespace \(SVGReader.namespace)")
    }

    private static let namespace = "http://www.w3.org/2000/svg"
    private static let noMemory = HeaderStop.failed(Failure(.unreadable, "out of memory in expat"))
}

/// The size of an SVG as a browser computes it from the attributes of its root (SVG 2, 8.12; CSS Images 3, 5.3).
struct SVGMeasure {
    let size: PixelSize
    /// Whether the size is that of the `viewBox`, which has a ratio and no unit.
    let isRatio: Bool

    init(attribute: (String) -> String?) throws(HeaderStop) {
        // The size of a font is known only if nothing chooses another one.
        let hasOwnFont = attribute("font-size") != nil || attribute("style")?.contains("font") ?? false
        let fontSize = hasOwnFont ? nil : SVGLength.browserFontSize
        let width = attribute("width").flatMap { SVGLength($0, fontSize: fontSize) }?.pixels
        let height = attribute("height").flatMap { SVGLength($0, fontSize: fontSize) }?.pixels
        let isStretched = attribute("preserveAspectRatio")?.contains("none") ?? false
        let box = isStretched ? nil : attribute("viewBox").flatMap { ViewBox($0) }
        switch (width, height, box) {
        case (let width?, let height?, _): size = try Self.rounded(width, height)
        case (let width?, nil, let box?): size = try Self.rounded(width, width * box.height / box.width)
        case (nil, let height?, let box?): size = try Self.rounded(height * box.width / box.height, height)
        case (nil, nil, let box?): size = try Self.ratio(box)
        default: throw Self.noSize("an SVG with neither a width and a height nor a viewBox that has their ratio")
        }
        isRatio = width == nil && height == nil
    }

    /// Halves are rounded up, as `naturalWidth` is in Chromium.
    private static func rounded(_ width: Double, _ height: Double) throws(HeaderStop) -> PixelSize {
        let (width, height) = ((width + 0.5).rounded(.down), (height + 0.5).rounded(.down))
        guard width <= Double(HeaderLimits.maxSide), height <= Double(HeaderLimits.maxSide) else {
            throw .failed(.init(.tooLarge, "an SVG with a side above 2^31-1"))
        }
        let size = PixelSize(width: Int(width), height: Int(height))
        guard size.width > 0, size.height > 0 else { throw noSize("an SVG of \(size.width)x\(size.height)") }
        return size
    }

    /// The numbers of the `viewBox`. If they are so small that rounding would change the ratio more, it is the size at which
    /// browsers show the picture: as large as fits into 300x150 (CSS Images 3, 5.3.3).
    private static func ratio(_ box: ViewBox) throws(HeaderStop) -> PixelSize {
        func change(_ width: Double, _ height: Double) -> Double {
            abs((width + 0.5).rounded(.down) / (height + 0.5).rounded(.down) * box.height / box.width - 1)
        }
        let scale = min(300 / box.width, 150 / box.height)
        let shown = (width: box.width * scale, height: box.height * scale)
        // Two sides that are rounded to 0 have no ratio, and compare as neither less nor more.
        let isPrecise = change(box.width, box.height) <= change(shown.width, shown.height)
        return isPrecise ? try rounded(box.width, box.height) : try rounded(shown.width, shown.height)
    }

    private static func noSize(_ message: String) -> HeaderStop { .failed(.init(.noSize, message)) }
}

/// A length in pixels (CSS Values 4, 6). A percentage, and a unit that depends on a screen or on a font's shapes, count as
/// no length.
struct SVGLength {
    let pixels: Double

    /// The size that browsers use if a page chooses no other.
    static let browserFontSize = 16.0

    init?(_ text: String, fontSize: Double?) {
        var scanner = NumberScanner(text)
        scanner.skipSpace()
        guard let number = scanner.number(), let unit = Self.pixels(of: scanner.unit(), fontSize) else { return nil }
        scanner.skipSpace()
        guard scanner.isAtEnd else { return nil }
        // A negative length is not valid, and Chromium takes it for 0.
        pixels = max(0, number * unit)
    }

    private static func pixels(of unit: String, _ fontSize: Double?) -> Double? {
        switch unit {
        case "", "px": 1
        case "in": 96
        case "cm": 96 / 2.54
        case "mm": 96 / 25.4
        case "q": 96 / 101.6
        case "pt": 96 / 72
        case "pc": 16
        case "em", "rem": fontSize
        default: nil
        }
    }
}

/// Four numbers, of which the last two are the sides (SVG 2, 8.6).
private struct ViewBox {
    let width: Double
    let height: Double

    init?(_ text: String) {
        var scanner = NumberScanner(text)
        scanner.skipSpace()
        var numbers: [Double] = []
        while numbers.count < 4 {
            guard let number = scanner.number() else { return nil }
            numbers.append(number)
            if numbers.count < 4 { scanner.skipSeparator() }
        }
        scanner.skipSpace()
        guard scanner.isAtEnd, numbers[2] > 0, numbers[3] > 0 else { return nil }
        (width, height) = (numbers[2], numbers[3])
    }
}

/// Takes numbers as CSS writes them from the front of a text.
private struct NumberScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skipSpace() { rest = rest.drop { $0 == 0x20 || $0 == 9 || $0 == 10 || $0 == 12 || $0 == 13 } }

    mutating func skipSeparator() {
        skipSpace()
        guard rest.first == UInt8(ascii: ",") else { return }
        rest = rest.dropFirst()
        skipSpace()
    }

    /// nil if no number is here, and for one that no double holds.
    mutating func number() -> Double? {
        let start = rest
        skip(anyOf: "+-")
        var digits = skipDigits()
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            let decimals = skipDigits()
            guard decimals > 0 else { return nil }
            digits += decimals
        }
        guard digits > 0 else { return nil }
        let mantissaEnd = rest
        skip(anyOf: "eE")
        if rest.count < mantissaEnd.count {
            skip(anyOf: "+-")
            // Without digits, the letter begins a unit: em, ex.
            if skipDigits() == 0 { rest = mantissaEnd }
        }
        let number = Double(Substring(start.prefix(start.count - rest.count)))
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    /// The letters here, in lower case.
    mutating func unit() -> String {
        let letters = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) || $0 == UInt8(ascii: "%") }
        rest = rest.dropFirst(letters.count)
        return Substring(letters).lowercased()
    }

    private mutating func skip(anyOf signs: StaticString) {
        guard let first = rest.first, signs.withUTF8Buffer({ $0.contains(first) }) else { return }
        rest = rest.dropFirst()
    }

    private mutating func skipDigits() -> Int {
        let digits = rest.prefix { isDigit($0) }
        rest = rest.dropFirst(digits.count)
        return digits.count
    }
}

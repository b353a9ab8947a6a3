extension ImageFormat {
    /// JPEG XL (ISO/IEC 18181).
    public static let jxl = ImageFormat(code: 15)
}

extension FormatRow {
    static let jxl = FormatRow(
        .jxl, "jxl", mime: "image/jxl", endings: ["jxl"], viewers: Viewers(ios: 17, chrome: 156, safari: 17), pixels: .jxl,
        signatures: [Signature([0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20]), Signature([0xFF, 0x0A])], makeReader: { JXLReader() })
}

/// JPEG XL: the size is in the first bits of the codestream (ISO/IEC 18181-1), which stands alone or in a box of a container
/// (ISO/IEC 18181-2). The codestream's orientation counts, and that of an Exif box does not.
///
/// libjxl is not used: it would load its decoder into the process for a hundred bits.
final class JXLReader: FormatReader {
    /// The next box of a container.
    private var position: UInt64 = 0
    /// The range of the codestream, or of its first part.
    private var codestream: Range<UInt64>?

    func begin() {
        position = 0
        codestream = nil
    }

    func read(_ window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        let range: Range<UInt64>
        if let codestream {
            range = codestream
        } else {
            range = try findCodestream(in: window)
            codestream = range
        }
        var header = JXLBits(window, range)
        return try header.imageHeader()
    }

    private func findCodestream(in window: ByteWindow) throws(HeaderStop) -> Range<UInt64> {
        if position == 0, try window.slice(at: 0, count: 2).integer(UInt16.self, at: 0, .big) == 0xFF0A { return 2..<UInt64.max }
        while true {
            let box = try window.box(at: position)
            // The number of a part stands before its bytes. The parts are in their order.
            let skipped: Int? = box.type == BoxType.codestream ? 0 : box.type == BoxType.codestreamPart ? 4 : nil
            if let skipped {
                let start = box.content + UInt64(skipped)
                let signature = try window.content(of: box, count: skipped + 2).integer(UInt16.self, at: skipped, .big)
                guard signature == 0xFF0A else { throw .corrupt("a JPEG XL box without a codestream") }
                return start + 2..<max(box.end ?? .max, start + 2)
            }
            guard let next = box.end else { throw .corrupt("a JPEG XL file without a codestream") }
            position = next
        }
    }

    private enum BoxType {
        static let codestream = fourCC("jxlc")
        static let codestreamPart = fourCC("jxlp")
    }
}

/// Reads the fields of a codestream's header, the lowest bit of a byte first (18181-1, annex D).
private struct JXLBits {
    private let window: ByteWindow
    private let range: Range<UInt64>
    /// In bits.
    private var position = 0

    init(_ window: ByteWindow, _ range: Range<UInt64>) {
        self.window = window
        self.range = range
    }

    mutating func imageHeader() throws(HeaderStop) -> ImageHeader {
        let size = try size()
        guard try !flag() else {
            let traits = PictureTraits(colors: .rgb, depth: 8, hasAlpha: false, isAnimated: false)
            return ImageHeader(format: .jxl, stored: size, traits: traits)
        }
        var orientation = Orientation.up
        var isAnimated = false
        if try flag() {
            orientation = Orientation(rawValue: try bits(3) + 1) ?? .up
            if try flag() { _ = try self.size() }  // at which the picture is meant to be shown
            if try flag() { try skipPreview() }
            isAnimated = try flag()
            if isAnimated { try skipAnimation() }
        }
        let depth = try depth()
        _ = try flag()  // whether 16 bits suffice a decoder
        let extraChannels = try number(.one(0), .one(1), .bits(4, from: 2), .bits(12, from: 1))
        // An encoder writes transparency first.
        let hasAlpha = extraChannels > 0 ? try isAlphaNext() : false
        let traits = PictureTraits(
            colors: extraChannels == 0 ? try colors() : nil, depth: depth, hasAlpha: hasAlpha, isAnimated: isAnimated)
        return ImageHeader(format: .jxl, stored: size, orientation: orientation, traits: traits)
    }

    private mutating func size() throws(HeaderStop) -> PixelSize {
        let isSmall = try flag()
        let height = try side(isSmall)
        if let width = width(ratio: try bits(3), of: height) { return PixelSize(width: width, height: height) }
        return PixelSize(width: try side(isSmall), height: height)
    }

    /// The width that follows from the height; nil if it stands behind.
    private func width(ratio: Int, of height: Int) -> Int? {
        switch ratio {
        case 1: height
        case 2: height * 12 / 10
        case 3: height * 4 / 3
        case 4: height * 3 / 2
        case 5: height * 16 / 9
        case 6: height * 5 / 4
        case 7: height * 2
        default: nil
        }
    }

    private mutating func side(_ isSmall: Bool) throws(HeaderStop) -> Int {
        if isSmall { return (try bits(5) + 1) * 8 }
        return try number(.bits(9, from: 1), .bits(13, from: 1), .bits(18, from: 1), .bits(30, from: 1))
    }

    private mutating func skipPreview() throws(HeaderStop) {
        let isSmall = try flag()
        try skipPreviewSide(isSmall)
        if try bits(3) == 0 { try skipPreviewSide(isSmall) }
    }

    private mutating func skipPreviewSide(_ isSmall: Bool) throws(HeaderStop) {
        _ =
            isSmall
            ? try number(.one(16), .one(32), .bits(5, from: 1), .bits(9, from: 33))
            : try number(.bits(6, from: 1), .bits(8, from: 65), .bits(10, from: 321), .bits(12, from: 1345))
    }

    private mutating func skipAnimation() throws(HeaderStop) {
        _ = try number(.one(100), .one(1000), .bits(10, from: 1), .bits(30, from: 1))
        _ = try number(.one(1), .one(1001), .bits(8, from: 1), .bits(10, from: 1))
        _ = try number(.one(0), .bits(3, from: 0), .bits(16, from: 0), .bits(32, from: 0))
        _ = try flag()
    }

    private mutating func depth() throws(HeaderStop) -> Int {
        guard try flag() else { return try number(.one(8), .one(10), .one(12), .bits(6, from: 1)) }
        let depth = try number(.one(32), .one(16), .one(24), .bits(6, from: 1))
        _ = try bits(4)  // of the exponent
        return depth
    }

    private mutating func isAlphaNext() throws(HeaderStop) -> Bool {
        if try flag() { return true }
        return try enumeration() == 0
    }

    private mutating func colors() throws(HeaderStop) -> ColorModel? {
        _ = try flag()  // whether the pixels are XYB, which decoders turn into the colors that follow
        if try flag() { return .rgb }
        _ = try flag()  // whether a profile follows
        switch try enumeration() {
        case 0: return .rgb
        case 1: return .gray
        default: return nil
        }
    }

    private mutating func enumeration() throws(HeaderStop) -> Int {
        try number(.one(0), .one(1), .bits(4, from: 2), .bits(6, from: 18))
    }

    private struct Choice {
        let bits: Int
        let least: Int

        static func one(_ value: Int) -> Choice { Choice(bits: 0, least: value) }
        static func bits(_ bits: Int, from least: Int) -> Choice { Choice(bits: bits, least: least) }
    }

    /// Two bits choose how the number is written.
    private mutating func number(_ first: Choice, _ second: Choice, _ third: Choice, _ fourth: Choice) throws(HeaderStop) -> Int {
        let choice = [first, second, third, fourth][try bits(2)]
        return choice.least + (try bits(choice.bits))
    }

    private mutating func flag() throws(HeaderStop) -> Bool { try bits(1) == 1 }

    private mutating func bits(_ count: Int) throws(HeaderStop) -> Int {
        let end = (position + count + 7) / 8
        guard UInt64(end) <= range.upperBound - range.lowerBound else { throw .corrupt("a JPEG XL header that does not fit its box") }
        let bytes = try window.slice(at: range.lowerBound, count: end)
        var value = 0
        for index in 0..<count {
            let bit = position + index
            value |= Int(bytes.integer(UInt8.self, at: bit / 8, .little) >> UInt8(bit % 8) & 1) << index
        }
        position += count
        return value
    }
}

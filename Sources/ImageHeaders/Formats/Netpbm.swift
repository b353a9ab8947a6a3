import WeirBase

extension ImageFormat {
    /// The formats of Netpbm.
    public static let pnm = ImageFormat(code: 12)
}

extension FormatRow {
    static let pnm = FormatRow(
        .pnm, "pnm", mime: "image/x-portable-anymap", endings: ["pnm", "pbm", "pgm", "ppm", "pam", "pfm"], viewers: .none,
        signatures: [], looksRight: NetpbmHeader.looksRight, makeReader: { PNMReader() })
}

/// PBM, PGM, PPM, PAM and PFM of Netpbm: words of text, with the size among the first.
final class PNMReader: FormatReader {
    private var position: UInt64 = 0
    private var words = NetpbmWords()
    private var header = NetpbmFields()

    /// Comments may be long, but nobody writes longer ones.
    private static let mostBytes: UInt64 = 1 << 16

    func begin() {
        position = 0
        words = NetpbmWords()
        header = NetpbmFields()
    }

    func read(_ window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        for byte in try window.tail(from: position, atLeast: 1) where position < PNMReader.mostBytes {
            position += 1
            guard let word = words.next(byte) else { continue }
            if let found = try header.add(word) { return found }
        }
        guard position < PNMReader.mostBytes else {
            throw .failed(.init(.tooLarge, "the size stands behind more than \(PNMReader.mostBytes) bytes of comments"))
        }
        throw .needs(ByteRequest(offset: position, count: 1))
    }
}

/// Splits a header at white space. A comment reaches from `#` to the end of the line.
private struct NetpbmWords {
    private var word: [UInt8] = []
    private var isInComment = false

    /// No number of a header is so long. A longer word is cut off.
    static let mostBytes = 64

    /// The word that this byte ends.
    mutating func next(_ byte: UInt8) -> String? {
        if isInComment {
            isInComment = byte != UInt8(ascii: "\n")
            return nil
        }
        isInComment = byte == UInt8(ascii: "#")
        guard isBlank(byte) || isInComment else {
            if word.count < Self.mostBytes { word.append(byte) }
            return nil
        }
        guard !word.isEmpty else { return nil }
        defer { word.removeAll() }
        return String(decoding: word, as: UTF8.self)
    }
}

/// The words of a header in their order (pbm(5), pgm(5), ppm(5), pfm(5)), or by their names (pam(5)).
private struct NetpbmFields {
    private var kind: String?
    private var numbers: [Int] = []
    private var named: [String: String] = [:]
    private var name: String?

    /// The header, once it is complete.
    mutating func add(_ word: String) throws(HeaderStop) -> ImageHeader? {
        guard let kind else {
            kind = word
            return nil
        }
        switch kind {
        case "P7": return try addNamed(word)
        case "PF", "Pf":
            numbers.append(try number(word))
            let traits = PictureTraits(colors: kind == "PF" ? .rgb : .gray, depth: 32, hasAlpha: false, isAnimated: false)
            return numbers.count < 2 ? nil : try header(numbers[0], numbers[1], traits)
        case "P1", "P4":
            numbers.append(try number(word))
            let traits = PictureTraits(colors: .gray, depth: 1, hasAlpha: false, isAnimated: false)
            return numbers.count < 2 ? nil : try header(numbers[0], numbers[1], traits)
        default:
            numbers.append(try number(word))
            guard numbers.count == 3 else { return nil }
            let colors: ColorModel = kind == "P3" || kind == "P6" ? .rgb : .gray
            let traits = PictureTraits(colors: colors, depth: try depth(numbers[2]), hasAlpha: false, isAnimated: false)
            return try header(numbers[0], numbers[1], traits)
        }
    }

    private mutating func addNamed(_ word: String) throws(HeaderStop) -> ImageHeader? {
        if let name {
            named[name] = word
            self.name = nil
        } else if word == "ENDHDR" {
            return try namedHeader()
        } else if ["WIDTH", "HEIGHT", "DEPTH", "MAXVAL", "TUPLTYPE"].contains(word) {
            name = word
        }
        return nil
    }

    private func namedHeader() throws(HeaderStop) -> ImageHeader {
        guard let width = named["WIDTH"], let height = named["HEIGHT"], let planes = named["DEPTH"], let most = named["MAXVAL"]
        else { throw .corrupt("a PAM header without a width, a height, a depth or a maximum") }
        let hasAlpha = named["TUPLTYPE"]?.hasSuffix("_ALPHA") ?? false
        let colors: ColorModel? =
            switch try number(planes) - (hasAlpha ? 1 : 0) {
            case 1: .gray
            case 3: .rgb
            default: nil
            }
        return try header(
            number(width), number(height),
            PictureTraits(colors: colors, depth: try depth(number(most)), hasAlpha: hasAlpha, isAnimated: false))
    }

    private func header(_ width: Int, _ height: Int, _ traits: PictureTraits) throws(HeaderStop) -> ImageHeader {
        guard width <= HeaderLimits.maxSide, height <= HeaderLimits.maxSide else {
            throw .failed(.init(.tooLarge, "a side above 2^31-1: \(width)x\(height)"))
        }
        return ImageHeader(format: .pnm, stored: PixelSize(width: width, height: height), traits: traits)
    }

    private func number(_ word: String) throws(HeaderStop) -> Int {
        guard word.utf8.count < NetpbmWords.mostBytes, let number = Int(word), number >= 0, !word.hasPrefix("+") else {
            throw .corrupt("a header of Netpbm with a text instead of a number")
        }
        return number
    }

    /// The bits that the largest value needs.
    private func depth(_ most: Int) throws(HeaderStop) -> Int {
        guard (1...65535).contains(most) else { throw .corrupt("a header of Netpbm with a maximum of \(most)") }
        return Int.bitWidth - most.leadingZeroBitCount
    }
}

/// Recognizes the formats of Netpbm. `P6` alone could begin a text, so the width and the height behind it count too.
enum NetpbmHeader {
    /// Whether the bytes are a header or the beginning of one.
    @Sendable static func looksRight(_ sample: UnsafeRawBufferPointer) -> Bool {
        let bytes = sample.prefix(NonPictureContent.sampleLength)
        guard bytes.first == UInt8(ascii: "P") else { return false }
        guard let kind = bytes.dropFirst().first else { return true }
        let rest = bytes.dropFirst(2)
        switch kind {
        case UInt8(ascii: "1")...UInt8(ascii: "6"), UInt8(ascii: "f"), UInt8(ascii: "F"): return startsWithSize(rest)
        case UInt8(ascii: "7"): return startsWithPAMLine(rest)
        default: return false
        }
    }

    /// White space, then two numbers; comments may stand between (ppm(5)).
    private static func startsWithSize(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
        var rest = bytes
        for _ in 0..<2 {
            let number = withoutSpaceAndComments(rest)
            guard let digit = number.first else { return true }
            guard number.startIndex > rest.startIndex, isDigit(digit) else { return false }
            rest = number.drop(while: isDigit)
        }
        return true
    }

    private static func withoutSpaceAndComments(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        var rest = bytes.drop(while: isBlank)
        while rest.first == UInt8(ascii: "#") {
            rest = rest.drop { $0 != UInt8(ascii: "\n") }.drop(while: isBlank)
        }
        return rest
    }

    /// A line end, then a line of a PAM header (pam(5)).
    private static func startsWithPAMLine(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
        guard let end = bytes.first else { return true }
        guard end == UInt8(ascii: "\n") else { return false }
        let line = withoutSpaceAndComments(bytes)
        return ["WIDTH ", "HEIGHT ", "DEPTH ", "MAXVAL ", "TUPLTYPE "].contains { name in
            line.starts(with: name.utf8) || name.utf8.starts(with: line)
        }
    }
}

/// The starts of a document's lines, from the last settled line on. Columns count bytes.
struct LineStarts {
    private enum Encoding { case unknown, bytes, bigUnits, littleUnits }

    private var encoding: Encoding
    private var byteCount = 0
    private var lastByte: UInt8 = 0
    /// The line of the first start that is stored.
    private var firstLine = 1
    private var starts = [0]
    /// The index of the start that was found last.
    private var current = 0

    /// XML may be in UTF-16, where a line feed has two bytes.
    init(ofXML: Bool = false) { encoding = ofXML ? .unknown : .bytes }

    /// Adds the line starts in the next bytes of the document.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var bytes = bytes[...]
        while encoding == .unknown, let byte = bytes.popFirst() { begin(with: byte) }
        switch encoding {
        case .unknown: break
        case .bytes: addBytes(UnsafeRawBufferPointer(rebasing: bytes))
        case .bigUnits, .littleUnits:
            for byte in bytes { addUnits(byte) }
        }
    }

    /// Detects UTF-16 by the first two bytes: a byte order mark, or `<` and a zero (XML 1.0, appendix F.1).
    private mutating func begin(with byte: UInt8) {
        if byteCount == 1 {
            encoding =
                switch (lastByte, byte) {
                case (0xFE, _), (0, _): .bigUnits
                case (0xFF, _), (_, 0): .littleUnits
                default: .bytes
                }
        }
        if byte == Byte.lineFeed { starts.append(byteCount + 1) }
        lastByte = byte
        byteCount += 1
    }

    private mutating func addBytes(_ bytes: UnsafeRawBufferPointer) {
        let text = bytes.assumingMemoryBound(to: UInt8.self)
        var index = 0
        while let lineFeed = firstIndex(of: Byte.lineFeed, in: text, from: index) {
            index = lineFeed + 1
            starts.append(byteCount + index)
        }
        byteCount += bytes.count
    }

    private mutating func addUnits(_ byte: UInt8) {
        let isLineFeed = encoding == .bigUnits ? lastByte == 0 && byte == 0x0A : lastByte == 0x0A && byte == 0
        if isLineFeed, byteCount % 2 == 1 { starts.append(byteCount + 1) }
        lastByte = byte
        byteCount += 1
    }

    /// The line and the column of a byte, which must not lie before the last settled byte.
    @inline(__always)
    mutating func position(of offset: Int) -> TextPosition {
        while current &+ 1 < starts.count, starts[current &+ 1] <= offset { current &+= 1 }
        while current > 0, starts[current] > offset { current &-= 1 }
        return TextPosition(line: firstLine &+ current, column: offset &- starts[current] &+ 1)
    }

    /// Excludes a byte order mark of `count` bytes from the columns.
    mutating func passMark(_ count: Int) { starts[0] = count }

    /// Removes the starts of the lines before a byte.
    mutating func settle(_ offset: Int) {
        _ = position(of: offset)
        starts.removeFirst(current)
        firstLine += current
        current = 0
    }
}

/// The index of a byte. The search compares sixteen bytes at a time.
@inline(__always)
func firstIndex(of byte: UInt8, in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    let wanted = SIMD16<UInt8>(repeating: byte)
    let bytes = UnsafeRawBufferPointer(text)
    var offset = start
    while offset &+ 16 <= text.count {
        let block = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
        let equal = unsafeBitCast(block .== wanted, to: SIMD2<UInt64>.self)
        if equal[0] | equal[1] != 0 {
            let index = equal[0] != 0 ? equal[0].trailingZeroBitCount : 64 &+ equal[1].trailingZeroBitCount
            return offset &+ index / 8
        }
        offset &+= 16
    }
    while offset < text.count {
        if text[offset] == byte { return offset }
        offset &+= 1
    }
    return nil
}

/// The bytes that have a meaning in tables and in JSON.
enum Byte {
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let quote = UInt8(ascii: "\"")
    static let comma = UInt8(ascii: ",")
    static let openingBracket = UInt8(ascii: "[")
    static let closingBracket = UInt8(ascii: "]")
    static let openingBrace = UInt8(ascii: "{")
    static let closingBrace = UInt8(ascii: "}")
    static let backslash = UInt8(ascii: "\\")
}

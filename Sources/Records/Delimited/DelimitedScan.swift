/// Finds the end of a row and the ranges of its fields (RFC 4180, 2). A scan can stop after any byte and
/// continue when more bytes arrive. All offsets count from the first byte of the row.
struct DelimitedScan {
    struct Field {
        /// In a quoted field, the index of the opening quote.
        var start: Int32
        /// In a quoted field, the index of the closing quote.
        var end: Int32
        var isQuoted = false
        /// Whether the field contains doubled quotes.
        var isEscaped = false
    }

    enum Stop {
        case needsMore
        case row
        /// The error is at the current offset of the scan.
        case strayQuote, textBehindQuote
        /// The error is at the opening quote.
        case openQuote
    }

    private enum State { case plain, quoted, behindQuote, behindReturn }

    /// The fields of the row, at most as many as the header has. A row may have more fields than this list.
    private(set) var fields: [Field] = []
    private(set) var fieldCount = 0
    /// The number of bytes of the row that were scanned.
    private(set) var offset: Int32 = 0
    private var state = State.plain
    /// The start of the current field.
    private var fieldStart: Int32 = 0
    private var quote: Int32 = 0
    private var isEscaped = false
    /// The header's number of fields is not limited.
    private var isHeader = true
    private let delimiter: UInt8

    init(delimiter: UInt8) {
        self.delimiter = delimiter
    }

    mutating func begin(isHeader: Bool) {
        self.isHeader = isHeader
        if isHeader { fields.removeAll() }
        fieldCount = 0
        offset = 0
        beginField(at: 0)
    }

    /// A row without any characters is skipped.
    var isBlank: Bool { fieldCount == 1 && fields[0].end == 0 }

    /// The offset of the unclosed quote.
    var openQuote: Int32? { state == .quoted ? quote : nil }

    mutating func advance(_ text: UnsafePointer<UInt8>, to end: Int) -> Stop {
        let end = Int32(end)
        while offset < end {
            let stop =
                switch state {
                case .plain: readPlain(text, to: end)
                case .quoted: readQuoted(text, to: end)
                case .behindQuote: readBehindQuote(text[Int(offset)])
                case .behindReturn: readBehindReturn(text[Int(offset)])
                }
            if stop != .needsMore { return stop }
        }
        return .needsMore
    }

    /// Ends the row at the end of the document. A carriage return there counts as a line end, even without
    /// its line feed.
    mutating func finish(_ text: UnsafePointer<UInt8>) -> Stop {
        switch state {
        case .plain: endPlainField(at: withoutReturn(text, offset))
        case .quoted: return .openQuote
        case .behindQuote: endQuotedField(at: offset - 1)
        case .behindReturn: endQuotedField(at: offset - 2)
        }
        return .row
    }

    /// Reads up to the end of the row or a quote. Reads sixteen bytes at a time, so sixteen bytes after the
    /// end must be readable.
    private mutating func readPlain(_ text: UnsafePointer<UInt8>, to end: Int32) -> Stop {
        // The header is read in short steps, so that the room for its fields can be reserved first.
        let end = isHeader ? min(end, offset + 256) : end
        if isHeader { makeRoom(for: fieldCount + 257) }
        let delimiters = SIMD16(repeating: delimiter)
        let lineFeeds = SIMD16(repeating: Byte.lineFeed)
        let quotes = SIMD16(repeating: Byte.quote)
        var (start, count, block) = (fieldStart, fieldCount, offset)
        let last = fields.withUnsafeMutableBufferPointer { fields -> Int32 in
            while block < end {
                let bytes = UnsafeRawPointer(text + Int(block)).loadUnaligned(as: SIMD16<UInt8>.self)
                var found = bits((bytes .== delimiters) .| (bytes .== lineFeeds) .| (bytes .== quotes))
                while found != 0 {
                    let index = block &+ Int32(truncatingIfNeeded: found.trailingZeroBitCount)
                    guard index < end, text[Int(index)] == delimiter else { return min(index, end) }
                    if count < fields.count {
                        fields[count] = Field(start: start, end: index)
                    }
                    count &+= 1
                    start = index &+ 1
                    found &= found &- 1
                }
                block &+= 16
            }
            return end
        }
        (fieldStart, fieldCount, offset) = (start, count, last)
        guard last < end else { return .needsMore }
        if text[Int(last)] == Byte.lineFeed {
            endPlainField(at: withoutReturn(text, last))
            offset += 1
            return .row
        }
        guard last == start else { return .strayQuote }
        quote = offset
        state = .quoted
        offset += 1
        return .needsMore
    }

    private mutating func readQuoted(_ text: UnsafePointer<UInt8>, to end: Int32) -> Stop {
        while offset < end {
            let byte = text[Int(offset)]
            offset += 1
            if byte == Byte.quote {
                state = .behindQuote
                break
            }
        }
        return .needsMore
    }

    private mutating func readBehindQuote(_ byte: UInt8) -> Stop {
        switch byte {
        case Byte.quote:
            isEscaped = true
            state = .quoted
        case delimiter:
            endQuotedField(at: offset - 1)
            beginField(at: offset + 1)
        case Byte.lineFeed:
            endQuotedField(at: offset - 1)
            offset += 1
            return .row
        case Byte.carriageReturn:
            state = .behindReturn
        default:
            return .textBehindQuote
        }
        offset += 1
        return .needsMore
    }

    private mutating func readBehindReturn(_ byte: UInt8) -> Stop {
        guard byte == Byte.lineFeed else {
            offset -= 1
            return .textBehindQuote
        }
        endQuotedField(at: offset - 2)
        offset += 1
        return .row
    }

    private func withoutReturn(_ text: UnsafePointer<UInt8>, _ end: Int32) -> Int32 {
        end > fieldStart && text[Int(end) - 1] == Byte.carriageReturn ? end - 1 : end
    }

    private mutating func beginField(at offset: Int32) {
        fieldStart = offset
        isEscaped = false
        state = .plain
    }

    private mutating func endPlainField(at end: Int32) {
        append(Field(start: fieldStart, end: end))
    }

    private mutating func endQuotedField(at end: Int32) {
        append(Field(start: quote, end: end, isQuoted: true, isEscaped: isEscaped))
    }

    private mutating func append(_ field: Field) {
        if fieldCount < fields.count { fields[fieldCount] = field }
        fieldCount += 1
    }

    private mutating func makeRoom(for count: Int) {
        if fields.count < count { fields.append(contentsOf: repeatElement(Field(start: 0, end: 0), count: count)) }
    }
}

/// One bit for each byte; the lowest bit is the first byte.
@inline(__always)
private func bits(_ mask: SIMDMask<SIMD16<Int8>>) -> UInt64 {
    let halves = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    // The product gathers the bits of eight bytes in its highest byte.
    func gathered(_ half: UInt64) -> UInt64 { ((half & 0x0101_0101_0101_0101) &* 0x0102_0408_1020_4080) >> 56 }
    return gathered(halves[0]) | gathered(halves[1]) << 8
}

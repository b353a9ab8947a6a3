/// Where the lines of an XML document begin, as far back as somebody may still ask. expat tells
/// columns in characters; a catalogue's are in bytes.
struct XMLPlistLines {
    private enum Encoding { case unknown, bytes, bigUnits, littleUnits }

    private var encoding = Encoding.unknown
    private var byteCount = 0
    private var lastByte: UInt8 = 0
    /// The line last asked for, and where the lines behind it begin.
    private var line = 1
    private var lineStart = 0
    private var laterStarts: [Int] = []
    private var passed = 0

    /// Takes the next bytes of the document.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var bytes = bytes[...]
        while encoding == .unknown, let byte = bytes.popFirst() { begin(with: byte) }
        switch encoding {
        case .unknown: break
        case .bytes:
            addBytes(UnsafeRawBufferPointer(rebasing: bytes))
        case .bigUnits, .littleUnits:
            for byte in bytes { addUnits(byte) }
        }
    }

    /// The first two bytes show UTF-16: a byte order mark, or `<` with a zero beside it
    /// (XML 1.0, appendix F.1).
    private mutating func begin(with byte: UInt8) {
        if byteCount == 1 {
            encoding = switch (lastByte, byte) {
            case (0xFE, _), (0, _): .bigUnits
            case (0xFF, _), (_, 0): .littleUnits
            default: .bytes
            }
        }
        if byte == 0x0A { laterStarts.append(byteCount + 1) }
        lastByte = byte
        byteCount += 1
    }

    private mutating func addBytes(_ bytes: UnsafeRawBufferPointer) {
        var index = 0
        while index < bytes.count {
            if bytes.count - index >= 8 {
                // A byte that is equal becomes zero, and only below a zero is there a borrow.
                let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ 0x0A0A_0A0A_0A0A_0A0A
                if (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 == 0 {
                    index += 8
                    continue
                }
            }
            for _ in 0..<min(8, bytes.count - index) {
                if bytes[index] == 0x0A { laterStarts.append(byteCount + index + 1) }
                index += 1
            }
        }
        byteCount += bytes.count
    }

    private mutating func addUnits(_ byte: UInt8) {
        let isLineFeed = encoding == .bigUnits ? lastByte == 0 && byte == 0x0A : lastByte == 0x0A && byte == 0
        if isLineFeed, byteCount % 2 == 1 { laterStarts.append(byteCount + 1) }
        lastByte = byte
        byteCount += 1
    }

    /// Where a byte stands. It must not stand before one that was asked for earlier.
    mutating func position(of offset: Int) -> CataloguePosition {
        while passed < laterStarts.count, laterStarts[passed] <= offset {
            lineStart = laterStarts[passed]
            line += 1
            passed += 1
        }
        return CataloguePosition(line: line, column: offset - lineStart + 1)
    }

    /// Forgets what lies before a byte.
    mutating func settle(_ offset: Int) {
        _ = position(of: offset)
        laterStarts.removeFirst(passed)
        passed = 0
    }
}

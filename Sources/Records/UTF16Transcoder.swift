/// UTF-16 with a byte order mark to UTF-8, as the bytes arrive. The mark is left out.
public struct UTF16Transcoder {
    private let isBigEndian: Bool
    private var isAtMark = true
    /// The first byte of a unit whose second byte has not arrived.
    private var half: UInt8?
    /// The first half of a surrogate pair.
    private var lead: UInt16?
    private var line = 1

    /// nil if a document does not begin with the mark of UTF-16 (RFC 2781, 3.2).
    public init?(recognizing beginning: some Collection<UInt8>) {
        if beginning.starts(with: [0xFE, 0xFF]) {
            isBigEndian = true
        } else if beginning.starts(with: [0xFF, 0xFE]) {
            isBigEndian = false
        } else {
            return nil
        }
    }

    /// Returns the characters that end in these bytes, in UTF-8. Half of a surrogate pair alone is refused.
    public mutating func transcode(_ bytes: some Sequence<UInt8>) throws(DocumentFailure) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.underestimatedCount)
        for byte in bytes {
            guard let first = half else {
                half = byte
                continue
            }
            half = nil
            try append(isBigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first), to: &output)
        }
        return output
    }

    /// Refuses a document that ends inside a character.
    public func finish() throws(DocumentFailure) {
        guard half == nil, lead == nil else { throw failure("the UTF-16 text ends inside a character") }
    }

    private mutating func append(_ unit: UInt16, to output: inout [UInt8]) throws(DocumentFailure) {
        if isAtMark {
            isAtMark = false
            return
        }
        if let first = lead {
            guard UTF16.isTrailSurrogate(unit) else { throw halfPair }
            lead = nil
            return output.append(contentsOf: String(UTF16.decode(UTF16.EncodedScalar([first, unit]))).utf8)
        }
        if unit < 0x80 {
            if unit == 0x0A { line += 1 }
            return output.append(UInt8(truncatingIfNeeded: unit))
        }
        if UTF16.isLeadSurrogate(unit) {
            lead = unit
        } else {
            guard let scalar = Unicode.Scalar(unit) else { throw halfPair }
            output.append(contentsOf: String(scalar).utf8)
        }
    }

    private var halfPair: DocumentFailure { failure("the UTF-16 text has half of a surrogate pair alone: export it as UTF-8") }

    private func failure(_ message: String) -> DocumentFailure { DocumentFailure(message, at: TextPosition(line: line, column: 1)) }
}

/// An encoding that weir names and cannot read: UTF-32, UTF-16 without the mark at its beginning, or that of Western Europe.
package struct ForeignEncoding: Sendable {
    /// The name for iconv(1).
    package let name: String
    private let lacksMark: Bool

    /// Windows-1252, which has all printable characters of ISO 8859-1. Its texts are recognized by their first character that is not
    /// UTF-8.
    static let western = ForeignEncoding(name: "WINDOWS-1252", lacksMark: false)

    private init(name: String, lacksMark: Bool) { (self.name, self.lacksMark) = (name, lacksMark) }

    /// One sentence without a full stop.
    package var fault: String { "the catalogue looks like \(name)\(lacksMark ? " without a byte order mark" : "")" }

    /// Recognizes an encoding by the first four bytes, whose zeros show how wide the characters are. No text in UTF-8 begins
    /// so, since no catalogue has a zero in it.
    package init?(of beginning: some Collection<UInt8>) {
        let bytes = Array(beginning.prefix(4))
        guard bytes.count == 4 else { return nil }
        let marks: [[UInt8]: String] = [[0xFF, 0xFE, 0, 0]: "UTF-32LE", [0, 0, 0xFE, 0xFF]: "UTF-32BE"]
        if let name = marks[bytes] {
            self.init(name: name, lacksMark: false)
            return
        }
        switch bytes.map({ $0 == 0 }) {
        case [false, true, true, true]: self.init(name: "UTF-32LE", lacksMark: true)
        case [true, true, true, false]: self.init(name: "UTF-32BE", lacksMark: true)
        case [false, true, false, true]: self.init(name: "UTF-16LE", lacksMark: true)
        case [true, false, true, false]: self.init(name: "UTF-16BE", lacksMark: true)
        default: return nil
        }
    }
}

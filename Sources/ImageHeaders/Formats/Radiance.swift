import WeirBase

extension ImageFormat {
    /// Radiance HDR.
    public static let hdr = ImageFormat(code: 22)
}

extension FormatRow {
    static let hdr = FormatRow(
        .hdr, "hdr", mime: "image/vnd.radiance", endings: ["hdr", "rgbe"], viewers: Viewers(ios: 0),
        signatures: [Signature("#?RADIANCE\n"), Signature("#?RGBE\n")], makeReader: { RadianceReader() })
}

/// Radiance HDR: lines of text, an empty line, and the line with the size (the Radiance file formats, RGBE).
final class RadianceReader: FormatReader {
    private var position: UInt64 = 0
    private var line: [UInt8] = []
    /// Whether the empty line has been read.
    private var isAtSize = false

    /// Programs add a line to the header for each step. Nobody takes so many.
    private static let mostBytes: UInt64 = 1 << 16
    /// No line with a size is so long. A longer line is cut off.
    private static let longestLine = 64

    func begin() {
        position = 0
        line.removeAll(keepingCapacity: true)
        isAtSize = false
    }

    func read(_ window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        for byte in try window.tail(from: position, atLeast: 1) {
            guard position < Self.mostBytes else {
                throw .failed(Failure(.tooLarge, "the size stands behind more than \(Self.mostBytes) bytes of text"))
            }
            position += 1
            guard byte == UInt8(ascii: "\n") else {
                if line.count < Self.longestLine { line.append(byte) }
                continue
            }
            if isAtSize { return try header(String(decoding: line, as: UTF8.self)) }
            isAtSize = line.isEmpty
            line.removeAll(keepingCapacity: true)
        }
        throw .needs(ByteRequest(offset: position, count: 1))
    }

    /// The header by a line such as `-Y 30 +X 40`: the axis along which scan lines follow each other, then the axis along which
    /// their pixels do. A `-` before Y is downwards, one before X to the left.
    private func header(_ line: String) throws(HeaderStop) -> ImageHeader {
        let words = line.split(separator: " ")
        guard line.utf8.count < Self.longestLine, words.count == 4, let orientation = Self.orientations[words[0] + words[2]],
            let lines = Int(words[1]), let pixels = Int(words[3]), lines > 0, pixels > 0
        else { throw .corrupt("a Radiance picture without a line for its size") }
        guard lines <= HeaderLimits.maxSide, pixels <= HeaderLimits.maxSide else {
            throw .failed(Failure(.tooLarge, "a side above 2^31-1: \(line)"))
        }
        return ImageHeader(
            format: .hdr, stored: PixelSize(width: pixels, height: lines), orientation: orientation,
            traits: PictureTraits(colors: .rgb, hasAlpha: false, isAnimated: false))
    }

    private static let orientations: [Substring: Orientation] = [
        "-Y+X": .up, "-Y-X": .upMirrored, "+Y-X": .down, "+Y+X": .downMirrored,
        "+X-Y": .leftMirrored, "-X-Y": .right, "-X+Y": .rightMirrored, "+X+Y": .left,
    ]
}

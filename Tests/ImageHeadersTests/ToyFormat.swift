import ImageHeaders
import WeirBase

/// A format that only this file knows: a name, and two numbers of 16 bits.
extension ImageFormat {
    static let toy = ImageFormat(code: 31)
}

extension FormatRow {
    static let toy = FormatRow(
        .toy, "toy", mime: "image/x-toy", endings: ["toy"], viewers: Viewers(android: 99), signatures: [Signature("TOY!")], read: readToy)
}

@Sendable private func readToy(_ window: ByteWindow) throws(HeaderStop) -> ImageHeader {
    let bytes = try window.slice(at: 0, count: 8)
    let size = PixelSize(width: Int(bytes.integer(UInt16.self, at: 4, .big)), height: Int(bytes.integer(UInt16.self, at: 6, .big)))
    return ImageHeader(format: .toy, displayed: size, stored: size, orientation: .up)
}

import CWeirWebP

extension ImageFormat {
    /// WebP (RFC 9649).
    public static let webp = ImageFormat(code: 3)
}

extension FormatRow {
    static let webp = FormatRow(
        .webp, "webp", mime: "image/webp", endings: ["webp"],
        viewers: Viewers(ios: 14, android: 4.3, chrome: 23, firefox: 65, safari: 14), pixels: .webp,
        signatures: [Signature("RIFF????WEBP")], makeReader: { WebPReader() })
}

/// WebP: libwebp reads the frame header, or the canvas of an extended file. An extended file may have an
/// EXIF chunk behind the pixels. Phones honour its orientation, so the reader walks to that chunk if the
/// header announces one.
final class WebPReader: FormatReader {
    private var size: PixelSize?
    private var traits = PictureTraits()
    /// The offset of the next chunk of an extended file.
    private var chunk: UInt64 = 0
    private var end: UInt64 = 0
    private var exif: ExifScan?

    func begin() {
        size = nil
        exif = nil
    }

    func read(_ window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        if let size { return try oriented(size, in: window) }
        let start = try window.slice(at: 0, count: WebPReader.losslessHeader)
        if start.starts(with: "VP8L", at: 12) {
            // Behind the signature of a lossless frame, 28 bits of sides and one that announces transparency.
            return try header(in: window, hasAlpha: start.integer(UInt8.self, at: 24, .little) & 0x10 != 0)
        }
        let head = try window.slice(at: 0, count: WebPReader.lossyHeader)
        guard head.starts(with: "VP8X", at: 12) else { return try header(in: window, hasAlpha: false) }
        // libwebp returns the canvas if it gets the VP8X chunk and nothing else.
        guard let canvas = try measure(head.base) else { throw .corrupt("libwebp: no canvas in the extended header") }
        let flags = head.integer(UInt8.self, at: 20, .little)
        traits = PictureTraits(
            colors: .rgb, depth: 8, hasAlpha: flags & HeaderFlag.alpha != 0, isAnimated: flags & HeaderFlag.animation != 0)
        guard flags & HeaderFlag.exif != 0, flags & HeaderFlag.animation == 0 else {
            return ImageHeader(format: .webp, stored: canvas, traits: traits)
        }
        size = canvas
        chunk = 12
        end = 8 + UInt64(head.integer(UInt32.self, at: 4, .little))
        return try oriented(canvas, in: window)
    }

    /// RIFF header, chunk header, and the five bytes of a lossless frame header. A file of one color has only three more.
    private static let losslessHeader = 25
    /// The same with the ten bytes of a VP8X chunk or of a lossy frame header.
    private static let lossyHeader = 30

    /// The header of a lossy or lossless file; libwebp asks for more bytes if it needs them.
    private func header(in window: ByteWindow, hasAlpha: Bool) throws(HeaderStop) -> ImageHeader {
        guard let size = try measure(window.bytes) else { throw .needs(ByteRequest(offset: 0, count: window.bytes.count + 1)) }
        let traits = PictureTraits(colors: .rgb, depth: 8, hasAlpha: hasAlpha, isAnimated: false)
        return ImageHeader(format: .webp, stored: size, traits: traits)
    }

    private func measure(_ bytes: UnsafeRawBufferPointer) throws(HeaderStop) -> PixelSize? {
        var width: UInt32 = 0
        var height: UInt32 = 0
        switch CWebP_size(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, &width, &height) {
        case CWEBP_HEADER.status: return PixelSize(width: Int(width), height: Int(height))
        case CWEBP_SUSPENDED.status: return nil
        default: throw .corrupt("libwebp: no valid frame header")
        }
    }

    private func oriented(_ size: PixelSize, in window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        while exif == nil, chunk < end {
            let head = try window.slice(at: chunk, count: 8)
            let length = UInt64(head.integer(UInt32.self, at: 4, .little))
            if head.starts(with: "EXIF") {
                exif = try exifScan(in: window, length: length)
            } else {
                chunk += 8 + length + length % 2  // RIFF pads to even
            }
        }
        let orientation = try exif?.orientation(in: window) ?? .up
        return ImageHeader(format: .webp, stored: size, orientation: orientation, traits: traits)
    }

    /// Some writers put JPEG's "Exif\0\0" before the TIFF structure.
    private func exifScan(in window: ByteWindow, length: UInt64) throws(HeaderStop) -> ExifScan {
        let start = chunk + 8
        guard length >= 6 else { return ExifScan(at: start, end: start + length) }
        let head = try window.slice(at: chunk, count: 14)
        return ExifScan(at: start + (head.starts(with: "Exif\0\0", at: 8) ? 6 : 0), end: start + length)
    }

    private enum HeaderFlag {
        static let animation: UInt8 = 0x02
        static let exif: UInt8 = 0x08
        static let alpha: UInt8 = 0x10
    }
}

extension CWebP_status {
    fileprivate var status: Int32 { Int32(bitPattern: rawValue) }
}

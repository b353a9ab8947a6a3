// Pixels: checks that the bytes of a picture are complete and sound.

import ImageHeaders
import WeirBase

/// Limits for a decoder, so that a small file cannot cost more time or memory than honest ones.
public struct DecodingLimits: Equatable, Sendable {
    /// Bytes of memory for one picture. Most pictures are decoded row by row with some hundred KB; a
    /// progressive JPEG and a lossless WebP need all of their pixels at once.
    public var memory: Int

    /// Rows of all passes of a PNG. Each costs time, however short it is. This is enough for seven passes of two
    /// million rows, and libpng's own limit is a million.
    var rows: Int { 1 << 24 }

    /// Scans of a JPEG. Each costs a pass over all pixels, however few bytes it has. Encoders write about ten.
    var scans: Int { 64 }

    /// Items and extents of a HEIF file. 16 bits number an item, and one extent for each is usual.
    var parts: Int { 1 << 17 }

    /// At most so many bytes for the pixels of a picture.
    public init(memory: Int = 512 << 20) { self.memory = memory }

    /// Limits for one of several threads, so that all of them together take no more than 256 MB. A thread has at least what a
    /// progressive JPEG of 20 megapixels takes.
    package static func shared(among threads: Int) -> DecodingLimits {
        DecodingLimits(memory: max(64 << 20, (256 << 20) / max(1, threads)))
    }

    /// Pixels of all frames of an animation of `bytes` bytes: those of the largest frame that the memory holds, and 256
    /// for each byte. Frames of photographs have fewer than a hundred pixels for each byte.
    func pixels(inAnimationOf bytes: UInt64) -> Int { memory / 4 + Int(clamping: bytes) * 256 }
}

/// The bytes of a picture in a file or in memory.
public protocol PictureBytes {
    /// How many bytes the whole picture has.
    var count: UInt64 { get }

    /// Fills the buffer with the bytes at `offset` and returns how many there are; fewer at the end.
    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int
}

extension PictureBytes {
    /// The next `count` bytes at `offset`; fewer at the end.
    func bytes(at offset: UInt64, _ count: Int) throws(Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var (read, failure): (Int, Failure?) = (0, nil)
        bytes.withUnsafeMutableBytes { buffer in
            do throws(Failure) { read = try self.read(at: offset, into: buffer) } catch { failure = error }
        }
        if let failure { throw failure }
        bytes.removeLast(count - read)
        return bytes
    }
}

/// The bytes of a picture in memory.
package struct ContentBytes: PictureBytes {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    package var count: UInt64 { UInt64(bytes.count) }

    package func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let start = Int(min(offset, count))
        let count = min(buffer.count, bytes.count - start)
        bytes.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + count])) }
        return count
    }
}

/// Decodes a picture to its end and returns why that fails, or nil if the picture is sound. Formats
/// without a decoding library are only checked for the lengths that they declare, if for anything.
///
/// `header` must have been read from the same bytes, with a size within the limits. Without a separate decoder, all formats are
/// decoded in this process.
public func decodingFailure(
    of picture: some PictureBytes, header: ImageHeader, limits: DecodingLimits = DecodingLimits(),
    separately decoder: (any SeparateDecoder)? = nil
) -> Failure? {
    do throws(Failure) {
        try checkParts(of: picture, header, limits)
        if header.format.isDecodedSeparately { try checkPixels(of: picture, header, limits, decoder) }
        return nil
    } catch {
        return error
    }
}

private func checkParts(of picture: some PictureBytes, _ header: ImageHeader, _ limits: DecodingLimits) throws(Failure) {
    switch header.format.coding {
    case .jpeg: try decodeJPEG(picture, header, limits)
    case .png where try isCrushedPNG(picture): try checkCrushedPNG(picture)
    case .png: try decodePNG(picture, limits)
    case .webp: try decodeWebP(picture, header, limits)
    case .gif: try checkGIF(picture)
    case .bmp: try checkBMP(picture)
    case .tiff: try checkTIFF(picture)
    case .heif: try checkBoxes(picture, limits)
    case .ico: try checkICO(picture)
    case .qoi: try checkQOI(picture)
    case .jxl, .jp2: try checkContainer(picture)
    // The header is all that is checked.
    case .svg, nil: break
    }
}

/// Decodes the picture that is shown. If its library is not installed or does not know its kind, the check of its parts has
/// to do.
private func checkPixels(
    of picture: some PictureBytes, _ header: ImageHeader, _ limits: DecodingLimits, _ decoder: (any SeparateDecoder)?
) throws(Failure) {
    var reader = SmallPictureReader(limits: limits, separately: decoder)
    do throws(Failure) { _ = try reader.smallPicture(of: picture, header: header, longestSide: 1) } catch {
        guard error.code == .unsupportedFormat else { throw error }
    }
}

extension Failure {
    static func truncated(at count: UInt64, _ context: String) -> Failure {
        Failure(.truncated, "the bytes end at \(count), \(context)")
    }

    static func needsMoreMemory(_ limits: DecodingLimits) -> Failure {
        Failure(.tooLarge, "decoding it would take more than \(limits.memory >> 20) MiB of memory")
    }
}

/// Decodes pictures where a decoder that crashes or never ends does no harm: in another process.
public protocol SeparateDecoder {
    /// The picture with at most `longestSide` pixels on its longer side, as `SmallPictureReader` makes it in its own process.
    func smallPicture(of picture: some PictureBytes, header: ImageHeader, longestSide: Int) throws(Failure) -> SmallPicture
}

extension ImageFormat {
    /// Whether its library has no bound of time and memory that holds for every picture.
    public var isDecodedSeparately: Bool {
        switch coding {
        case .tiff, .heif, .svg, .jxl: true
        case .jpeg, .png, .webp, .gif, .bmp, .ico, .jp2, .qoi, nil: false
        }
    }

    /// How its pixels are decoded or checked; nil if neither is done.
    var coding: PixelCoding? { FormatTable.standard[self]?.pixels }
}

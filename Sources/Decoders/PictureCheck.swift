// Decoders: the bytes of a whole picture in, whether it is whole and sound out.

import Base
import ImageHeaders

/// What a decoder may take.
public struct DecodingLimits: Equatable, Sendable {
    /// Bytes of memory for one picture. Most are decoded row by row in some hundred KB; a
    /// progressive JPEG and a lossless WebP need all of their pixels at once.
    public var memory: Int

    public init(memory: Int = 512 << 20) { self.memory = memory }
}

/// The bytes of a picture, wherever they lie.
public protocol PictureBytes {
    var count: UInt64 { get }

    /// Fills the buffer with what stands at `offset`, as far as there are bytes, and answers how
    /// many they are.
    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int
}

/// Decodes a picture to its end; what cannot be decoded without a library that is not here is
/// checked for the lengths that it declares. Answers what is wrong with it.
///
/// `header` is what the picture's own bytes tell: its size has been held against the limits.
public func objection(
    to picture: some PictureBytes, header: ImageHeader, limits: DecodingLimits = DecodingLimits()
) -> Failure? {
    do throws(Failure) {
        switch header.format {
        case .jpeg: try decodeJPEG(picture, header, limits)
        case .png: try decodePNG(picture, limits)
        case .webp: try decodeWebP(picture, header, limits)
        case .gif: try checkGIF(picture)
        case .bmp: try checkBMP(picture)
        case .tiff: try checkTIFF(picture)
        case .avif, .heic: try checkBoxes(picture)
        }
        return nil
    } catch {
        return error
    }
}

extension Failure {
    static func cut(at count: UInt64, _ place: String) -> Failure {
        Failure(.truncated, "the bytes end at \(count), \(place)")
    }

    static func excessive(_ limits: DecodingLimits) -> Failure {
        Failure(.tooLarge, "decoding it would take more than \(limits.memory) bytes of memory")
    }
}

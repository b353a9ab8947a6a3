import CWeirPNG
import WeirBase

extension ImageFormat {
    /// PNG and APNG (PNG, third edition).
    public static let png = ImageFormat(code: 1)
}

extension FormatRow {
    static let png = FormatRow(
        .png, "png", mime: "image/png", endings: ["png", "apng"], viewers: .all, pixels: .png,
        signatures: [Signature([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])], makeReader: { PNGReader() })
}

/// PNG and APNG: libpng gets the critical chunks up to the first IDAT. This class walks from chunk to
/// chunk, so that color profiles and texts, which libpng would read and discard, are jumped over. It also
/// reads eXIf, which libpng's progressive reader ignores, and steps over CgBI, with which Apple's tools mark a PNG that
/// only Apple's decoders take.
final class PNGReader: FormatReader {
    private let png: OpaquePointer?
    private var position: UInt64 = 0
    private var orientation: Orientation?
    private var coloring = Coloring()
    private var frames: UInt32 = 1

    init() { png = CPNG_create() }
    deinit { CPNG_destroy(png) }

    func begin() {
        position = 0
        orientation = nil
        coloring = Coloring()
        frames = 1
    }

    func read(_ window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        guard let png else { throw PNGReader.noMemory }
        if position == 0 {
            let signature = try window.slice(at: 0, count: 8)
            guard CPNG_begin(png) == CPNG_CONTINUE.status else { throw PNGReader.noMemory }
            _ = try push(signature, to: png)
            position = 8
        }
        while true {
            let head = try window.slice(at: position, count: 8)
            let length = head.integer(UInt32.self, at: 0, .big)
            let type = head.integer(UInt32.self, at: 4, .big)
            guard isChunkName(type), length <= UInt32(Int32.max) else {
                throw .corrupt("no PNG chunk at byte \(position)")
            }
            let chunkEnd = position + 12 + UInt64(length)
            if type == Chunk.imageData {
                guard try push(head, to: png) else { throw .corrupt("libpng saw no header before the pixels") }
                let size = PixelSize(width: Int(CPNG_width(png)), height: Int(CPNG_height(png)))
                return ImageHeader(
                    format: .png, stored: size, orientation: orientation ?? .up,
                    traits: PictureTraits(
                        colors: coloring.colors, depth: coloring.depth, hasAlpha: coloring.hasAlpha, isAnimated: frames > 1))
            }
            if type == Chunk.exif, orientation == nil {
                orientation = exifOrientation(try window.slice(at: position, count: 12 + Int(length)))
            } else if type == Chunk.animationControl, length >= 4 {
                // Browsers show a file that announces no frame as a still picture.
                frames = try window.slice(at: position, count: 12).integer(UInt32.self, at: 8, .big)
            } else if type == Chunk.transparency {
                coloring.isKeyed = true
            } else if !Chunk.isAncillary(type), type != Chunk.crushed {
                // libpng verifies the checksum, so it gets the whole chunk.
                let chunk = try window.slice(at: position, count: 12 + Int(length))
                _ = try push(chunk, to: png)
                if type == Chunk.header { coloring.read(chunk) }
            }
            position = chunkEnd
        }
    }

    /// Returns whether the header is complete.
    private func push(_ bytes: ByteSlice, to png: OpaquePointer) throws(HeaderStop) -> Bool {
        let start = bytes.base.baseAddress
        switch CPNG_push(png, start, bytes.count) {
        case CPNG_HEADER.status: return true
        case CPNG_CONTINUE.status: return false
        case CPNG_NO_MEMORY.status: throw PNGReader.noMemory
        default: throw .corrupt("libpng: " + String(cString: CPNG_message(png)))
        }
    }

    /// Ignores a damaged chunk, since it is not critical; libpng does the same.
    private func exifOrientation(_ chunk: ByteSlice) -> Orientation? {
        guard CPNG_is_intact(chunk.base.baseAddress, chunk.count) == 1 else { return nil }
        return Orientation(exif: chunk[8..<chunk.count - 4].base)
    }

    private static let noMemory = HeaderStop.failed(Failure(.unreadable, "out of memory in libpng"))
}

/// Chunk names are four ASCII letters (PNG, third edition, 5.4). A lower-case first letter marks a chunk
/// that readers may ignore.
private enum Chunk {
    static let imageData: UInt32 = 0x4944_4154  // IDAT
    static let exif: UInt32 = 0x6558_4966  // eXIf
    static let header: UInt32 = 0x4948_4452  // IHDR
    static let transparency: UInt32 = 0x7452_4E53  // tRNS
    static let animationControl: UInt32 = 0x6163_544C  // acTL
    static let crushed: UInt32 = 0x4367_4249  // CgBI

    static func isAncillary(_ type: UInt32) -> Bool { type & 0x2000_0000 != 0 }
}

/// The depth and the color type of IHDR (PNG, 11.2.1).
private struct Coloring {
    private(set) var depth: Int?
    private var type: UInt8?
    /// Whether a tRNS chunk makes a color transparent.
    var isKeyed = false

    /// libpng has accepted the chunk, so it has its 13 bytes.
    mutating func read(_ chunk: ByteSlice) {
        depth = Int(chunk.integer(UInt8.self, at: 16, .big))
        type = chunk.integer(UInt8.self, at: 17, .big)
    }

    var colors: ColorModel? {
        switch type {
        case 0, 4: .gray
        case 2, 6: .rgb
        case 3: .palette
        default: nil
        }
    }

    var hasAlpha: Bool { isKeyed || type == 4 || type == 6 }
}

private func isChunkName(_ type: UInt32) -> Bool {
    withUnsafeBytes(of: type) { bytes in
        bytes.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) }
    }
}

extension CPNG_status {
    fileprivate var status: Int32 { Int32(bitPattern: rawValue) }
}

import CWeirPNG
import ImageHeaders
import WeirBase

/// PNG: libpng decodes every row and verifies every checksum, up to the last chunk. It does not decode the
/// later frames of an animation, but their chunks have checksums, too.
func decodePNG(_ picture: some PictureBytes, _ limits: DecodingLimits) throws(Failure) {
    try checkPNG(picture, limits) { CPNG_decode(CSource.read, $0, limits.memory, UInt64(limits.rows), $1) }
}

/// Throws the failure that a decoder of libpng reports.
func checkPNG(
    _ picture: some PictureBytes, _ limits: DecodingLimits,
    _ decode: (UnsafeMutableRawPointer, UnsafeMutablePointer<CPNG_report>) -> Int32
) throws(Failure) {
    var report = CPNG_report()
    let verdict = try withSource(picture) { decode($0, &report) }
    switch verdict {
    case CPNG_SOUND.code: return
    case CPNG_ENDS_EARLY.code: throw .truncated(at: picture.count, "behind row \(report.rows)")
    case CPNG_EXCESSIVE.code: throw .needsMoreMemory(limits)
    case CPNG_TOO_MANY_ROWS.code: throw Failure(.tooLarge, "its passes have more than \(limits.rows) rows")
    default: throw Failure(.corrupt, "libpng: \(text(of: report.message))")
    }
}

extension CPNG_verdict {
    fileprivate var code: Int32 { Int32(bitPattern: rawValue) }
}

/// PNG: libpng gives the rows, and no more than one of them is in memory.
func readPNG(_ picture: some PictureBytes, _ limits: DecodingLimits, into pixels: DecodedPixels) throws(Failure) {
    let sink = CPNG_sink(
        owner: pixels.opaque,
        begin: { owner, width, height, isGray, profile, length in
            DecodedPixels.from(owner)?.begin(
                PixelSize(width: Int(width), height: Int(height)), .transparent, isGray != 0 ? .gray : .rgba,
                profile: profileBytes(profile, length))
        },
        row: { owner, row, first, step, count, bytes in
            DecodedPixels.from(owner)?.add(
                UnsafeBufferPointer(start: bytes, count: 4 * Int(count)), row: Int(row), first: Int(first), step: Int(step))
        })
    try checkPNG(picture, limits) { CPNG_read_rows(CSource.read, $0, sink, limits.memory, UInt64(limits.rows), $1) }
}

/// A PNG of Apple's tools, whose pixels libpng does not decode: checks that all chunks are complete, up to IEND.
func checkCrushedPNG(_ picture: some PictureBytes) throws(Failure) {
    var cursor = ByteCursor(picture)
    cursor.position = 8
    while true {
        let length = UInt64(try cursor.integer(UInt32.self, order: .big, "between two chunks"))
        let name = try cursor.bytes(4, "in the header of a chunk").reduce(0) { $0 << 8 | UInt32($1) }
        try cursor.skip(length + 4, "in a chunk")
        if name == 0x4945_4E44 { return }
    }
}

/// Whether the first chunk is CgBI.
func isCrushedPNG(_ picture: some PictureBytes) throws(Failure) -> Bool {
    var cursor = ByteCursor(picture)
    return Array(try cursor.bytes(16, "in its first chunk").suffix(4)) == Array("CgBI".utf8)
}

/// Writes a picture as PNG, row by row.
package struct PNGEncoder: ~Copyable {
    private let file: PNGFile
    private let encoder: OpaquePointer
    private let rowLength: Int

    /// Begins a picture of three bytes for a pixel, or of four with alpha. `level` is that of zlib, from 0 to 9. Nil if libpng
    /// refuses the size.
    package init?(_ size: PixelSize, hasAlpha: Bool, level: Int) {
        let file = PNGFile()
        let encoder = CPNG_encoder_create(
            { owner, bytes, count in
                guard let owner else { return }
                let file = Unmanaged<PNGFile>.fromOpaque(owner).takeUnretainedValue()
                file.bytes.append(UnsafeBufferPointer(start: bytes, count: count))
            }, Unmanaged.passUnretained(file).toOpaque(), UInt32(size.width), UInt32(size.height), hasAlpha ? 1 : 0, Int32(level))
        guard let encoder else { return nil }
        (self.file, self.encoder, rowLength) = (file, encoder, size.width * (hasAlpha ? 4 : 3))
    }

    deinit { CPNG_encoder_destroy(encoder) }

    /// Adds rows; false if libpng refuses.
    package func add(_ rows: UnsafeBufferPointer<UInt8>) -> Bool {
        CPNG_encoder_add(encoder, rows.baseAddress, UInt32(rows.count / rowLength)) != 0
    }

    /// Ends the file behind its last row; false if libpng refuses.
    package func end() -> Bool { CPNG_encoder_end(encoder) != 0 }

    /// Moves what has become of the file since the last call to the end of `output`.
    package func takeBytes(to output: inout ByteBuffer) { file.takeBytes(to: &output) }
}

private final class PNGFile {
    var bytes = ByteBuffer()

    func takeBytes(to output: inout ByteBuffer) {
        bytes.withBytes { output.append($0) }
        bytes.removeAll()
    }
}

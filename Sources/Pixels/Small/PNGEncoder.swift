import Base
import CPNG
import ImageHeaders

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
    package func takeBytes(to output: inout ByteBuffer) {
        file.bytes.withBytes { output.append($0) }
        file.bytes.removeAll()
    }
}

private final class PNGFile {
    var bytes = ByteBuffer()
}

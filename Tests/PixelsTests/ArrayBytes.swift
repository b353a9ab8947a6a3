import Pixels
import Base
import ImageHeaders
import TestSupport

/// A picture in memory.
struct ArrayBytes: PictureBytes {
    let bytes: [UInt8]
    var count: UInt64 { UInt64(bytes.count) }

    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        guard let start = Int(exactly: offset), start < bytes.count else { return 0 }
        let part = bytes[start..<min(bytes.count, start + buffer.count)]
        buffer.copyBytes(from: part)
        return part.count
    }
}

/// Reads the header from the bytes.
func header(of bytes: [UInt8]) -> Result<ImageHeader, Failure> {
    var reader = ImageHeaderReader()
    reader.begin()
    var request = ByteRequest(offset: 0, count: ImageHeaderReader.firstBlock)
    while true {
        let start = Int(clamping: min(request.offset, UInt64(bytes.count)))
        let end = min(bytes.count, start + request.count)
        let reading = bytes[start..<end].withUnsafeBytes { reader.read($0, at: request.offset, isEnd: end == bytes.count) }
        switch reading {
        case .needs(let next): request = next
        case .failed(let failure): return .failure(failure)
        case .found(let header): return .success(header)
        }
    }
}

/// Reads the header from the bytes and then checks them.
func decodingFailure(of bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) -> Failure? {
    switch header(of: bytes) {
    case .failure(let failure): failure
    case .success(let header): Pixels.decodingFailure(of: ArrayBytes(bytes: bytes), header: header, limits: limits)
    }
}

/// Reads the header from the bytes and then decodes them.
func smallPicture(of bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) throws -> SmallPicture {
    var reader = SmallPictureReader(limits: limits)
    return try reader.smallPicture(of: ArrayBytes(bytes: bytes), header: try header(of: bytes).get())
}

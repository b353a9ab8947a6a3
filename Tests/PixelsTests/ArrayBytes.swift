import ImageHeaders
import Pixels
import TestSupport
import WeirBase

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

/// Reads the header from the bytes and then checks them.
func decodingFailure(of bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) -> Failure? {
    do throws(Failure) {
        return Pixels.decodingFailure(of: ArrayBytes(bytes: bytes), header: try ImageHeader(of: bytes), limits: limits)
    } catch {
        return error
    }
}

/// Reads the header from the bytes and then decodes them.
func smallPicture(of bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) throws -> SmallPicture {
    var reader = SmallPictureReader(limits: limits)
    return try reader.smallPicture(of: ArrayBytes(bytes: bytes), header: try ImageHeader(of: bytes))
}

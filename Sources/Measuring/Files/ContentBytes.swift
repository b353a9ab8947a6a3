import Base
import Pixels
import ImageHeaders

/// The bytes of a picture in memory.
struct ContentBytes: PictureBytes {
    let bytes: [UInt8]

    var count: UInt64 { UInt64(bytes.count) }

    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let start = Int(min(offset, count))
        let count = min(buffer.count, bytes.count - start)
        bytes.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + count])) }
        return count
    }
}

extension FileProbe {
    /// Reads the header of a picture in memory.
    mutating func header(ofContent content: [UInt8]) -> Result<ImageHeader, Failure> {
        reader.begin()
        return content.withUnsafeBytes { bytes in
            var start = 0
            while true {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
                switch reader.read(rest, at: UInt64(start), isEnd: true) {
                case .found(let header): return .success(header)
                case .failed(let failure): return .failure(failure)
                case .needs(let request):
                    guard request.offset <= UInt64(bytes.count) else { return .failure(FileProbe.truncated(at: bytes.count)) }
                    start = Int(request.offset)
                }
            }
        }
    }
}

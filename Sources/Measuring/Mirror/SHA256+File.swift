import Base
import Glibc
import System

extension SHA256 {
    /// Adds the bytes of an open file, from its position on, and returns their number. Ends early if the file cannot be read.
    mutating func append(file: Int32, upTo most: UInt64) -> UInt64 {
        var count: UInt64 = 0
        var block = [UInt8](repeating: 0, count: 1 << 17)
        while count < most {
            let wanted = Int(min(UInt64(block.count), most - count))
            let read = block.withUnsafeMutableBytes { block in
                let read = retryingInterrupts { Glibc.read(file, block.baseAddress, wanted) }
                if read > 0 { append(UnsafeRawBufferPointer(rebasing: block[..<read])) }
                return read
            }
            guard read > 0 else { break }
            count += UInt64(read)
        }
        return count
    }
}

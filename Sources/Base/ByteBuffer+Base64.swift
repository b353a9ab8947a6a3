extension ByteBuffer {
    /// Appends bytes as base64, with padding (RFC 4648, 4).
    package mutating func append(base64 bytes: UnsafeRawBufferPointer) {
        let count = (bytes.count + 2) / 3 * 4
        base64Digits.withUnsafeBufferPointer { digits in
            append(atMost: count) { room in
                var (read, write) = (0, 0)
                while read + 2 < bytes.count {
                    let bits = UInt32(bytes[read]) << 16 | UInt32(bytes[read + 1]) << 8 | UInt32(bytes[read + 2])
                    room[write] = digits[Int(bits >> 18 & 63)]
                    room[write + 1] = digits[Int(bits >> 12 & 63)]
                    room[write + 2] = digits[Int(bits >> 6 & 63)]
                    room[write + 3] = digits[Int(bits & 63)]
                    read += 3
                    write += 4
                }
                let rest = bytes.count - read
                guard rest > 0 else { return count }
                let bits = UInt32(bytes[read]) << 16 | (rest == 2 ? UInt32(bytes[read + 1]) << 8 : 0)
                room[write] = digits[Int(bits >> 18 & 63)]
                room[write + 1] = digits[Int(bits >> 12 & 63)]
                room[write + 2] = rest == 2 ? digits[Int(bits >> 6 & 63)] : UInt8(ascii: "=")
                room[write + 3] = UInt8(ascii: "=")
                return count
            }
        }
    }
}

private let base64Digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

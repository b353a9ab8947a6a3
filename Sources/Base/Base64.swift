/// Encodes bytes as base64, with padding (RFC 4648, 4).
package func base64(_ bytes: [UInt8]) -> String {
    var text = ByteBuffer(capacity: (bytes.count + 2) / 3 * 4)
    bytes.withUnsafeBytes { text.append(base64: $0) }
    return text.withBytes { String(decoding: $0, as: UTF8.self) }
}

/// Decodes base64 (RFC 4648, 4). White space is skipped, and the padding may be missing, as browsers have it. Nil for
/// other characters, and for a number of digits that no bytes have.
package func base64Decoded(_ text: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var bits: UInt32 = 0
    var digits = 0
    var padding = 0
    for byte in text where !isBlank(byte) {
        if byte == UInt8(ascii: "=") {
            padding += 1
            continue
        }
        guard padding == 0, let digit = base64Value(byte) else { return nil }
        bits = bits << 6 | digit
        digits += 1
        if digits % 4 == 0 { for shift in [16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) } }
    }
    guard padding == 0 || (digits + padding) % 4 == 0 && padding <= 2 else { return nil }
    switch digits % 4 {
    case 1: return nil
    case 2: bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
    case 3: for shift in [10, 2] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
    default: break
    }
    return bytes
}

private func base64Value(_ digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
}

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

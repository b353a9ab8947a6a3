import Glibc

/// An IP address as bits.
enum InternetAddress: Equatable, Sendable {
    case v4(UInt32)
    case v6(UInt128)

    /// Takes 4 or 16 bytes in network order; nil for any other number of bytes.
    init?(_ bytes: UnsafeRawBufferPointer) {
        switch bytes.count {
        case 4: self = .v4(UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self)))
        case 16: self = .v6(UInt128(bigEndian: bytes.loadUnaligned(as: UInt128.self)))
        default: return nil
        }
    }

    /// Takes `127.0.0.1`, `::1` or `[::1]`; nil for any other text.
    init?(text: String) {
        let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
        let bare = isBracketed ? String(text.dropFirst().dropLast()) : text
        var bytes = [UInt8](repeating: 0, count: bare.contains(":") ? 16 : 4)
        guard inet_pton(bytes.count == 16 ? AF_INET6 : AF_INET, bare, &bytes) == 1 else { return nil }
        guard let address = bytes.withUnsafeBytes({ InternetAddress($0) }) else { return nil }
        self = address
    }
}

/// A block of addresses that begin with the same bits.
package struct AddressPrefix<Bits: FixedWidthInteger & UnsignedInteger & Sendable>: Equatable, Sendable {
    let first: Bits
    let length: Int

    /// Takes all bits if no length is given; nil if there are not so many bits.
    init?(_ first: Bits, _ length: Int?) {
        guard (0...Bits.bitWidth).contains(length ?? Bits.bitWidth) else { return nil }
        (self.first, self.length) = (first, length ?? Bits.bitWidth)
    }

    func contains(_ address: Bits) -> Bool { (address ^ first) >> (Bits.bitWidth - length) == 0 }
}

extension AddressPrefix<UInt32> {
    init(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8, length: Int) {
        first = UInt32(a) << 24 | UInt32(b) << 16 | UInt32(c) << 8 | UInt32(d)
        self.length = length
    }
}

extension AddressPrefix<UInt128> {
    /// Takes the groups from the left. Missing groups are 0.
    init(_ groups: UInt16..., length: Int) {
        first = groups.enumerated().reduce(0) { $0 | UInt128($1.element) << UInt128(112 - 16 * $1.offset) }
        self.length = length
    }
}

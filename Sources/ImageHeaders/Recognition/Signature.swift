/// The bytes that identify a format, at fixed places among the first sixteen bytes of a file. All are
/// compared at once.
package struct Signature: Sendable {
    private let value: SIMD16<UInt8>
    private let mask: SIMD16<UInt8>

    /// `nil` stands for any byte.
    package init(_ bytes: [UInt8?]) {
        precondition(bytes.count <= Beginning.length)
        var value = SIMD16<UInt8>(repeating: 0)
        var mask = SIMD16<UInt8>(repeating: 0)
        for (index, byte) in bytes.enumerated() {
            guard let byte else { continue }
            value[index] = byte
            mask[index] = 0xFF
        }
        self.value = value
        self.mask = mask
    }

    /// `?` in the pattern stands for any byte.
    package init(_ pattern: String) {
        self.init(pattern.utf8.map { $0 == UInt8(ascii: "?") ? nil : $0 })
    }

    enum Match { case yes, no, maybe }

    /// `maybe` means that the bytes agree with the signature but end before it does, and that there is at least one that
    /// could have disagreed.
    func match(_ beginning: Beginning) -> Match {
        guard (beginning.bytes ^ value) & mask & beginning.known == SIMD16(repeating: 0) else { return .no }
        if mask & ~beginning.known == SIMD16(repeating: 0) { return .yes }
        return mask & beginning.known == SIMD16(repeating: 0) ? .no : .maybe
    }
}

/// The first bytes of a file, in the form that signatures are compared with.
struct Beginning {
    static let length = 16

    let bytes: SIMD16<UInt8>
    /// 0xFF for each byte that exists.
    let known: SIMD16<UInt8>

    init(of content: UnsafeRawBufferPointer) {
        if content.count >= Beginning.length {
            bytes = content.loadUnaligned(as: SIMD16<UInt8>.self)
            known = SIMD16(repeating: 0xFF)
        } else {
            var bytes = SIMD16<UInt8>(repeating: 0)
            var known = SIMD16<UInt8>(repeating: 0)
            for (index, byte) in content.enumerated() {
                bytes[index] = byte
                known[index] = 0xFF
            }
            self.bytes = bytes
            self.known = known
        }
    }
}

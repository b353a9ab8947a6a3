/// A price with the digits and signs of ASCII and without marks of the writing direction, for prices such as `‏١٬٢٣٤٫٥٠ د.إ.‏`
/// and `１，２００円（税込）`.
func plainPrice(_ price: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    for sign in String(decoding: price, as: UTF8.self).unicodeScalars {
        switch sign.value {
        case 0x200E, 0x200F, 0x61C: continue
        // Characters of full width, in the order of ASCII.
        case 0xFF01...0xFF5E: plain.append(UInt8(sign.value - 0xFF01 + 0x21))
        case 0x80... where sign.properties.generalCategory == .decimalNumber:
            plain.append(UInt8(ascii: "0") + UInt8(sign.properties.numericValue ?? 0))
        default: plain += Array(String(sign).utf8)
        }
    }
    return plain
}

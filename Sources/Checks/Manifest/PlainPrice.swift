/// A price with the digits of ASCII and without marks of the writing direction, for prices such as `‏١٬٢٣٤٫٥٠ د.إ.‏`.
///
/// Digits in full width are left as they are: no keyboard for prices has them, they come from a converter.
func plainPrice(_ price: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    for sign in String(decoding: price, as: UTF8.self).unicodeScalars {
        switch sign {
        case "\u{200E}", "\u{200F}", "\u{61C}": continue
        case _ where sign.value >= 0x80 && sign.value < 0xFF00 && sign.properties.generalCategory == .decimalNumber:
            plain.append(UInt8(ascii: "0") + UInt8(sign.properties.numericValue ?? 0))
        default: plain += Array(String(sign).utf8)
        }
    }
    return plain
}

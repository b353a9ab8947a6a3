/// The length in bytes of the first character of a text, which is not ASCII; 0 if the bytes are not UTF-8
/// (RFC 3629, 4).
@inlinable
package func characterLength(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    let lead = text[0]
    // The bounds of the second byte exclude overlong forms, surrogates and values beyond Unicode.
    let (length, least, most): (Int, UInt8, UInt8) =
        switch lead {
        case 0xC2...0xDF: (2, 0x80, 0xBF)
        case 0xE0: (3, 0xA0, 0xBF)
        case 0xED: (3, 0x80, 0x9F)
        case 0xE1...0xEF: (3, 0x80, 0xBF)
        case 0xF0: (4, 0x90, 0xBF)
        case 0xF1...0xF3: (4, 0x80, 0xBF)
        case 0xF4: (4, 0x80, 0x8F)
        default: (0, 0, 0)
        }
    guard length > 0, length <= text.count, text[1] >= least, text[1] <= most else { return 0 }
    for place in 2..<length where text[place] & 0xC0 != 0x80 { return 0 }
    return length
}

// The kinds of ASCII characters, and texts without the blanks around them.

/// The bytes before a text that some editors write, in UTF-8.
package let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

@inlinable
package func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

@inlinable
package func isHexDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 6 }

@inlinable
package func isASCIILetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

@inlinable
package func isLetterOrDigit(_ byte: UInt8) -> Bool { isASCIILetter(byte) || isDigit(byte) }

/// A space, a tab, or a byte that ends a line or a page.
@inlinable
package func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte &- UInt8(ascii: "\t") < 5 }

extension BidirectionalCollection {
    /// The elements between the first and the last one that is not `cut`.
    @inlinable
    package func trimming(while cut: (Element) -> Bool) -> SubSequence {
        guard let last = lastIndex(where: { !cut($0) }) else { return prefix(0) }
        return self[...last].drop(while: cut)
    }
}

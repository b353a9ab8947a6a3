/// The shortest text that parses to the same number. Whole numbers have no fraction.
package func shortest(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? String(number) }

/// A number for people, rounded to hundredths.
package func hundredths(_ number: Double) -> String { shortest((number * 100).rounded() / 100) }

extension ByteBuffer {
    /// Appends the shortest decimal text that parses to the same number, in the form of JSON (RFC 8259, 6).
    /// Whole numbers have no fraction. The number must be finite, since JSON has no other numbers.
    package mutating func append(shortest number: Double) {
        if let whole = Int(exactly: number), whole.magnitude < 1 << 53 { return append(whole) }
        append(number.description)
    }
}

/// The shortest text that reads back as the same number; whole numbers without a fraction.
public func shortest(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? String(number) }

/// A number for people, who do not read beyond its hundredths.
public func hundredths(_ number: Double) -> String { shortest((number * 100).rounded() / 100) }

extension ByteBuffer {
    /// The shortest decimal text that reads back as the same number, as JSON has it (RFC 8259, 6):
    /// whole numbers without a fraction. The number must be finite, which is the only kind JSON knows.
    public mutating func append(shortest number: Double) {
        if let whole = Int(exactly: number), whole.magnitude < 1 << 53 { return append(whole) }
        append(number.description)
    }
}

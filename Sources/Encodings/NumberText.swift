/// A number for people, who do not read beyond its hundredths.
public func hundredths(_ number: Double) -> String {
    let rounded = (number * 100).rounded() / 100
    return Int(exactly: rounded).map(String.init) ?? String(rounded)
}

extension ByteBuffer {
    /// The shortest decimal text that reads back as the same number, as JSON has it (RFC 8259, 6):
    /// whole numbers without a fraction. The number must be finite, which is the only kind JSON knows.
    public mutating func append(shortest number: Double) {
        if let whole = Int(exactly: number), whole.magnitude < 1 << 53 { return append(whole) }
        append(number.description)
    }
}

extension Array where Element: FixedWidthNumber {
    /// Adds elements that the caller must write before anybody reads them. An empty array also reserves
    /// an eighth more, so that the next pages need not move the elements.
    mutating func grow(by count: Int) {
        // All empty arrays share one storage, whose length must not be written.
        guard count > 0 else { return }
        guard isEmpty else { return append(contentsOf: repeatElement(0, count: count)) }
        // Not zeroed: writing a million elements twice takes as long as placing them.
        self = Array(unsafeUninitializedCapacity: count + count / 8) { _, initialized in initialized = count }
    }
}

/// A type in which every bit pattern is a valid number, so memory that is not yet written is harmless.
protocol FixedWidthNumber: ExpressibleByIntegerLiteral {}
extension Double: FixedWidthNumber {}
extension Int32: FixedWidthNumber {}
extension UInt16: FixedWidthNumber {}

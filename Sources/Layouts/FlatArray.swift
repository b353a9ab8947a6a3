/// Flat arrays of numbers that a layout is about to write.
extension Array where Element: FixedWidthNumber {
    /// Makes the array longer by elements that the caller writes before anybody reads them. The first
    /// time there is room for an eighth more, so that the next pages do not move all that is there.
    mutating func extend(by count: Int) {
        // An empty array has no memory of its own, and to write even its length would be to write what all share.
        guard count > 0 else { return }
        guard isEmpty else { return append(contentsOf: repeatElement(0, count: count)) }
        // Not zeroed: to write each of a million elements twice takes as long as placing them.
        self = Array(unsafeUninitializedCapacity: count + count / 8) { _, initialized in initialized = count }
    }
}

/// Numbers of which every pattern of bits is one, so that memory not yet written is no danger.
protocol FixedWidthNumber: ExpressibleByIntegerLiteral {}
extension Double: FixedWidthNumber {}
extension Int32: FixedWidthNumber {}
extension UInt16: FixedWidthNumber {}

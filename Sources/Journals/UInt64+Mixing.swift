extension UInt64 {
    /// Mixes a number into a sum. The step is reversible, so two sums that differ stay different, and so do the
    /// results of two different numbers. Journals contain such sums, so the step must never change.
    @inline(__always)
    mutating func mix(_ number: UInt64) {
        self = (self ^ number) &* 0x9E37_79B9_7F4A_7C15
        self ^= self >> 32
    }
}

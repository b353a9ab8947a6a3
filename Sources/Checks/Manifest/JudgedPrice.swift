/// A price and the verdict about it, which serves the next prices too: most of a catalogue differ in their digits only.
struct JudgedPrice {
    private let isPrice: Bool
    private let text: [UInt8]
    private let areDigitsAlike: Bool

    /// `areDigitsAlike` says that no rule of the verdict asks which digit stands at a place.
    init(_ text: UnsafeBufferPointer<UInt8>, isPrice: Bool, areDigitsAlike: Bool) {
        self.text = Array(text)
        self.isPrice = isPrice
        // Digits on both sides of a space are compared with each other (`DoubtfulNumber`).
        self.areDigitsAlike = areDigitsAlike && !text.has(" ")
    }

    /// The verdict about another price; nil if it may be a different one.
    func verdict(on price: UnsafeBufferPointer<UInt8>) -> Bool? {
        guard price.count == text.count else { return nil }
        return text.withUnsafeBufferPointer { text in
            for place in 0..<price.count where price[place] != text[place] {
                guard areDigitsAlike, isDigit(price[place]), isDigit(text[place]) else { return nil }
            }
            return isPrice
        }
    }
}

import Pixels

/// The placeholders of a run's pictures, by the numbers of the pictures. Any later row may name a picture again, so all of them
/// stay, joined in one block of memory.
struct PlaceholderTexts {
    private let keys: [Placeholders.Key]
    /// Behind one another, for each picture and key, the length of the text in two bytes and the text. Missing ones are empty.
    private var bytes: [UInt8] = []
    /// The start of each picture's texts.
    private var starts: [Int] = []

    /// `keys` are those that the run wants.
    init(_ keys: [Placeholders.Key]) { self.keys = keys }

    mutating func append(_ placeholders: Placeholders) {
        starts.append(bytes.count)
        for key in keys {
            // A text that is longer comes from a journal that another program has changed.
            let text = placeholders[key].flatMap { $0.utf8.count <= Int(UInt16.max) ? $0 : nil } ?? ""
            let count = UInt16(text.utf8.count)
            bytes += [UInt8(count >> 8), UInt8(count & 255)]
            bytes += text.utf8
        }
    }

    /// Calls `body` with the texts of a picture.
    func withTexts<Failure: Error>(
        of number: Int, _ body: ([Placeholders.Key: UnsafeBufferPointer<UInt8>]) throws(Failure) -> Void
    ) throws(Failure) {
        try bytes.withUnsafeBufferPointer { bytes throws(Failure) in
            var texts: [Placeholders.Key: UnsafeBufferPointer<UInt8>] = [:]
            var place = starts[number]
            for key in keys {
                let start = place + 2
                place = start + (Int(bytes[place]) << 8 | Int(bytes[place + 1]))
                if place > start { texts[key] = UnsafeBufferPointer(rebasing: bytes[start..<place]) }
            }
            try body(texts)
        }
    }
}

/// Numbers distinct texts in the order in which they are added.
struct NumberedNames: Sendable {
    private var numbers: [String: Int32] = [:]
    private var texts: [String] = []

    subscript(number: Int32) -> String { texts[Int(number)] }

    func known(_ text: String) -> Int32? { numbers[text] }

    /// The position of each text if all are sorted.
    var ranks: [Int32] {
        var ranks = [Int32](repeating: 0, count: texts.count)
        for (rank, number) in texts.indices.sorted(by: { texts[$0] < texts[$1] }).enumerated() { ranks[number] = Int32(rank) }
        return ranks
    }

    mutating func number(_ text: String) -> Int32 {
        if let number = numbers[text] { return number }
        let number = Int32(texts.count)
        numbers[text] = number
        texts.append(text)
        return number
    }
}

/// An encoding that is reported, and not read: UTF-32, or UTF-16 without the mark at its beginning.
package struct ForeignEncoding {
    /// The name for iconv(1).
    package let name: String
    package let hasMark: Bool

    /// Recognises an encoding by the first four bytes, whose zeros show how wide the characters are. No text in UTF-8 begins
    /// so, since no catalogue has a zero in it.
    package init?(of beginning: some Collection<UInt8>) {
        let bytes = Array(beginning.prefix(4))
        guard bytes.count == 4 else { return nil }
        let marks: [[UInt8]: String] = [[0xFF, 0xFE, 0, 0]: "UTF-32LE", [0, 0, 0xFE, 0xFF]: "UTF-32BE"]
        if let name = marks[bytes] {
            (self.name, hasMark) = (name, true)
            return
        }
        hasMark = false
        switch bytes.map({ $0 == 0 }) {
        case [false, true, true, true]: name = "UTF-32LE"
        case [true, true, true, false]: name = "UTF-32BE"
        case [false, true, false, true]: name = "UTF-16LE"
        case [true, false, true, false]: name = "UTF-16BE"
        default: return nil
        }
    }
}

import Base
import Records

/// Finds the line and column of any byte after one pass over the text. Each block stores only the counts before it, so
/// one line of many megabytes costs no more than a million lines.
struct LineIndex: Sendable {
    private struct Block {
        /// The numbers of line ends and characters before the block, and the start of the line at its first byte.
        var lineEnds: Int
        var characters: Int
        var lineStart: Int
    }

    private var blocks: [Block] = []
    /// The start of the text, behind a byte order mark, which editors do not count.
    let textStart: Int

    private static let blockBytes = 16 << 10

    init(_ text: UnsafeBufferPointer<UInt8>, from start: Int) {
        textStart = start
        var block = Block(lineEnds: 0, characters: 0, lineStart: start)
        var place = start
        repeat {
            blocks.append(block)
            let part = UnsafeBufferPointer(rebasing: text[place..<min(text.count, place + Self.blockBytes)])
            let lineEnds = count(part, .lineEnds)
            block.lineEnds += lineEnds
            block.characters += count(part, .characters)
            if lineEnds > 0, let last = part.lastIndex(of: 0x0A) { block.lineStart = place + last + 1 }
            place += part.count
        } while place < text.count
    }

    /// The line of a byte, from 1.
    func line(of place: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        let block = blocks[self.block(of: place)]
        return block.lineEnds + count(before(place, text), .lineEnds) + 1
    }

    /// The start of the line that contains a byte.
    func lineStart(of place: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        let part = before(place, text)
        return part.lastIndex(of: 0x0A).map { place - part.count + $0 + 1 } ?? blocks[block(of: place)].lineStart
    }

    func place(of range: TextRange, in text: UnsafeBufferPointer<UInt8>) -> TextPlace {
        let start = max(textStart, min(range.start, text.count))
        let end = text[start..<max(start, min(range.end, text.count))]
        let line = end.prefix { $0 != 0x0A && $0 != 0x0D }
        let column = characters(before: start, text) - characters(before: lineStart(of: start, in: text), text) + 1
        let length = count(UnsafeBufferPointer(rebasing: line), .characters)
        return TextPlace(line: self.line(of: start, in: text), column: column, length: max(1, length))
    }

    private func characters(before place: Int, _ text: UnsafeBufferPointer<UInt8>) -> Int {
        blocks[block(of: place)].characters + count(before(place, text), .characters)
    }

    private func block(of place: Int) -> Int { min((place - textStart) / Self.blockBytes, blocks.count - 1) }

    /// The bytes of the block that lie before a place.
    private func before(_ place: Int, _ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: text[(textStart + block(of: place) * Self.blockBytes)..<place])
    }
}

private enum Counted { case lineEnds, characters }

/// Counts line feeds, or the first bytes of characters, eight bytes at a time.
private func count(_ text: UnsafeBufferPointer<UInt8>, _ counted: Counted) -> Int {
    guard let start = text.baseAddress else { return 0 }
    var sum = 0
    var place = 0
    while place &+ 8 <= text.count {
        let word = ByteWord(at: start + place)
        sum &+= counted == .lineEnds ? word.count(of: "\n") : word.characterCount
        place &+= 8
    }
    while place < text.count {
        switch counted {
        case .lineEnds: sum &+= text[place] == 0x0A ? 1 : 0
        case .characters: sum &+= text[place] & 0xC0 == 0x80 ? 0 : 1
        }
        place &+= 1
    }
    return sum
}

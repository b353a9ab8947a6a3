/// Counts lines, as far as the text has been passed. Offsets count from the first byte that is
/// pending.
struct JSONLines {
    private(set) var place = 0
    private var line = 1
    private var lineStart = 0

    var position: CataloguePosition { CataloguePosition(line: line, column: place - lineStart + 1) }

    mutating func pass(_ text: UnsafePointer<UInt8>, to end: Int) {
        while let lineEnd = firstIndex(of: Byte.lineFeed, in: text, from: place, to: end) {
            place = lineEnd + 1
            line += 1
            lineStart = place
        }
        place = end
    }

    /// Where a byte further on stands.
    func position(of offset: Int, in text: UnsafePointer<UInt8>) -> CataloguePosition {
        var lines = self
        lines.pass(text, to: offset)
        return lines.position
    }

    /// A byte order mark is no column.
    mutating func passMark(_ count: Int) {
        place = count
        lineStart = count
    }

    /// The first bytes, all of them passed, are not pending any more.
    mutating func dropFirst(_ count: Int) {
        place -= count
        lineStart -= count
    }
}

/// The place of a byte, looked for in sixteen at a time; so many must be readable behind the end.
@inline(__always)
func firstIndex(of byte: UInt8, in text: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int? {
    let wanted = SIMD16<UInt8>(repeating: byte)
    var place = start
    while place < end {
        let block = UnsafeRawPointer(text + place).loadUnaligned(as: SIMD16<UInt8>.self)
        let equal = unsafeBitCast(block .== wanted, to: SIMD2<UInt64>.self)
        if equal[0] | equal[1] != 0 {
            let index = equal[0] != 0 ? equal[0].trailingZeroBitCount : 64 + equal[1].trailingZeroBitCount
            place += index / 8
            return place < end ? place : nil
        }
        place += 16
    }
    return nil
}

func isJSONSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

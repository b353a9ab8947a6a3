/// Compares two layouts of the same pictures to the last bit.
package enum LayoutComparison {
    /// Of a longer layout only the first pictures are compared: one that drifts or reorders does so from the start.
    package static let maxPictures = 65_536

    /// Takes a difference: the item, or nil for the layout as a whole, the number that was found, the right one, and a sentence.
    package typealias Note = (_ item: Int?, _ found: Double, _ wanted: Double, _ message: @autoclosure () -> String) -> Void

    /// How many items no append can move. The first `first` items are known to be final.
    package static func finalCount(of layout: any Layout, from first: Int) -> Int {
        let guarantees = layout.guarantees
        if guarantees.keepsEarlierFrames { return layout.count }
        let frontier = layout.frontier
        var count = first
        while count < layout.count {
            let frame = layout.frame(of: count)
            guard (guarantees.scrollsHorizontally ? frame.maxX : frame.maxY) <= frontier else { break }
            count += 1
        }
        return count
    }

    /// Compares all frames; `when` says when those of `one` were computed. If `one` has only the first pictures, those that an append
    /// could still move are left out.
    package static func compareAll(_ one: any Layout, with other: any Layout, _ when: String, note: Note) {
        if one.count < other.count, one.count >= maxPictures {
            return compare(0..<finalCount(of: one, from: 0), of: one, with: other, when, note: note)
        }
        let (found, wanted) = (one.contentSize, other.contentSize)
        if one.count != other.count {
            note(
                nil, Double(one.count), Double(other.count),
                "there are \(one.count) frames \(when), and otherwise \(other.count)")
        }
        if found != wanted {
            note(
                nil, found.height, wanted.height,
                "the content is \(found.width) by \(found.height) \(when), and otherwise \(wanted.width) by \(wanted.height)")
        }
        compare(0..<min(one.count, other.count), of: one, with: other, when, note: note)
    }

    /// Compares the frames of some items.
    package static func compare(_ items: Range<Int>, of one: any Layout, with other: any Layout, _ when: String, note: Note) {
        for chunk in items.chunks {
            let (found, wanted) = (one.frames(of: chunk), other.frames(of: chunk))
            guard !found.areBitwiseEqual(to: wanted) else { continue }
            for (item, (one, other)) in zip(chunk, zip(found, wanted)) where !one.isBitwiseEqual(to: other) {
                let isShifted = one.y != other.y
                note(
                    item, isShifted ? one.y : one.x, isShifted ? other.y : other.x,
                    "picture \(item) has the frame \(one.text) \(when), and otherwise \(other.text)")
            }
        }
    }
}

extension Rect {
    /// The rect as messages show it, with all digits.
    var text: String { "\(x),\(y) \(width)x\(height)" }

    func isBitwiseEqual(to other: Rect) -> Bool {
        x.bitPattern == other.x.bitPattern && y.bitPattern == other.y.bitPattern
            && width.bitPattern == other.width.bitPattern && height.bitPattern == other.height.bitPattern
    }
}

extension [Rect] {
    /// Has no early exit, so that the compiler can vectorize the loop.
    fileprivate func areBitwiseEqual(to others: [Rect]) -> Bool {
        var differences: UInt64 = 0
        for (one, other) in zip(self, others) {
            differences |= one.x.bitPattern ^ other.x.bitPattern | one.y.bitPattern ^ other.y.bitPattern
            differences |= one.width.bitPattern ^ other.width.bitPattern | one.height.bitPattern ^ other.height.bitPattern
        }
        return differences == 0
    }
}

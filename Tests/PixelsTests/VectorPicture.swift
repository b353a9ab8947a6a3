import ImageHeaders
import Pixels

/// A picture of numbers, made by the same rules wherever its hashes are compared.
enum VectorPicture {
    static func make(_ index: Int) -> SmallPicture {
        var state = UInt32(truncatingIfNeeded: (index + 1) * 2_654_435_761)
        // Marsaglia's xorshift.
        func next(_ count: Int) -> Int {
            state ^= state << 13
            state ^= state >> 17
            state ^= state << 5
            return Int(state) % count
        }
        let sides = [(1, 1), (1, 100), (100, 1), (100, 75), (75, 100), (2, 3)]
        let (width, height) = index < sides.count ? sides[index] : (1 + next(40), 1 + next(40))
        let kind = index == 199 ? 8 : index % 8
        let colors = (0..<24).map { _ in UInt8(next(256)) }
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let across = UInt8(x * 255 / max(1, width - 1))
                let down = UInt8(y * 255 / max(1, height - 1))
                let block = 3 * ((x / 8 + y / 8 * 3) % 8)
                switch kind {
                case 0: pixels += [UInt8(next(256)), UInt8(next(256)), UInt8(next(256)), 255]
                case 1: pixels += [colors[0], colors[1], colors[2], 255]
                case 2: pixels += [across, down, colors[0], 255]
                case 3: pixels += [UInt8(next(256)), UInt8(next(256)), UInt8(next(256)), UInt8(next(256))]
                case 4: pixels += [across, colors[0], colors[1], down]
                case 5: pixels += [across, across, across, 255]
                case 6: pixels += [colors[block], colors[block + 1], colors[block + 2], 255]
                case 7: pixels += [colors[block], colors[block + 1], colors[block + 2], block < 12 ? 255 : 0]
                default: pixels += [0, 0, 0, 0]
                }
            }
        }
        return SmallPicture(size: PixelSize(width: width, height: height), pixels: pixels)
    }
}

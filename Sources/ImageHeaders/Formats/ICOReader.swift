/// ICO and CUR: the largest picture of the directory, as browsers choose it. The directory's sides count, also for a PNG
/// inside: browsers refuse one that has others.
final class ICOReader: FormatReader {
    func begin() {}

    func read(_ window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        let count = Int(try window.slice(at: 4, count: 2).integer(UInt16.self, at: 0, .little))
        guard count > 0 else { throw .corrupt("an icon without pictures") }
        let length = count * ICOReader.entryLength
        let directory = try window.slice(at: 4, count: 2 + length)[2..<2 + length]
        var largest = PixelSize(width: 0, height: 0)
        for index in 0..<count {
            let entry = directory[index * ICOReader.entryLength..<(index + 1) * ICOReader.entryLength]
            let offset = Int(entry.integer(UInt32.self, at: 12, .little))
            guard offset >= 6 + directory.count else { throw .corrupt("an icon with a picture inside its directory") }
            let size = PixelSize(width: side(entry, at: 0), height: side(entry, at: 1))
            if size.width * size.height > largest.width * largest.height { largest = size }
        }
        return ImageHeader(format: .ico, stored: largest, traits: PictureTraits(isAnimated: false))
    }

    private static let entryLength = 16

    private func side(_ entry: ByteSlice, at place: Int) -> Int {
        let side = Int(entry.integer(UInt8.self, at: place, .little))
        return side == 0 ? 256 : side
    }
}

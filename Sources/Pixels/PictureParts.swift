import ImageHeaders
import WeirBase

/// The parts of a picture that may contain metadata.
struct PictureParts<Picture: PictureBytes> {
    let picture: Picture

    /// Segments, chunks or boxes, each of which costs a read. libpng writes 8 KB of pixels in each chunk.
    var most: Int { 1 << 16 }

    /// The segments of a JPEG before its pixels, with the bytes behind their lengths. It may be one of several JPEGs in the file.
    func segments(ofJPEGAt start: UInt64 = 0, most: Int? = nil) throws(Failure) -> [(marker: UInt8, content: Range<UInt64>)] {
        var segments: [(marker: UInt8, content: Range<UInt64>)] = []
        var offset = start + 2
        for _ in 0..<(most ?? self.most) {
            guard let head = try bytes(at: offset, 4), head[0] == 0xFF else { break }
            // The pixels begin, or the picture ends.
            if head[1] == 0xDA || head[1] == 0xD9 { break }
            // A byte that fills up, or a marker without a length.
            let isBare = head[1] == 0xFF || head[1] == 0x01 || (0xD0...0xD8).contains(head[1])
            guard !isBare else {
                offset += head[1] == 0xFF ? 1 : 2
                continue
            }
            let end = offset + 2 + big(head[2...])
            if end >= offset + 4 { segments.append((head[1], offset + 4..<end)) }
            offset = end
        }
        return segments
    }

    /// The chunks of a PNG before the first one of this type.
    func chunks(before last: UInt32) throws(Failure) -> [(type: UInt32, content: Range<UInt64>)] {
        var chunks: [(type: UInt32, content: Range<UInt64>)] = []
        var offset: UInt64 = 8
        for _ in 0..<most {
            guard let head = try bytes(at: offset, 8), case let type = UInt32(big(head[4...])), type != last else { break }
            let end = offset + 8 + big(head[..<4])
            chunks.append((type, offset + 8..<end))
            offset = end + 4
        }
        return chunks
    }

    /// The boxes in a range of a HEIF file, up to a broken one.
    func boxes(in range: Range<UInt64>) throws(Failure) -> [(type: UInt32, content: Range<UInt64>)] {
        var boxes: [(type: UInt32, content: Range<UInt64>)] = []
        var offset = range.lowerBound
        for _ in 0..<most {
            guard let head = try bytes(at: offset, Int(min(16, range.upperBound - offset))),
                let box = head.withUnsafeBytes({ try? ByteWindow(bytes: $0, offset: offset).box(at: offset, within: range.upperBound) }),
                let end = box.end
            else { break }
            boxes.append((box.type, box.content..<end))
            offset = end
        }
        return boxes
    }

    /// Nil if the picture ends before.
    func bytes(at offset: UInt64, _ count: Int) throws(Failure) -> [UInt8]? {
        guard offset <= picture.count, picture.count - offset >= UInt64(count) else { return nil }
        let bytes = try picture.bytes(at: offset, count)
        return bytes.count == count ? bytes : nil
    }

    func big(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}

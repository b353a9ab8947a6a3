import ImageHeaders
import WeirBase

extension DigitalSource.Term {
    /// How the picture was generated, by the C2PA manifest store in it; nil if it has none, or several, which the standard takes for none
    /// (C2PA 2.2, 15.5.2.1).
    init?(statedByC2PAOf picture: some PictureBytes, _ format: ImageFormat) throws(Failure) {
        let parts = PictureParts(picture: picture)
        let stores: [C2PAStore]
        switch format {
        case .jpeg: stores = try parts.storesOfJPEG()
        case .png: stores = try parts.storesOfPNG()
        case .webp: stores = try parts.storesOfWebP()
        case .avif, .heic: stores = try parts.storesOfHEIF()
        default: return nil
        }
        self.init(statedBy: stores)
    }
}

/// The parts of a picture that may contain metadata.
struct PictureParts<Picture: PictureBytes> {
    let picture: Picture

    /// Segments, chunks or boxes, each of which costs a read. libpng writes 8 KB of pixels in each chunk.
    private var most: Int { 1 << 16 }

    /// The segments of a JPEG before its pixels, with the bytes behind their lengths. It may be one of several JPEGs in the file.
    func segments(ofJPEGAt start: UInt64 = 0) throws(Failure) -> [(marker: UInt8, content: Range<UInt64>)] {
        var segments: [(marker: UInt8, content: Range<UInt64>)] = []
        var offset = start + 2
        for _ in 0..<most {
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

/// The C2PA manifest stores in them (C2PA 2.2, A.3 and A.5).
extension PictureParts {
    /// A store has thumbnails of its picture and of all ingredients, some 100 KB each. This is less than the memory of decoders.
    private var mostStore: UInt64 { 16 << 20 }

    /// Segments of APP11 (ISO 19566-5, D.2): those with one number are parts of one box, and each repeats its header.
    fileprivate func storesOfJPEG() throws(Failure) -> [C2PAStore] {
        var boxes: [UInt16: [(sequence: UInt32, content: Range<UInt64>)]] = [:]
        for (marker, content) in try segments() where marker == 0xEB && content.count >= 8 {
            guard let head = try bytes(at: content.lowerBound, 8), head.starts(with: "JP".utf8) else { continue }
            boxes[UInt16(big(head[2..<4])), default: []].append((UInt32(big(head[4...])), content.dropFirst(8)))
        }
        var stores: [C2PAStore] = []
        for segments in boxes.values {
            if let box = try box(of: segments.sorted { $0.sequence < $1.sequence }), let store = C2PAStore(box) { stores.append(store) }
        }
        return only(stores)
    }

    /// Nil unless all segments are there.
    private func box(of segments: [(sequence: UInt32, content: Range<UInt64>)]) throws(Failure) -> [UInt8]? {
        let size = segments.reduce(UInt64(0)) { $0 + UInt64($1.content.count) }
        let isWhole = zip(segments, segments.dropFirst()).allSatisfy { $0.sequence < $1.sequence && $1.sequence - $0.sequence == 1 }
        guard isWhole, size <= mostStore else { return nil }
        var box: [UInt8] = []
        box.reserveCapacity(Int(size))
        for segment in segments {
            guard let part = try bytes(at: segment.content.lowerBound, segment.content.count) else { return nil }
            guard !box.isEmpty else {
                box = part
                continue
            }
            // A length of 1 stands for one of 64 bits behind the type.
            box += part.dropFirst(box.starts(with: [0, 0, 0, 1]) ? 16 : 8)
        }
        return box
    }

    fileprivate func storesOfPNG() throws(Failure) -> [C2PAStore] {
        var stores: [C2PAStore] = []
        for chunk in try chunks(before: fourCC("IEND")) where chunk.type == fourCC("caBX") && stores.count < 2 {
            if let store = try store(in: chunk.content) { stores.append(store) }
        }
        return only(stores)
    }

    fileprivate func storesOfWebP() throws(Failure) -> [C2PAStore] {
        var stores: [C2PAStore] = []
        var offset: UInt64 = 12
        for _ in 0..<most {
            guard let head = try bytes(at: offset, 8) else { break }
            let length = head[4...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
            if stores.count < 2, head[..<4].elementsEqual("C2PA".utf8), let store = try store(in: offset + 8..<offset + 8 + length) {
                stores.append(store)
            }
            offset += 8 + length + length % 2
        }
        return only(stores)
    }

    /// A box of the type `uuid` with a purpose. The store of an update comes behind the one that it updates.
    fileprivate func storesOfHEIF() throws(Failure) -> [C2PAStore] {
        var (stores, updates): ([C2PAStore], [C2PAStore]) = ([], [])
        for box in try boxes(in: 0..<picture.count) where box.type == fourCC("uuid") {
            guard let (purpose, range) = try purpose(of: box.content), let store = try store(in: range) else { continue }
            if purpose == "update" { updates.append(store) } else { stores.append(store) }
        }
        return stores.count == 1 && updates.count <= 1 ? stores + updates : []
    }

    /// The purpose of C2PA's box and the bytes of its store, behind the offset of another box; nil for another box.
    private func purpose(of content: Range<UInt64>) throws(Failure) -> (String, Range<UInt64>)? {
        for purpose in ["manifest", "original", "update"] {
            // A UUID, four bytes of version and flags, and the purpose up to a zero.
            let start = Self.uuid + [0, 0, 0, 0] + Array(purpose.utf8) + [0]
            let store = content.lowerBound + UInt64(start.count) + 8
            if store <= content.upperBound, try bytes(at: content.lowerBound, start.count) == start {
                return (purpose, store..<content.upperBound)
            }
        }
        return nil
    }

    private static var uuid: [UInt8] {
        [0xD8, 0xFE, 0xC3, 0xD6, 0x1B, 0x0E, 0x48, 0x3C, 0x92, 0x97, 0x58, 0x28, 0x87, 0x7E, 0xC4, 0x81]
    }

    private func only(_ stores: [C2PAStore]) -> [C2PAStore] { stores.count == 1 ? stores : [] }

    private func store(in range: Range<UInt64>) throws(Failure) -> C2PAStore? {
        guard UInt64(range.count) <= mostStore else { return nil }
        return try bytes(at: range.lowerBound, range.count).flatMap { C2PAStore($0) }
    }
}

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

/// The C2PA manifest stores in the parts of a picture (C2PA 2.2, A.3 and A.5).
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

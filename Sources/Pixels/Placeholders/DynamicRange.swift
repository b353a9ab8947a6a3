import CWeirLCMS
import ImageHeaders
import WeirBase

/// How a picture is brighter than the white of a page, by its own metadata.
package enum DynamicRange: String, Sendable {
    /// Its pixels are those of PQ or HLG (ITU-T H.273, 8.2).
    case hdr
    /// It has a second picture of how much brighter its pixels are on screens that can show it (ISO 21496-1).
    case gainMap

    /// The formats that are searched for it.
    static let formats: Set<ImageFormat> = [.jpeg, .png, .avif, .heic]

    /// Nil for other pictures.
    init?(of picture: some PictureBytes, _ format: ImageFormat) throws(Failure) {
        let parts = PictureParts(picture: picture)
        switch format {
        case .jpeg: if try parts.hasGainMapInJPEG() { self = .gainMap } else { return nil }
        case .png: if try parts.isHDRInPNG() { self = .hdr } else { return nil }
        case .avif, .heic: if let range = try parts.rangeInHEIF() { self = range } else { return nil }
        default: return nil
        }
    }
}

extension PictureParts {
    /// Whether a further picture (CIPA DC-007) has the metadata of a gain map. Those of the first picture are no proof, since they stay
    /// where a service cuts the others off.
    fileprivate func hasGainMapInJPEG() throws(Failure) -> Bool {
        for (marker, content) in try segments() where marker == 0xE2 {
            guard try bytes(at: content.lowerBound, min(content.count, 4))?.elementsEqual("MPF\0".utf8) == true,
                let index = try bytes(at: content.lowerBound, content.count)
            else { continue }
            for offset in offsets(inMultiPicture: Array(index[4...])) where try isGainMap(at: content.lowerBound + 4 + offset) {
                return true
            }
            return false
        }
        return false
    }

    /// Of the pictures behind the first one, from the start of the index (CIPA DC-007, 5.2).
    private func offsets(inMultiPicture index: [UInt8]) -> [UInt64] {
        let isLittle = index.starts(with: "II".utf8)
        func number(_ offset: Int, _ count: Int) -> Int {
            guard offset >= 0, offset + count <= index.count else { return 0 }
            let bytes = index[offset..<offset + count]
            return Int(isLittle ? big(ArraySlice(bytes.reversed())) : big(bytes))
        }
        let directory = number(4, 4)
        let entries = (0..<number(directory, 2)).lazy.map { directory + 2 + 12 * $0 }
        guard let list = entries.first(where: { number($0, 2) == 0xB002 }) else { return [] }
        let starts = stride(from: number(list + 8, 4), to: number(list + 8, 4) + number(list + 4, 4), by: 16)
        return Set(starts.prefix(mostPictures).map { UInt64(number($0 + 8, 4)) }.filter { $0 > 0 }).sorted()
    }

    /// Each of them costs the reading of its segments, which may be the same.
    private var mostPictures: Int { 16 }
    private var mostSegments: Int { 64 }

    private func isGainMap(at start: UInt64) throws(Failure) -> Bool {
        guard try bytes(at: start, 2) == [0xFF, 0xD8] else { return false }
        for (marker, content) in try segments(ofJPEGAt: start, most: mostSegments) where marker == 0xE1 || marker == 0xE2 {
            guard let name = try bytes(at: content.lowerBound, min(content.count, 32)) else { continue }
            if marker == 0xE2, name.starts(with: "urn:iso:std:iso:ts:21496:-1\0".utf8) { return true }
            guard marker == 0xE1, name.starts(with: "http://ns.adobe.com/xap/1.0/\0".utf8),
                let metadata = try bytes(at: content.lowerBound, content.count)
            else { continue }
            // In XMP, as Android and iOS write it.
            let names = ["http://ns.adobe.com/hdr-gain-map/1.0/", "http://ns.apple.com/HDRGainMap/1.0/"]
            if names.contains(where: { metadata.contains(Array($0.utf8)) }) { return true }
        }
        return false
    }

    /// Decoders ignore other code points than those of RGB in the full range (PNG, third edition, 11.3.2.6), and unspecified ones (2).
    fileprivate func isHDRInPNG() throws(Failure) -> Bool {
        guard let chunk = try chunks(before: fourCC("IDAT")).first(where: { $0.type == fourCC("cICP") }), chunk.content.count == 4,
            let points = try bytes(at: chunk.content.lowerBound, 4)
        else { return false }
        return points[0] != 2 && CLCMS_is_hdr(Int32(points[1])) != 0 && points[2...] == [0, 1]
    }

    /// A gain map comes with the brand `tmap` (ISO/IEC 23008-12, 10.2.6) or, of Apple's and Samsung's phones, is an auxiliary picture.
    fileprivate func rangeInHEIF() throws(Failure) -> DynamicRange? {
        let boxes = try boxes(in: 0..<picture.count)
        if let brands = boxes.first, brands.type == fourCC("ftyp"), brands.content.count < 1 << 10 {
            let letters = try bytes(at: brands.content.lowerBound, brands.content.count) ?? []
            // Behind the major brand and its version.
            for start in stride(from: 8, to: letters.count, by: 4) where letters[start...].starts(with: "tmap".utf8) { return .gainMap }
        }
        // There is only one of each, so that the limit of a box holds for all (ISO/IEC 14496-12, 8.11.1 and 8.11.14).
        guard let meta = boxes.first(where: { $0.type == fourCC("meta") }),
            case let items = try self.boxes(in: meta.content.dropFirst(4)),
            let list = items.first(where: { $0.type == fourCC("iprp") }),
            case let lists = try self.boxes(in: list.content),
            let container = lists.first(where: { $0.type == fourCC("ipco") })
        else { return nil }
        let properties = try self.boxes(in: container.content)
        for property in properties where property.type == fourCC("auxC") {
            let start = try bytes(at: property.content.lowerBound, min(property.content.count, 48)) ?? []
            if start.contains(Array(":aux:hdrgainmap".utf8)) { return .gainMap }
        }
        for associations in try shownProperties(items, lists) {
            for index in associations where index < properties.count && properties[index].type == fourCC("colr") {
                let content = properties[index].content
                guard let colors = try bytes(at: content.lowerBound, min(content.count, 8)), colors.count == 8,
                    colors.starts(with: "nclx".utf8)
                else { continue }
                return CLCMS_is_hdr(Int32(big(colors[6...]))) != 0 ? .hdr : nil
            }
        }
        return nil
    }

    private typealias Box = (type: UInt32, content: Range<UInt64>)

    /// The indexes of the properties of the primary item, and behind them those of the first picture that it is made of, if it is derived.
    /// The tiles of a grid are alike (ISO/IEC 23000-22, 7.3.11.4.1), and the second picture of a tone map is a gain map.
    private func shownProperties(_ items: [Box], _ lists: [Box]) throws(Failure) -> [[Int]] {
        func read<Value>(_ type: UInt32, _ boxes: [Box], _ parse: (ByteSlice) throws(HeaderStop) -> Value) throws(Failure) -> Value? {
            guard let box = boxes.first(where: { $0.type == type }), box.content.count <= longestBox,
                let content = try bytes(at: box.content.lowerBound, box.content.count)
            else { return nil }
            return content.withUnsafeBytes { try? parse(ByteSlice($0)) }
        }
        guard let item = try read(fourCC("pitm"), items, HEIFMeta.primaryItem) else { return [] }
        let chain =
            try read(fourCC("iref"), items) { content in
                var chain = [item]
                while chain.count < mostItems, let input = try? HEIFMeta.firstInput(of: chain[chain.count - 1], in: content) {
                    chain.append(input)
                }
                return chain
            } ?? [item]
        return try read(fourCC("ipma"), lists) { content in
            chain.map { (try? HEIFMeta.propertyIndexes(of: $0, in: content)) ?? [] }
        } ?? []
    }
}

/// As long as a header may be. References to 50,000 tiles fit.
private let longestBox = 1 << 20

/// A turned picture of a tone map of a grid of tiles has four items.
private let mostItems = 4

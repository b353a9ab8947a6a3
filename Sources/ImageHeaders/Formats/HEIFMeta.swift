import WeirBase

/// The content of a HEIF file's `meta` box: the items, their properties, and which item is the picture
/// (ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12, 6.5 and 9.3). It is walked from box to box, so that a large color profile
/// among the properties is jumped over.
package struct HEIFMeta {
    private let start: UInt64
    private let end: UInt64
    private var position: UInt64
    /// Where the property container ends, once the walk is in it.
    private var propertiesEnd: UInt64 = 0
    private var primary: UInt32?
    private var itemTypes: [UInt32: UInt32]?
    private var properties: [ItemProperty] = []
    private var associations: ISOBox?

    /// A property of the property container. Only those that change an item's size or have its traits are read.
    private enum ItemProperty {
        case extents(PixelSize)
        case transform(HEIFTransform)
        case channels(count: Int, depth: Int)
        case alpha
        case other
    }

    /// A box that reaches to the end of the file has no end here.
    init(_ box: ISOBox) {
        // Behind the version and the flags.
        start = box.content + 4
        end = min(box.end ?? .max, UInt64(Int64.max))
        position = start
    }

    /// The way to the Exif block, which is not walked unless it is asked for.
    var exif: HEIFExif { HEIFExif(from: start, to: end) }

    /// nil if there is no primary item.
    mutating func header(in window: ByteWindow, isAnimated: Bool) throws(HeaderStop) -> ImageHeader? {
        try walk(window)
        guard let primary, let type = itemTypes?[primary] else { return nil }
        return try header(of: primary, type, in: window, isAnimated: isAnimated)
    }

    private func header(of primary: UInt32, _ type: UInt32, in window: ByteWindow, isAnimated: Bool) throws(HeaderStop) -> ImageHeader {
        let format = try format(of: type)
        let own = try propertyIndexes(of: primary, in: window)
        guard let stored = own.lazy.compactMap({ self.extents(at: $0) }).first else {
            throw .corrupt("a HEIF file whose primary item has no size (ispe)")
        }
        var view = HEIFView(size: stored)
        for index in own {
            if case .transform(let transform) = properties[index] { try view.apply(transform) }
        }
        return ImageHeader(
            format: format, displayed: view.size, stored: stored, orientation: view.orientation,
            traits: traits(of: own, isAnimated: isAnimated))
    }

    private var isComplete: Bool { primary != nil && itemTypes != nil && associations != nil }

    private mutating func walk(_ window: ByteWindow) throws(HeaderStop) {
        while !isComplete, position + 8 <= end {
            let isProperty = position < propertiesEnd
            let box = try window.box(at: position, within: isProperty ? propertiesEnd : end)
            guard let next = box.end, let length = box.length else { break }
            if isProperty {
                properties.append(try HEIFMeta.property(box, length: length, window))
            } else {
                switch box.type {
                case BoxType.primaryItem: primary = try HEIFMeta.primaryItem(try window.content(of: box, count: length))
                case BoxType.itemInfo: itemTypes = try HEIFMeta.itemTypes(in: box, length: length, window)
                case BoxType.propertyContainer: propertiesEnd = next
                case BoxType.propertyAssociation: associations = box
                default: break
                }
            }
            let isParent = !isProperty && (box.type == BoxType.itemProperties || box.type == BoxType.propertyContainer)
            position = isParent ? box.content : next
        }
    }

    /// Transparency is a picture of its own that belongs to the primary item; no other item has any.
    private func traits(of own: [Int], isAnimated: Bool) -> PictureTraits {
        let hasAlpha = properties.contains { if case .alpha = $0 { true } else { false } }
        for index in own {
            guard case .channels(let count, let depth) = properties[index] else { continue }
            return PictureTraits(colors: count == 1 ? .gray : .rgb, depth: depth, hasAlpha: hasAlpha, isAnimated: isAnimated)
        }
        return PictureTraits(hasAlpha: hasAlpha, isAnimated: isAnimated)
    }

    private func extents(at index: Int) -> PixelSize? {
        if case .extents(let size) = properties[index] { size } else { nil }
    }

    /// A derived picture (grid, overlay, identity) has the format of its parts.
    private func format(of type: UInt32) throws(HeaderStop) -> ImageFormat {
        switch type {
        case Coding.av1: return .avif
        case Coding.hevc: return .heic
        case Coding.grid, Coding.overlay, Coding.identity:
            if itemTypes?.values.contains(Coding.av1) == true { return .avif }
            if itemTypes?.values.contains(Coding.hevc) == true { return .heic }
            throw .unsupported("HEIF with a derived picture of neither HEVC nor AV1 is not read")
        default: throw .unsupported("HEIF with pictures other than HEVC and AV1 is not read")
        }
    }

    private enum Coding {
        static let av1 = fourCC("av01")
        static let hevc = fourCC("hvc1")
        static let grid = fourCC("grid")
        static let overlay = fourCC("iovl")
        static let identity = fourCC("iden")
    }
}

// The boxes, each with the section that specifies it.
extension HEIFMeta {
    /// 14496-12, 8.11.4
    package static func primaryItem(_ content: ByteSlice) throws(HeaderStop) -> UInt32 {
        var box = try content.fullBoxContent()
        return box.version == 0 ? UInt32(try box.rest.take(UInt16.self)) : try box.rest.take(UInt32.self)
    }

    /// 14496-12, 8.11.6
    static func itemTypes(in list: ISOBox, length: Int, _ window: ByteWindow) throws(HeaderStop) -> [UInt32: UInt32] {
        var head = try window.content(of: list, count: length).fullBoxContent()
        _ = head.version == 0 ? UInt32(try head.rest.take(UInt16.self)) : try head.rest.take(UInt32.self)
        let end = list.content + UInt64(length)
        var position = end - UInt64(head.rest.count)
        // The whole list is in memory, and so is each entry that does not overrun it.
        let entries = window.cut(at: end)
        var types: [UInt32: UInt32] = [:]
        while position < end {
            guard let entry = try? entries.box(at: position, within: end), let next = entry.end else {
                throw .corrupt("a HEIF box that overruns its parent")
            }
            position = next
            guard entry.type == BoxType.itemInfoEntry else { continue }
            var info = try entries.content(of: entry, count: Int(next - entry.content)).fullBoxContent()
            guard info.version >= 2 else { continue }  // versions 0 and 1 have no item types
            let id = info.version == 2 ? UInt32(try info.rest.take(UInt16.self)) : try info.rest.take(UInt32.self)
            _ = try info.rest.take(UInt16.self)  // protection
            let type = try info.rest.take(UInt32.self)
            types[id] = types[id] ?? type
        }
        return types
    }

    /// 23008-12, 6.5
    private static func property(_ box: ISOBox, length: Int, _ window: ByteWindow) throws(HeaderStop) -> ItemProperty {
        switch box.type {
        case BoxType.spatialExtents, BoxType.cleanAperture, BoxType.rotation, BoxType.mirror, BoxType.pixelInformation, BoxType.auxiliary:
            break
        default: return .other
        }
        // None of them needs more bytes.
        var content = try window.content(of: box, count: min(length, 64))
        switch box.type {
        case BoxType.spatialExtents:
            var extents = try content.fullBoxContent()
            let width = try extents.rest.take(UInt32.self)
            return .extents(PixelSize(width: Int(width), height: Int(try extents.rest.take(UInt32.self))))
        case BoxType.cleanAperture:
            let width = HEIFFraction(numerator: try content.take(UInt32.self), denominator: try content.take(UInt32.self))
            let height = HEIFFraction(numerator: try content.take(UInt32.self), denominator: try content.take(UInt32.self))
            return .transform(.crop(width, height))
        case BoxType.rotation: return .transform(.rotate(quarters: Int(try content.take(UInt8.self) & 3)))
        case BoxType.mirror: return .transform(try content.take(UInt8.self) & 1 == 0 ? .flipVertically : .flipHorizontally)
        case BoxType.pixelInformation:
            var channels = try content.fullBoxContent().rest
            let count = Int(try channels.take(UInt8.self))
            return count == 0 ? .other : .channels(count: count, depth: Int(try channels.take(UInt8.self)))
        case BoxType.auxiliary: return isAlpha(try content.fullBoxContent().rest) ? .alpha : .other
        default: return .other
        }
    }

    /// The names of transparency in MIAF and in HEIF (23000-22, 7.3.5; 23008-12, B.2.1).
    private static func isAlpha(_ kind: ByteSlice) -> Bool {
        kind.starts(with: "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0") || kind.starts(with: "urn:mpeg:hevc:2015:auxid:1\0")
    }

    /// The properties of one item, in the order in which they apply: that of its associations
    /// (23008-12, 9.3.3).
    private func propertyIndexes(of item: UInt32, in window: ByteWindow) throws(HeaderStop) -> [Int] {
        guard let associations, let length = associations.length else { return [] }
        let box = try window.content(of: associations, count: length)
        return try HEIFMeta.propertyIndexes(of: item, in: box).filter { $0 < properties.count }
    }

    /// The same from the content of the associations' box. Some may be behind the end of the properties.
    package static func propertyIndexes(of item: UInt32, in content: ByteSlice) throws(HeaderStop) -> [Int] {
        var box = try content.fullBoxContent()
        let isWide = box.flags & 1 != 0
        for _ in 0..<(try box.rest.take(UInt32.self)) {
            let id = box.version < 1 ? UInt32(try box.rest.take(UInt16.self)) : try box.rest.take(UInt32.self)
            let count = Int(try box.rest.take(UInt8.self))
            let indexes = try box.rest.take(count: count * (isWide ? 2 : 1))
            guard id == item else { continue }
            // The highest bit means "essential", and 0 means no property.
            return (0..<count).map { index in
                isWide
                    ? Int(indexes.integer(UInt16.self, at: index * 2, .big) & 0x7FFF)
                    : Int(indexes.integer(UInt8.self, at: index, .big) & 0x7F)
            }.filter { $0 > 0 }.map { $0 - 1 }
        }
        return []
    }

    /// The first picture that a derived one is made of, from the content of the box of references (14496-12, 8.11.12).
    package static func firstInput(of item: UInt32, in content: ByteSlice) throws(HeaderStop) -> UInt32? {
        var box = try content.fullBoxContent()
        while let length = try? box.rest.take(UInt32.self), length >= 8, var reference = try? box.rest.take(count: Int(length) - 4) {
            guard try reference.take(UInt32.self) == fourCC("dimg") else { continue }
            func id() throws(HeaderStop) -> UInt32 {
                box.version == 0 ? UInt32(try reference.take(UInt16.self)) : try reference.take(UInt32.self)
            }
            guard try id() == item, try reference.take(UInt16.self) > 0 else { continue }
            return try id()
        }
        return nil
    }
}

extension ByteSlice {
    /// A full box starts with a version and flags.
    func fullBoxContent() throws(HeaderStop) -> (version: UInt8, flags: UInt32, rest: ByteSlice) {
        var rest = self
        let word = try rest.take(UInt32.self)
        return (UInt8(word >> 24), word & 0xFF_FFFF, rest)
    }

    mutating func take<Integer: FixedWidthInteger>(_ type: Integer.Type) throws(HeaderStop) -> Integer {
        try take(count: MemoryLayout<Integer>.size).integer(type, at: 0, .big)
    }

    mutating func take(count length: Int) throws(HeaderStop) -> ByteSlice {
        guard length <= count else { throw .corrupt("a HEIF box that overruns its parent") }
        defer { self = self[length..<count] }
        return self[0..<length]
    }
}

/// The size and orientation of a HEIF item after its transformative properties, each of which applies to
/// the result of the one before (ISO/IEC 23008-12, 6.5).
struct HEIFView {
    private(set) var size: PixelSize
    private var isMirrored = false
    private var quarters = 0

    init(size: PixelSize) { self.size = size }

    mutating func apply(_ transform: HEIFTransform) throws(HeaderStop) {
        switch transform {
        case .crop(let width, let height):
            guard let width = width.rounded, let height = height.rounded,
                (1...max(1, size.width)).contains(width), (1...max(1, size.height)).contains(height)
            else { throw .corrupt("a HEIF clean aperture (clap) that does not fit its picture") }
            size = PixelSize(width: width, height: height)
        case .rotate(let turn):
            quarters = (quarters + turn) % 4
            if turn % 2 == 1 { size = PixelSize(width: size.height, height: size.width) }
        case .flipHorizontally: mirror(adding: 0)
        case .flipVertically: mirror(adding: 2)
        }
    }

    /// Mirrors horizontally and then adds quarter turns. Mirroring reverses the direction of earlier turns.
    private mutating func mirror(adding turns: Int) {
        isMirrored.toggle()
        quarters = (4 - quarters + turns) % 4
    }

    /// The Exif orientation with the same effect.
    var orientation: Orientation {
        switch (isMirrored, quarters) {
        case (false, 1): .left
        case (false, 2): .down
        case (false, 3): .right
        case (true, 0): .upMirrored
        case (true, 1): .leftMirrored
        case (true, 2): .downMirrored
        case (true, 3): .rightMirrored
        default: .up
        }
    }
}

enum HEIFTransform {
    case crop(HEIFFraction, HEIFFraction)
    /// Quarter turns anti-clockwise.
    case rotate(quarters: Int)
    case flipHorizontally
    case flipVertically
}

/// A side of a clean aperture (ISO/IEC 14496-12, 12.1.4).
struct HEIFFraction {
    let numerator: UInt32
    let denominator: UInt32

    /// Rounded to whole pixels, halves up, as in libheif.
    var rounded: Int? {
        guard denominator > 0 else { return nil }
        return (Int(numerator) + Int(denominator) / 2) / Int(denominator)
    }
}

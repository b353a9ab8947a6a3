extension ImageFormat {
    /// Icons of Apple.
    public static let icns = ImageFormat(code: 20)
}

extension FormatRow {
    static let icns = FormatRow(
        .icns, "icns", mime: "image/icns", endings: ["icns"], viewers: Viewers(ios: 0),
        // The file's length is below 2 GB, so its first byte is no letter of a text that begins with the name.
        signatures: [Signature([0x69, 0x63, 0x6E, 0x73, 0])], makeReader: { ICNSReader() })
}

/// ICNS: the largest icon. The type of an icon shows its size. A list of all icons may stand before them, which spares a jump to each.
final class ICNSReader: FormatReader {
    private var fileEnd: UInt64?
    /// The next element.
    private var position: UInt64 = 0
    private var largest = 0

    func begin() {
        fileEnd = nil
        position = 8
        largest = 0
    }

    func read(_ window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        let end: UInt64
        if let fileEnd {
            end = fileEnd
        } else {
            end = UInt64(try window.slice(at: 4, count: 4).integer(UInt32.self, at: 0, .big))
            fileEnd = end
        }
        while position < end, largest < Self.largestSide {
            let element = try window.slice(at: position, count: 8)
            let length = Int(element.integer(UInt32.self, at: 4, .big))
            guard length >= 8 else { throw .corrupt("an ICNS file with an icon of \(length) bytes") }
            if element.starts(with: "TOC ") {
                guard length <= Self.longestList else { throw .corrupt("an ICNS file with a list of \(length) bytes") }
                let list = try window.slice(at: position, count: length)
                for offset in stride(from: 8, to: length - 7, by: 8) { largest = max(largest, Self.side(of: list, at: offset)) }
                if largest > 0 { break }
            }
            largest = max(largest, Self.side(of: element, at: 0))
            position += UInt64(length)
        }
        guard largest > 0 else { throw .corrupt("an ICNS file without an icon") }
        return ImageHeader(
            format: .icns, stored: PixelSize(width: largest, height: largest), traits: PictureTraits(isAnimated: false))
    }

    private static let largestSide = 1024
    /// There are far fewer types of icons than this list holds.
    private static let longestList = 8192

    /// 0 for a mask and for what is no icon.
    private static func side(of bytes: ByteSlice, at offset: Int) -> Int {
        sides[bytes.integer(UInt32.self, at: offset, .big)] ?? 0
    }

    private static let sides: [UInt32: Int] = {
        let rows: [(side: Int, types: [StaticString])] = [
            (16, ["ics#", "ics4", "ics8", "is32", "icp4", "ic04"]), (18, ["icsb"]), (24, ["sb24"]),
            (32, ["ICON", "ICN#", "icl4", "icl8", "il32", "icp5", "ic05", "ic11"]), (36, ["icsB"]),
            (48, ["ich#", "ich4", "ich8", "ih32", "SB24"]), (64, ["icp6", "ic12"]), (128, ["it32", "ic07"]),
            (256, ["ic08", "ic13"]), (512, ["ic09", "ic14"]), (largestSide, ["ic10"]),
        ]
        return Dictionary(uniqueKeysWithValues: rows.flatMap { side, types in types.map { (fourCC($0), side) } })
    }()
}

import ImageHeaders
import WeirBase

/// The look of a placeholder: 8 by 8 colors in front of white. Two placeholders of one kind are compared by these.
package struct PlaceholderPreview: Sendable {
    private let colors: [SIMD3<Double>]

    private static let side = 8

    /// Nil if the text is no such placeholder.
    package init?(_ key: Placeholders.Key, _ text: String) {
        switch key {
        case .thumbhash:
            guard let hash = base64Decoded(Array(text.utf8)).flatMap({ ThumbHashReading($0) }) else { return nil }
            self.init(hash.color)
        case .blurhash:
            guard let hash = BlurHashReading(text) else { return nil }
            self.init(hash.color)
        case .dominantColor, .meanColor:
            guard let color = AverageColors.number(text) else { return nil }
            self.init { _, _ in SIMD3(Double(color >> 16), Double(color >> 8 & 255), Double(color & 255)) / 255 }
        case .phash, .content, .source, .range: return nil
        case .blurDataURL:
            guard let picture = Self.picture(text)?.onWhite else { return nil }
            let (width, height) = (picture.size.width, picture.size.height)
            self.init { x, y in
                let start = 4 * (Int(y * Double(height)) * width + Int(x * Double(width)))
                return SIMD3(Double(picture.pixels[start]), Double(picture.pixels[start + 1]), Double(picture.pixels[start + 2])) / 255
            }
        }
    }

    /// `color` is called with coordinates between 0 and 1.
    private init(_ color: (Double, Double) -> SIMD3<Double>) {
        colors = (0..<Self.side * Self.side).map {
            color((Double($0 % Self.side) + 0.5) / Double(Self.side), (Double($0 / Self.side) + 0.5) / Double(Self.side))
        }
    }

    private static func picture(_ url: String) -> SmallPicture? {
        guard case .success(let bytes)? = Array(url.utf8).withUnsafeBufferPointer({ isDataURL($0) ? dataURLContent($0) : nil }) else {
            return nil
        }
        let picture = HeldPicture(bytes: bytes)
        // A manifest may be hostile, and a picture of these formats may take any time.
        guard let header = picture.header, !header.format.isDecodedSeparately else { return nil }
        var reader = SmallPictureReader()
        return try? reader.smallPicture(of: picture, header: header)
    }

    /// The mean distance of red, green and blue, from 0 to 255.
    package func distance(to other: PlaceholderPreview) -> Double {
        let sum = zip(colors, other.colors).reduce(SIMD3<Double>.zero) { sum, pair in
            let difference = pair.0 - pair.1
            return sum + difference.replacing(with: -difference, where: difference .< 0)
        }
        return sum.sum() * 255 / Double(3 * colors.count)
    }
}

extension Placeholders.Key {
    /// The form of a text under this key.
    package var form: StaticString {
        switch self {
        case .thumbhash: "a ThumbHash in base64"
        case .blurhash: "a BlurHash"
        case .dominantColor, .meanColor: "a color such as #a0b1c2"
        case .blurDataURL: "the data: URL of an image"
        case .phash: "16 hexadecimal digits"
        case .content: "blank, transparent or cut"
        case .source: "a term of IPTC for generated pictures, which may have c2pa: before it"
        case .range: "hdr or gainMap"
        }
    }

    /// Whether a text has the form. The picture in a `data:` URL is not decoded.
    package func allows(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        switch self {
        case .thumbhash: base64Decoded(Array(text)).flatMap { ThumbHashReading($0) } != nil
        case .blurhash: BlurHashReading(String(decoding: text, as: UTF8.self)) != nil
        case .dominantColor, .meanColor: AverageColors.number(String(decoding: text, as: UTF8.self)) != nil
        case .blurDataURL:
            text.starts(with: "data:image/".utf8) && ((try? dataURLContent(text).get()).map { !$0.isEmpty } ?? false)
        case .phash: PerceptualHash(String(decoding: text, as: UTF8.self)) != nil
        case .content: EmptyContent(rawValue: String(decoding: text, as: UTF8.self)) != nil
        case .source: DigitalSource(String(decoding: text, as: UTF8.self)) != nil
        case .range: DynamicRange(rawValue: String(decoding: text, as: UTF8.self)) != nil
        }
    }
}

extension AverageColors {
    /// The number of a color as `#rrggbb`; nil for other texts.
    fileprivate static func number(_ text: String) -> UInt32? {
        guard text.utf8.count == 7, text.utf8.first == UInt8(ascii: "#"), text.utf8.dropFirst().first != UInt8(ascii: "+") else {
            return nil
        }
        return UInt32(text.dropFirst(), radix: 16)
    }
}

/// A picture in memory.
private struct HeldPicture: PictureBytes {
    let bytes: [UInt8]

    var count: UInt64 { UInt64(bytes.count) }

    /// A placeholder is so short that its header is read at once.
    var header: ImageHeader? {
        var reader = ImageHeaderReader(limits: HeaderLimits())
        reader.begin()
        var start = 0
        while true {
            let reading = bytes.withUnsafeBytes {
                reader.read(UnsafeRawBufferPointer(rebasing: $0[start...]), at: UInt64(start), isEnd: true)
            }
            switch reading {
            case .found(let header): return header
            case .failed: return nil
            case .needs(let request):
                guard request.offset <= UInt64(bytes.count) else { return nil }
                start = Int(request.offset)
            }
        }
    }

    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let start = Int(min(offset, count))
        let part = bytes[start..<min(bytes.count, start + buffer.count)]
        buffer.copyBytes(from: part)
        return part.count
    }
}

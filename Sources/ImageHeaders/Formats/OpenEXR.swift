import WeirBase

extension ImageFormat {
    /// OpenEXR.
    public static let exr = ImageFormat(code: 21)
}

extension FormatRow {
    static let exr = FormatRow(
        .exr, "exr", mime: "image/x-exr", endings: ["exr"], viewers: Viewers(ios: 0),
        signatures: [Signature([0x76, 0x2F, 0x31, 0x01])], makeReader: { EXRReader() })
}

/// OpenEXR: the attributes of the first part, up to both windows (OpenEXR File Layout). The display window is the picture. The
/// pixels that are stored fill the data window.
final class EXRReader: FormatReader {
    /// The next attribute.
    private var position: UInt64 = 0
    private var dataWindow: PixelSize?
    private var displayWindow: PixelSize?
    private var traits = PictureTraits(isAnimated: false)

    /// A name, a type, a zero behind each, and a length.
    private static let shortestAttribute = 8
    /// A name has at most 255 bytes.
    private static let longestName = 255
    /// Layers with hundreds of channels exist. Beyond this, traits are not worth the bytes.
    private static let longestChannels = 4096

    func begin() {
        position = 8
        dataWindow = nil
        displayWindow = nil
        traits = PictureTraits(isAnimated: false)
    }

    func read(_ window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        while true {
            let attribute = try attribute(in: window)
            if attribute.name == "channels", attribute.length <= Self.longestChannels {
                traits = Self.traits(channels: try content(of: attribute, in: window))
            } else if attribute.name == "dataWindow" {
                dataWindow = try side(of: attribute, in: window)
            } else if attribute.name == "displayWindow" {
                displayWindow = try side(of: attribute, in: window)
            }
            if let dataWindow, let displayWindow {
                return ImageHeader(
                    format: .exr, displayed: displayWindow, stored: dataWindow, orientation: .up, traits: traits)
            }
            position += UInt64(attribute.head + attribute.length)
        }
    }

    private struct Attribute {
        let name: String
        /// The bytes of name, type and length.
        let head: Int
        let length: Int
    }

    /// The attribute at the position. The requests of its parts begin there, too.
    private func attribute(in window: ByteWindow) throws(HeaderStop) -> Attribute {
        let bytes = try window.tail(from: position, atLeast: Self.shortestAttribute)
        guard bytes[0] != 0 else { throw .corrupt("an OpenEXR file without its windows") }
        let name = try text(in: bytes, from: 0)
        let type = try text(in: bytes, from: name.count + 1)
        let head = name.count + 1 + type.count + 1 + 4
        let length = try window.slice(at: position, count: head).integer(Int32.self, at: head - 4, .little)
        guard length >= 0 else { throw .corrupt("an OpenEXR attribute of \(length) bytes") }
        return Attribute(name: String(decoding: name, as: UTF8.self), head: head, length: Int(length))
    }

    /// The bytes up to a zero.
    private func text(in bytes: UnsafeRawBufferPointer, from start: Int) throws(HeaderStop) -> Slice<UnsafeRawBufferPointer> {
        let rest = bytes.dropFirst(start)
        let text = rest.prefix { $0 != 0 }
        guard text.count <= Self.longestName else { throw .corrupt("an OpenEXR attribute with a name of more than 255 bytes") }
        guard text.endIndex < bytes.endIndex else { throw .needs(ByteRequest(offset: position, count: 2 * bytes.count)) }
        return text
    }

    private func content(of attribute: Attribute, in window: ByteWindow) throws(HeaderStop) -> ByteSlice {
        try window.slice(at: position, count: attribute.head + attribute.length)[attribute.head..<attribute.head + attribute.length]
    }

    /// The size of a window: the positions of its first and its last pixel.
    private func side(of attribute: Attribute, in window: ByteWindow) throws(HeaderStop) -> PixelSize {
        guard attribute.length == 16 else { throw .corrupt("an OpenEXR window of \(attribute.length) bytes") }
        let corners = try content(of: attribute, in: window)
        func side(_ offset: Int) -> Int {
            Int(corners.integer(Int32.self, at: offset + 8, .little)) - Int(corners.integer(Int32.self, at: offset, .little)) + 1
        }
        return PixelSize(width: side(0), height: side(4))
    }

    /// The list of channels: each has a name, then 16 bytes that begin with the kind of its numbers.
    private static func traits(channels: ByteSlice) -> PictureTraits {
        var names: Set<String> = []
        var depth: Int?
        var rest = channels.base[...]
        while let first = rest.first, first != 0 {
            let name = rest.prefix { $0 != 0 }
            rest = rest[name.endIndex...].dropFirst()
            guard let kind = rest.first, rest.count >= 16 else { break }
            depth = depth ?? (kind == 1 ? 16 : 32)
            names.insert(String(decoding: name, as: UTF8.self))
            rest = rest.dropFirst(16)
        }
        let colors: ColorModel? = names.isSuperset(of: ["R", "G", "B"]) ? .rgb : names.contains("Y") ? .gray : nil
        return PictureTraits(
            colors: names.isSuperset(of: ["Y", "RY", "BY"]) ? .rgb : colors, depth: depth, hasAlpha: names.contains("A"),
            isAnimated: false)
    }
}

/// A format of pictures. Its row in a `FormatTable` has all that is known of it.
public struct ImageFormat: Hashable, Sendable {
    /// The number in journals, which never changes.
    package let code: UInt8

    package init(code: UInt8) { self.code = code }
}

extension ImageFormat: CaseIterable {
    /// All supported formats.
    public static var allCases: [ImageFormat] { FormatTable.standard.rows.map(\.format) }

    /// The format with a name in reports; nil if there is none.
    public init?(rawValue: String) {
        let rows = FormatTable.standard.rows
        guard let index = rows.firstIndex(where: { $0.name.withUTF8Buffer { $0.elementsEqual(rawValue.utf8) } }) else { return nil }
        self = rows[index].format
    }

    /// The format with a number in journals; nil if there is none.
    package init?(knownCode code: UInt8) {
        self.init(code: code)
        guard FormatTable.standard[self] != nil else { return nil }
    }

    /// The name of the format in reports.
    public var rawValue: String { word.description }
    /// The name, as a text that costs no allocation.
    public var word: StaticString { FormatTable.standard[self]?.name ?? "unknown" }
    /// The media type that servers send (IANA), or the usual one.
    public var mime: StaticString { FormatTable.standard[self]?.mime ?? "application/octet-stream" }
}

/// A row of the table of formats: what is known of one, and how its header is read. It stands at the top of the format's file.
package struct FormatRow: Sendable {
    package let format: ImageFormat
    package let name: StaticString
    package let mime: StaticString
    /// The endings of files' names, in lower case.
    package let endings: [StaticString]
    package let viewers: Viewers
    /// How Pixels decodes or checks the rest; nil if only the header is read.
    package let pixels: PixelCoding?
    /// A file that begins with one of these is of this format.
    let signatures: [Signature]
    /// Whether the first kilobyte can be the beginning of such a file, for a format whose beginning has no fixed bytes.
    let looksRight: (@Sendable (UnsafeRawBufferPointer) -> Bool)?
    /// How many bytes the reader must see at once, unless the file is shorter.
    let firstBytes: Int
    let makeReader: @Sendable () -> any FormatReader

    /// A format whose reader keeps its progress.
    init(
        _ format: ImageFormat, _ name: StaticString, mime: StaticString, endings: [StaticString], viewers: Viewers,
        pixels: PixelCoding? = nil, signatures: [Signature], looksRight: (@Sendable (UnsafeRawBufferPointer) -> Bool)? = nil,
        firstBytes: Int = 0, makeReader: @escaping @Sendable () -> any FormatReader
    ) {
        (self.format, self.name, self.mime, self.endings) = (format, name, mime, endings)
        (self.viewers, self.pixels, self.signatures, self.looksRight) = (viewers, pixels, signatures, looksRight)
        (self.firstBytes, self.makeReader) = (firstBytes, makeReader)
    }

    /// A format whose header is read from the beginning of the file each time that more bytes come.
    package init(
        _ format: ImageFormat, _ name: StaticString, mime: StaticString, endings: [StaticString], viewers: Viewers,
        pixels: PixelCoding? = nil, signatures: [Signature], looksRight: (@Sendable (UnsafeRawBufferPointer) -> Bool)? = nil,
        firstBytes: Int = 0, read: @escaping @Sendable (ByteWindow) throws(HeaderStop) -> ImageHeader
    ) {
        self.init(
            format, name, mime: mime, endings: endings, viewers: viewers, pixels: pixels, signatures: signatures,
            looksRight: looksRight, firstBytes: firstBytes, makeReader: { StatelessReader(header: read) })
    }
}

/// Which programs show a format's still pictures.
package struct Viewers: Sendable {
    /// The first version that does, by the program's name; 0 if all do, infinity if none does. A program of which that is not known is
    /// missing. Versions of iOS and Android are those of Apple's and Android's documentation, those of browsers stand in docs/formats.md.
    package let firstVersions: [String: Double]

    package init(
        ios: Double = .infinity, android: Double = .infinity, chrome: Double? = nil, firefox: Double? = nil, safari: Double? = nil
    ) {
        let versions = ["iOS": ios, "Android": android, "Chrome": chrome, "Firefox": firefox, "Safari": safari]
        firstVersions = versions.compactMapValues(\.self)
    }

    static let all = Viewers(ios: 0, android: 0, chrome: 1, firefox: 1, safari: 1)
    package static let none = Viewers()
}

/// The ways in which Pixels decodes pictures or checks their parts.
package enum PixelCoding: Sendable {
    case jpeg, png, webp, gif, bmp, tiff, heif, ico, svg, jxl, jp2, qoi
}

/// Reads a format without keeping anything between two pushes.
private final class StatelessReader: FormatReader {
    private let header: @Sendable (ByteWindow) throws(HeaderStop) -> ImageHeader

    init(header: @escaping @Sendable (ByteWindow) throws(HeaderStop) -> ImageHeader) { self.header = header }

    func begin() {}

    func read(_ window: ByteWindow) throws(HeaderStop) -> ImageHeader { try header(window) }
}

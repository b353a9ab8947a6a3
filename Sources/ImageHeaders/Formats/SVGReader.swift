import Base
import CExpat

extension ImageFormat {
    /// SVG, also compressed.
    public static let svg = ImageFormat(code: 9)
}

extension FormatRow {
    static let svg = FormatRow(
        .svg, "svg", mime: "image/svg+xml", endings: ["svg", "svgz"], viewers: Viewers(browsers: true), pixels: .svg,
        // XML in UTF-8 and UTF-16 behind a byte order mark, and compressed.
        signatures: [
            Signature([0xEF, 0xBB, 0xBF, 0x3C]), Signature([0xFF, 0xFE, 0x3C, 0]), Signature([0xFE, 0xFF, 0, 0x3C]), Signature([0x1F, 0x8B, 8]),
        ],
        looksRight: NonPictureContent.looksLikeMarkup,
        // The reader names another document than an SVG after its sample.
        firstBytes: NonPictureContent.sampleLength, makeReader: { SVGReader() })
}

/// SVG: expat reads the start tag of the root element, and nothing behind it. A `.svgz` is decompressed up to there.
final class SVGReader: FormatReader {
    private let root: OpaquePointer?
    private var gzip: GzipReader?
    /// The number of XML bytes that expat got.
    private var count = 0
    /// The failure of a document with another root element.
    private var otherContent = Failure(.notAnImage)
    /// Whether the document looks like an SVG, so that broken XML is a broken picture.
    private var looksRight = false

    /// Prologues are shorter, whatever licences and declarations they have.
    private static let mostBytes = 1 << 16

    init() { root = CExpatRoot_create() }
    deinit { CExpatRoot_destroy(root) }

    func begin() {
        if let root { CExpatRoot_begin(root) }
        gzip = nil
        count = 0
    }

    func read(_ window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        guard let root else { throw SVGReader.noMemory }
        if window.offset == 0 {
            otherContent = NonPictureContent.failure(for: window.bytes)
            looksRight = NonPictureContent.looksLikeSVG(window.bytes)
            if GzipReader.recognises(window.bytes) { gzip = GzipReader() }
        }
        switch try push(window.bytes, to: root) {
        case CEXPATROOT_MORE where count < SVGReader.mostBytes:
            throw .needs(ByteRequest(offset: window.end, count: 1))
        case CEXPATROOT_FOUND:
            guard String(cString: CExpatRoot_name(root)) == SVGReader.namespace + " svg" else { throw otherRoot(root) }
            let measure = try SVGMeasure(attribute: { name in CExpatRoot_attribute(root, name).map { String(cString: $0) } })
            return ImageHeader(format: .svg, stored: measure.size, traits: PictureTraits(isSizedByViewBox: measure.isRatio))
        case CEXPATROOT_NO_MEMORY: throw SVGReader.noMemory
        case CEXPATROOT_MORE where looksRight:
            throw .failed(Failure(.tooLarge, "the root element stands behind more than \(SVGReader.mostBytes) bytes"))
        case CEXPATROOT_BROKEN where looksRight:
            throw .corrupt("expat: " + String(cString: CExpatRoot_message(root)))
        default: throw .failed(otherContent)
        }
    }

    private func push(_ bytes: UnsafeRawBufferPointer, to root: OpaquePointer) throws(HeaderStop) -> CExpatRoot_status {
        guard gzip != nil else { return pushXML(bytes, to: root) }
        var rest = bytes
        var xml = ByteBuffer()
        do throws(GzipFailure) {
            _ = try gzip?.read(&rest, atMost: SVGReader.mostBytes - count, to: &xml)
        } catch {
            throw .failed(otherContent)
        }
        return xml.withBytes { pushXML(UnsafeRawBufferPointer($0), to: root) }
    }

    private func pushXML(_ bytes: UnsafeRawBufferPointer, to root: OpaquePointer) -> CExpatRoot_status {
        let part = bytes.prefix(SVGReader.mostBytes - count)
        count += part.count
        return CExpatRoot_push(root, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), part.count)
    }

    /// Browsers show nothing of an `svg` element that is in no namespace or in another one. Some apps do.
    private func otherRoot(_ root: OpaquePointer) -> HeaderStop {
        let name = String(cString: CExpatRoot_name(root))
        guard name == "svg" || name.hasSuffix(" svg") else { return .failed(otherContent) }
        return .corrupt("an SVG whose root is not in the namespace \(SVGReader.namespace)")
    }

    private static let namespace = "http://www.w3.org/2000/svg"
    private static let noMemory = HeaderStop.failed(Failure(.unreadable, "out of memory in expat"))
}

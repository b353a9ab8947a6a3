import ImageHeaders
import TestSupport
import Testing
import WeirBase

@testable import Pixels

/// The source of a picture is found in its XMP, in every form of XML and in every format, and only there.
@Suite struct DigitalSourceTests {
    private static let term = "http://cv.iptc.org/newscodes/digitalsourcetype/"

    private static func found(_ text: String, at offset: Int = 100, of count: Int = 5000) throws -> DigitalSource.Term? {
        var bytes = [UInt8](repeating: 0x3A, count: count)
        bytes.replaceSubrange(offset..<offset + text.utf8.count, with: Array(text.utf8))
        return try DigitalSource(of: ArrayBytes(bytes: bytes), .jpeg)?.term
    }

    @Test(
        arguments: [
            (#"<rdf:Description Iptc4xmpExt:DigitalSourceType="\#(term)trainedAlgorithmicMedia"/>"#, .trainedAlgorithmicMedia),
            (#"<x Iptc4xmpExt:DigitalSourceType='TrainedAlgorithmicMedia'/>"#, .trainedAlgorithmicMedia),
            (#"<Iptc4xmpExt:DigitalSourceType>\#(term)compositeSynthetic</Iptc4xmpExt:DigitalSourceType>"#, .compositeSynthetic),
            (#"<Iptc4xmpExt:DigitalSourceType rdf:resource="\#(term)algorithmicMedia"/>"#, .algorithmicMedia),
            (
                "<e:DigitalSourceType>\n  \(term)compositeWithTrainedAlgorithmicMedia\n</e:DigitalSourceType>",
                .compositeWithTrainedAlgorithmicMedia
            ),
            (#"<a e:DigitalSourceType="\#(term)digitalCapture"/><a e:DigitalSourceType="\#(term)algorithmicMedia"/>"#, .algorithmicMedia),
            (#"<e:DigitalSourceType></e:DigitalSourceType>"#, nil),
            (#"<a e:DigitalSourceType="\#(term)digitalCapture"/>"#, nil),
            (#"<a e:DigitalSourceType=""/>"#, nil),
            (#"<a e:DigitalSourceType="/"/>"#, nil),
            (#"<dc:title>trainedAlgorithmicMedia</dc:title>"#, nil),
            (#"<a e:DigitalSourceType"#, nil),
        ] as [(String, DigitalSource.Term?)])
    func forms(text: String, source: DigitalSource.Term?) throws { #expect(try Self.found(text) == source) }

    /// The first and the last megabyte are searched.
    @Test func offsets() throws {
        let text = #":DigitalSourceType="\#(Self.term)compositeWithTrainedAlgorithmicMedia""#
        let (megabyte, length) = (1 << 20, text.utf8.count)
        for (offset, count, isFound) in [
            (0, length, true), (megabyte - length, 5 * megabyte, true), (megabyte, 5 * megabyte, false), (4 * megabyte, 5 * megabyte, true),
            (4 * megabyte - length, 5 * megabyte, false), (megabyte - 1, 2 * megabyte - 9, true),
        ] {
            #expect(try (Self.found(text, at: offset, of: count) != nil) == isFound, "\(offset) of \(count)")
        }
    }

    /// Pixels that nobody can decode do not hide the source.
    @Test func withoutPixels() throws {
        let bytes = Bytes("P7 not a picture") + #"<a e:DigitalSourceType="algorithmicMedia"/>"#
        let header = ImageHeader(
            format: .tiff, displayed: PixelSize(width: 9, height: 9), stored: PixelSize(width: 9, height: 9), orientation: .up)
        var reader = SmallPictureReader()
        var made = Placeholders()
        #expect(throws: Failure.self) {
            try made.add([.source, .color], of: ArrayBytes(bytes: bytes.all), header: header, &reader)
        }
        #expect(made == Placeholders([.source], [.source: "algorithmicMedia"]))
    }

    /// Only the first frame of an animation is decoded, so nobody knows whether all of it is empty.
    @Test(arguments: [(["44"], "blank"), (["44", "4c"], nil), (["4c"], "blank"), (["44", "44", "4c"], nil)])
    func animations(frames: [String], content: String?) throws {
        var bytes: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 255, 255, 0, 0, 0]
        for frame in frames {
            bytes += [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, try #require(UInt8(frame, radix: 16)), 1, 0]
        }
        bytes.append(0x3B)
        var reader = SmallPictureReader()
        var made = Placeholders()
        try made.add([.content], of: ArrayBytes(bytes: bytes), header: ImageHeader(of: bytes), &reader)
        #expect(made[.content] == content && made.kinds == [.content])
    }
}

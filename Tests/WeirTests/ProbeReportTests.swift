import Foundation
import ImageHeaders
import TestSupport
import Testing
import WeirBase
import WeirSystem

@testable import weir

/// The output for one picture, byte by byte.
@Suite struct ProbeReportTests {
    private static let upright = header(.png, 4000, 3000, .up)
    private static let turned = header(.jpeg, 4000, 3000, .right)
    private static let mirrored = header(.webp, 7, 9, .upMirrored)
    /// A clean aperture: the picture is upright, but smaller than its stored pixels.
    private static let cropped = ImageHeader(
        format: .avif, displayed: PixelSize(width: 1, height: 2), stored: PixelSize(width: 3, height: 4), orientation: .up)

    private static func header(_ format: ImageFormat, _ width: Int, _ height: Int, _ orientation: Orientation) -> ImageHeader {
        let stored = PixelSize(width: width, height: height)
        let displayed = orientation.swapsSides ? PixelSize(width: height, height: width) : stored
        return ImageHeader(format: format, displayed: displayed, stored: stored, orientation: orientation)
    }

    private static func line(_ report: ProbeReport, _ result: Result<ImageHeader, Failure>, _ path: Bytes = "a") -> [UInt8] {
        var output = ByteBuffer()
        path.all.withUnsafeBufferPointer { report.append(result, path: $0, to: &output) }
        return output.bytes
    }

    @Test(arguments: [
        (ProbeReport.text, upright, "a: 4000x3000 png\n"),
        (.text, turned, "a: 3000x4000 jpeg, stored 4000x3000, orientation 6\n"),
        (.text, mirrored, "a: 7x9 webp, stored 7x9, orientation 2\n"),
        (.text, cropped, "a: 1x2 avif, stored 3x4, orientation 1\n"),
        (.tsv, upright, "4000\t3000\t4000\t3000\t1\tpng\ta\n"),
        (.tsv, turned, "3000\t4000\t4000\t3000\t6\tjpeg\ta\n"),
        (.tsv, cropped, "1\t2\t3\t4\t1\tavif\ta\n"),
        (
            .json, upright,
            #"{"w":4000,"h":3000,"stored_w":4000,"stored_h":3000,"orientation":1,"format":"png","mime":"image/png","path":"a"}"#
        ),
        (.json, mirrored, #"{"w":7,"h":9,"stored_w":7,"stored_h":9,"orientation":2,"format":"webp","mime":"image/webp","path":"a"}"#),
        (
            .jsonl, turned,
            #"{"w":3000,"h":4000,"stored_w":4000,"stored_h":3000,"orientation":6,"format":"jpeg","mime":"image/jpeg","path":"a"}"# + "\n"
        ),
        (
            .jsonl, cropped,
            #"{"w":1,"h":2,"stored_w":3,"stored_h":4,"orientation":1,"format":"avif","mime":"image/avif","path":"a"}"# + "\n"
        ),
    ])
    func headers(report: ProbeReport, header: ImageHeader, expected: String) {
        #expect(String(decoding: ProbeReportTests.line(report, .success(header)), as: UTF8.self) == expected)
    }

    /// Every code, with its sentence.
    @Test(arguments: Failure.Code.allCases)
    func failures(code: Failure.Code) {
        let lines = ProbeReport.allCases.map {
            String(decoding: ProbeReportTests.line($0, .failure(Failure(code))), as: UTF8.self)
        }
        let object = #"{"error":"\#(code.rawValue)","message":"\#(code.sentence)","path":"a"}"#
        #expect(
            lines == [
                "a: error: \(code.rawValue): \(code.sentence)\n", "-\t-\t-\t-\t-\terror:\(code.rawValue)\ta\n", object, object + "\n",
            ])
    }

    @Test func messagesOfTheirOwn() {
        let failure = Failure(.unreadable, #"he said "no\yes""#)
        #expect(
            String(decoding: ProbeReportTests.line(.json, .failure(failure)), as: UTF8.self)
                == #"{"error":"unreadable","message":"he said \"no\\yes\"","path":"a"}"#)
    }

    @Test(arguments: [
        (ProbeReport.text, "", "", ""), (.tsv, "", "", ""), (.json, "[\n", ",\n", "\n]\n"), (.jsonl, "", "", ""),
    ])
    func surroundings(report: ProbeReport, opening: String, separator: String, closing: String) {
        #expect(String(report.opening) == opening)
        #expect(String(report.separator) == separator)
        #expect(String(report.closing) == closing)
    }

    /// The form of names in lines and in JSON.
    @Test(
        arguments: [
            ("plain.png", "plain.png", #""plain.png""#),
            ("", "", #""""#),
            ("a b", "a b", #""a b""#),
            ("\0", #"\x00"#, #""\u0000""#),
            ("\u{1}\u{8}\u{B}\u{C}\u{1B}\u{1F}", #"\x01\x08\x0b\x0c\x1b\x1f"#, #""\u0001\u0008\u000b\u000c\u001b\u001f""#),
            ("\t\n\r", #"\t\n\r"#, #""\t\n\r""#),
            ("\u{7F}", #"\x7f"#, #""\u007f""#),
            (#""'/"#, #""'/"#, #""\"'/""#),
            (#"\"#, #"\\"#, #""\\""#),
            (#"\n"#, #"\\n"#, #""\\n""#),
            ("\u{2028}\u{2029}", #"\xe2\x80\xa8\xe2\x80\xa9"#, #""\u2028\u2029""#),
            ("\u{9B}\u{202E}", #"\xc2\x9b\xe2\x80\xae"#, #""\u009b\u202e""#),
            ("é猫🐈\u{FFFD}\u{10FFFF}", "é猫🐈\u{FFFD}" + #"\xf4\x8f\xbf\xbf"#, "\"é猫🐈\u{FFFD}\\udbff\\udfff\""),
            ([0x61, 0xFF], [0x61, 0xFF], "\"a\u{FFFD}\",\"path_hex\":\"61ff\""),
            ([0xC3], [0xC3], "\"\u{FFFD}\",\"path_hex\":\"c3\""),
            ([0xE9, 0x0A, 0x22], [0xE9, 0x5C, 0x6E, 0x22], "\"\u{FFFD}\\n\\\"\",\"path_hex\":\"e90a22\""),
            // An overlong slash and half a surrogate pair are not UTF-8.
            ([0xC0, 0xAF], [0xC0, 0xAF], "\"\u{FFFD}\u{FFFD}\",\"path_hex\":\"c0af\""),
            ([0xED, 0xA0, 0x80], [0xED, 0xA0, 0x80], "\"\u{FFFD}\u{FFFD}\u{FFFD}\",\"path_hex\":\"eda080\""),
        ] as [(Bytes, Bytes, Bytes)])
    func names(path: Bytes, shown: Bytes, json: Bytes) {
        let failure = Failure(.empty, "m")
        #expect(Bytes(ProbeReportTests.line(.text, .failure(failure), path)) == shown + ": error: empty: m\n")
        #expect(Bytes(ProbeReportTests.line(.tsv, .failure(failure), path)) == "-\t-\t-\t-\t-\terror:empty\t" + shown + "\n")
        #expect(Bytes(ProbeReportTests.line(.json, .failure(failure), path)) == #"{"error":"empty","message":"m","path":"# + json + "}")
    }

    /// A table keeps its lines and columns for any name, and JSON gives the name back.
    @Test func anyName() throws {
        var seed = Seed.announced(for: "names")
        for _ in 0..<2000 {
            // Bytes from all ranges of Unicode, which are valid UTF-8 now and then.
            let interesting: [UInt8] = [0x00, 0x09, 0x0A, 0x1B, 0x20, 0x22, 0x5C, 0x61, 0x7F, 0x80, 0xA0, 0xBF, 0xC3, 0xE2, 0xF0, 0xFF]
            let path = Bytes((0..<Int.random(in: 0...8, using: &seed)).map { _ in interesting.randomElement(using: &seed)! })
            let row = ProbeReportTests.line(.tsv, .success(ProbeReportTests.upright), path)
            #expect(row.count { $0 == 0x0A } == 1 && row.count { $0 == 0x09 } == 6 && !row.contains(0x1B), "\(seed)")
            #expect(unescaped(row.split(separator: 0x09, omittingEmptySubsequences: false)[6].dropLast()) == path.all, "\(seed)")

            let data = Data(ProbeReportTests.line(.jsonl, .success(ProbeReportTests.upright), path))
            let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
            let name = try #require(object["path"] as? String)
            #expect(Array(name.utf8) == Array(String(decoding: path.all, as: UTF8.self).utf8), "\(seed)")
            #expect((object["path_hex"] == nil) == (Array(name.utf8) == path.all), "\(seed)")
        }
    }

    /// The name without its escapes in a line.
    private func unescaped(_ shown: ArraySlice<UInt8>) -> [UInt8] {
        var name: [UInt8] = []
        var rest = shown
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let letter = rest.popFirst() else {
                name.append(byte)
                continue
            }
            switch letter {
            case UInt8(ascii: "t"): name.append(0x09)
            case UInt8(ascii: "n"): name.append(0x0A)
            case UInt8(ascii: "r"): name.append(0x0D)
            case UInt8(ascii: "x"):
                name.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
                rest = rest.dropFirst(2)
            default: name.append(letter)
            }
        }
        return name
    }

    @Test(arguments: [0, 1, 9, 10, 99, 100, 65_535, 999_999_999, 1_000_000_000, Int.max - 1, .max, -1, -10, .min + 1, .min])
    func integers(number: Int) {
        let size = PixelSize(width: number, height: number)
        let header = ImageHeader(format: .gif, displayed: size, stored: size, orientation: .up)
        #expect(
            String(decoding: ProbeReportTests.line(.tsv, .success(header)), as: UTF8.self)
                == "\(number)\t\(number)\t\(number)\t\(number)\t1\tgif\ta\n")
    }

    /// A report appends its lines to the buffer.
    @Test func linesFollowEachOther() {
        var output = ByteBuffer()
        var expected: [UInt8] = []
        for number in 0..<1000 {
            let path = Bytes("picture \(number)")
            path.all.withUnsafeBufferPointer {
                ProbeReport.jsonl.append(.success(ProbeReportTests.turned), path: $0, to: &output)
            }
            expected += ProbeReportTests.line(.jsonl, .success(ProbeReportTests.turned), path)
        }
        #expect(output.bytes == expected)
    }
}

import ImageHeaders
import TestSupport
import Testing
import WeirBase

/// A format is one file and one row, here ToyFormat.swift.
@Suite struct FormatTableTests {
    private static let table = FormatTable(FormatTable.standard.rows + [.toy])

    private func read(_ bytes: Bytes, _ table: FormatTable) -> HeaderReading {
        var reader = ImageHeaderReader(formats: table)
        reader.begin()
        return bytes.all.withUnsafeBytes { reader.read($0, at: 0, isEnd: true) }
    }

    @Test func aNewFormat() throws {
        let picture = "TOY!" + Bytes([0, 3, 1, 0])
        let size = PixelSize(width: 3, height: 256)
        #expect(read(picture, Self.table) == .found(ImageHeader(format: .toy, displayed: size, stored: size, orientation: .up)))
        #expect(read("TOY!" + Bytes([0, 3]), Self.table) == .failed(Failure(.truncated, "the bytes end at 6, before the size")))
        guard case .failed(let failure) = read(picture, .standard) else { return #expect(Bool(false), "weir knows no toys") }
        #expect(failure.code == .notAnImage)
        let row = try #require(Self.table[.toy])
        #expect(
            "\(row.name) \(row.mime) \(row.endings)" == "toy image/x-toy [\"toy\"]" && row.viewers.firstVersions["Android"] == 99
                && row.pixels == nil)
        #expect(read(.jpeg(width: 30, height: 20), Self.table) == read(.jpeg(width: 30, height: 20), .standard))
    }

    /// docs/formats.md has the versions of browsers; its rows are `format, format | Chrome, Firefox, Safari | read on`.
    @Test func browsers() throws {
        let page = String(decoding: try Fixtures.bytes(of: Fixtures.root + "/docs/formats.md"), as: UTF8.self)
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasPrefix("| format | Chrome, Firefox, Safari |") }) + 2
        var documented: [String: [String]] = [:]
        for line in lines[start...].prefix(while: { $0.hasPrefix("|") }) {
            let cells = line.split(separator: "|").map { $0.filter { !" `".contains($0) }.split(separator: ",").map(String.init) }
            for name in cells[0] { documented[name] = cells[1] }
        }
        for row in FormatTable.standard.rows {
            let cells = ["Chrome", "Firefox", "Safari"].map { browser in
                row.viewers.firstVersions[browser].map { $0 == .infinity ? "none" : shortest($0) } ?? "unknown"
            }
            #expect(documented.removeValue(forKey: "\(row.name)") ?? ["unknown", "unknown", "unknown"] == cells, "\(row.name)")
        }
        #expect(documented.isEmpty)
    }

    /// The same page has the versions of phones; its rows are `system | format version, format version | read on`.
    @Test func phones() throws {
        let page = String(decoding: try Fixtures.bytes(of: Fixtures.root + "/docs/formats.md"), as: UTF8.self)
        var documented: Set<String> = []
        for row in page.split(separator: "\n") where row.hasPrefix("| iOS |") || row.hasPrefix("| Android |") {
            let cells = row.split(separator: "|").map { $0.filter { $0 != "`" } }
            for format in cells[1].split(separator: ",") {
                let words = format.split(separator: " ")
                documented.insert("\(cells[0]) \(words[0]) \(words[1])")
            }
        }
        // Browsers show it, and Android never did.
        let tiff = try #require(FormatTable.standard[.tiff])
        #expect(documented.remove(" Android  no tiff") != nil && tiff.viewers.firstVersions["Android"] == .infinity)
        let known = FormatTable.standard.rows.flatMap { row in
            row.viewers.firstVersions.filter { ["iOS", "Android"].contains($0.key) && $0.value > 0 && $0.value.isFinite }
                .map { " \($0.key)  \(row.name) \(shortest($0.value))" }
        }
        #expect(documented == Set(known))
    }

    /// Journals have these numbers.
    @Test func codes() {
        let names = [
            "png", "jpeg", "webp", "gif", "bmp", "tiff", "avif", "heic", "svg", "ico", "qoi", "pnm", "psd", "tga", "jxl", "jp2", "dds",
            "ktx",
            "vtf", "icns", "exr", "hdr", "farbfeld", "aseprite", "ilbm",
        ]
        #expect(ImageFormat.allCases.sorted { $0.code < $1.code }.map(\.rawValue) == names)
        #expect(ImageFormat.allCases.map(\.code).sorted() == Array(1...25))
    }
}

import ImageHeaders
import TestSupport
import Testing
import WeirBase

/// The sizes of pictures that other programs wrote.
@Suite struct TruthTests {
    @Test func fixturesAreThere() {
        #expect(Fixtures.made.count > 200, "run scripts/fixtures, or scripts/test, which does")
        for format in ImageFormat.allCases {
            #expect(Fixtures.made.contains { $0.header?.format == format }, "no fixture is \(format)")
        }
    }

    @Test(arguments: Feeding.allCases)
    func everyFixture(_ feeding: Feeding) throws {
        // One reader for all pictures, to find state that remains from one picture to the next.
        var reader = ImageHeaderReader()
        for fixture in Fixtures.made {
            let result = readHeader(of: try fixture.bytes()[...], feeding, with: &reader).result
            expect(result, isRightFor: fixture, feeding)
        }
    }

    /// No header costs much, whatever stands before it, unless it is in hundreds of small pieces.
    @Test func everyFixtureIsReadInPart() throws {
        for fixture in Fixtures.made where fixture.header != nil && !fixture.path.contains("comments-512") {
            let reading = readHeader(of: try fixture.bytes()[...], .blocks)
            #expect(reading.bytesPushed <= 64 << 10, "\(fixture)")
        }
    }

    private func expect(_ result: Result<ImageHeader, Failure>, isRightFor fixture: Fixture, _ feeding: Feeding) {
        switch (result, fixture.header) {
        case (.success(let header), let expected?):
            #expect(header.withoutTraits == expected, "\(fixture) \(feeding)")
        case (.success(let header), nil):
            Issue.record("\(fixture) \(feeding): must be refused, and is \(header)")
        case (.failure(let failure), _):
            #expect(fixture.failures.contains(failure.code.rawValue), "\(fixture) \(feeding): \(failure)")
        }
    }

    /// The colors that the encoder was reported to write.
    @Test(
        arguments: [
            ("pillow-l", .gray), ("cjpeg-grayscale", .gray), ("pillow-rgb", .rgb), ("cjpeg-rgb", .rgb), ("cjpeg-baseline", .rgb),
            ("pillow-cmyk", .cmyk), ("imagemagick-cmyk", .cmyk),
        ] as [(String, ColorModel)])
    func colors(name: String, colors: ColorModel) throws {
        let picture = try #require(Fixtures.made.first { $0.path == "jpeg/\(name).jpg" }).bytes()
        for feeding in Feeding.allCases {
            let header = try readHeader(of: picture[...], feeding).result.get()
            #expect(header.traits.colors == colors, "\(feeding)")
        }
    }

    /// Public pictures with known sizes.
    @Test(.needs(.corpora), arguments: [("exif-orientation", 18), ("pngsuite", 180)])
    func corpus(_ name: String, least: Int) throws {
        let folder = Fixtures.corpora + "/" + name
        let rows = Fixtures.table(folder + "/expected.tsv")
        #expect(rows.count >= least)
        for row in rows {
            let path = try #require(row["path"])
            let picture = try Fixtures.bytes(of: folder + "/" + path)
            for feeding in Feeding.allCases {
                let result = readHeader(of: picture[...], feeding).result
                switch result {
                case .success(let header):
                    #expect(row["status"] != "error", "\(path)")
                    #expect("\(header.displayed.width) \(header.displayed.height)" == "\(row["w"] ?? "") \(row["h"] ?? "")", "\(path)")
                    #expect("\(header.stored.width)x\(header.stored.height)" == row["stored"], "\(path)")
                    #expect(header.format.rawValue == row["format"]?.lowercased(), "\(path)")
                case .failure(let failure):
                    #expect(row["status"] != "ok", "\(path): \(failure)")
                }
            }
        }
    }
}

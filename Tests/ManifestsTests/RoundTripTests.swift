import Manifests
import TestSupport
import Testing

/// A written manifest is read, and written again as the same bytes.
@Suite struct RoundTripTests {
    @Test(arguments: ManifestFormat.documents, [false, true])
    func randomEntries(format: ManifestFormat, isGzip: Bool) throws {
        var seed = Seed.announced(for: "RoundTripTests.randomEntries")
        for count in [0, 1, 2, 17, 400] {
            try expectSame((0..<count).map { _ in .random(using: &seed) }, format, isGzip, "\(seed)")
        }
    }

    /// The manifest is longer than one read, one decompressed piece or one delivery.
    @Test(arguments: ManifestFormat.documents, [false, true])
    func manyEntries(format: ManifestFormat, isGzip: Bool) throws {
        try expectSame((1...8000).map { SampleEntry(width: $0, price: "\($0)") }, format, isGzip)
    }

    @Test(arguments: ManifestFormat.documents)
    func everyPrice(format: ManifestFormat) throws {
        let prices = SampleEntry.prices + ["\u{FEFF}169", String(repeating: "9", count: 10_000)]
        try expectSame(prices.map { SampleEntry(price: $0) }, format, false)
    }

    /// Unneeded keys are skipped.
    @Test(arguments: ManifestFormat.documents)
    func extras(format: ManifestFormat) throws {
        var seed = Seed.announced(for: "RoundTripTests.extras")
        let entries = (0..<100).map { _ in SampleEntry.randomWithExtras(using: &seed) }
        let read = try ManifestDocument(manifest(format, of: entries))
        #expect(read.broken == [], "\(seed)")
        #expect(read.samples.map(\.bytes) == entries.map(\.bytes), "\(seed)")
    }

    /// Python, which distinguishes true from 1, reads flags of property lists.
    @Test(arguments: [ManifestFormat.plist, .binaryPlist])
    func flags(format: ManifestFormat) throws {
        let entry = SampleEntry(
            extras: [
                .init(name: "alpha", value: .flag(true)), .init(name: "animated", value: .flag(false)),
                .init(name: "depth", value: .number(1)),
            ])
        let script =
            "import plistlib, sys; [entry] = plistlib.loads(sys.stdin.buffer.read()); print(entry['alpha'], entry['animated'], entry['depth'])"
        let outcome = try #require(Program.named("python3")).run(["-c", Bytes(script)], input: Bytes(manifest(format, of: [entry])))
        #expect(outcome.text == "True False 1\n")
    }

    private func expectSame(
        _ entries: [SampleEntry], _ format: ManifestFormat, _ isGzip: Bool, _ comment: Comment? = nil
    ) throws {
        let written = manifest(format, of: entries)
        let read = try ManifestDocument(isGzip ? gzip(written) : written)
        #expect(read.broken == [], comment)
        #expect(read.samples.map(\.bytes) == entries.map(\.bytes), comment)
        #expect(read.indexes == (0..<entries.count).map { Int32($0) }, comment)
        #expect(manifest(format, of: read.samples) == written, comment)
        if isGzip { #expect(gzip(manifest(format, of: read.samples)) == gzip(written), comment) }
    }
}

// docs/mirror.md: a whole site is mirrored over HTTP/1.1 and HTTP/2.
import Foundation
import TestSupport
import Testing

@Suite(.needs(.time)) struct IngestMirrorServerTests {
    @Test(arguments: [NginxConfiguration.Transport.http, .http2])
    func everySoundPicture(transport: NginxConfiguration.Transport) throws {
        let site = try TemporaryFolder()
        let mirror = try Mirroring()
        let formats = ["jpeg/cjpeg", "png/pillow", "webp/cwebp", "gif/", "avif/clap"]
        let pictures = Fixtures.made.filter { picture in
            picture.header != nil && formats.contains { picture.path.hasPrefix($0) }
        }
        try #require(pictures.count > 50)
        var hashes: [String] = []
        for (number, picture) in pictures.enumerated() {
            let bytes = Bytes(try picture.bytes())
            try site.add("\(number)", bytes)
            hashes.append(try bytes.sha256())
        }
        let server = try NginxServer(serving: site.path, transport)
        let trust: [Bytes] = server.authority.map { ["--cacert", Bytes($0.certificate)] } ?? []
        try mirror.folder.addCatalogue(pictures.indices.map { server.url("/\($0)") })
        let outcome = try Program.weir.run(
            ["ingest", "c.csv", "--verify", "--with=sha256"] + Mirroring.options + trust, in: mirror.folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(try mirror.facts("sha256") == hashes)
        #expect(try mirror.pictures().count == Set(hashes).count)
        #expect(try mirror.partials() == [])
    }
}

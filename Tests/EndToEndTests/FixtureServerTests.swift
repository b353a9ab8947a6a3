import Foundation
import TestSupport
import Testing

/// nginx serves every picture of `scripts/fixtures` byte for byte.
@Suite struct FixtureServerTests {
    @Test func everyPicture() throws {
        let site = try FixtureSite()
        let server = try NginxServer(serving: site.folder, .http, .requestsPerConnection(100_000))
        let folder = try TemporaryFolder()
        let settings = site.pictures.enumerated().map { number, picture in
            "url = \"\(server.url(picture.path))\"\noutput = \"\(folder.path)/\(number)\"\n"
        }
        try folder.add("settings", Bytes(settings.joined()))
        let outcome = try runCurl(["--fail", "--path-as-is", "-K", folder.path + "/settings"])
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        for (number, picture) in site.pictures.enumerated() {
            // curl makes no file for an empty body.
            let received = try? Fixtures.bytes(of: "\(folder.path)/\(number)")
            #expect(try received ?? [] == picture.fixture.bytes(), "\(picture)")
        }
        let log = try server.accessLog(atLeast: site.pictures.count)
        #expect(log.map(\.target) == site.pictures.map(\.path))
        #expect(Set(log.map(\.connection)).count == 1)
    }

    @Test(arguments: [
        ("a/b-c_d.e~f", "a/b-c_d.e~f"), ("fruit bowl.jpg", "fruit%20bowl.jpg"), ("é%?#+&", "%C3%A9%25%3F%23%2B%26"),
        ([0xFF, 0x09], "%FF%09"),
    ] as [(Bytes, String)])
    func percentEncoding(path: Bytes, url: String) throws {
        #expect(path.percentEncoded == url)
        let folder = try TemporaryFolder()
        guard !path.all.contains(UInt8(ascii: "/")) else { return }
        try folder.add(path, "picture")
        let server = try NginxServer(serving: folder.path)
        #expect(try curl(server.url("/" + url)).body == Array("picture".utf8))
    }
}

import ImageHeaders
import TestSupport
import Testing
import WeirBase
import WeirSystem

@testable import Measuring

/// The header reader on bytes that come in their order, as a pipe has them.
@Suite struct StreamProbeTests {
    /// One picture names an offset behind its end, which only a file knows at once.
    @Test(arguments: Fixtures.made.filter { $0.path != "damaged/tiff-directory-past-end.tif" })
    func agreesWithTheReaderOfFiles(picture: Fixture) throws {
        let path = Array("\(picture.folder)/\(picture.path)".utf8)
        var stream = StreamProbe(try InputFile(path), limits: HeaderLimits(), mostBytes: 1 << 40)
        var file = FileProbe(limits: HeaderLimits())
        #expect(stream.header() == file.result(of: "\(picture.folder)/\(picture.path)"))
    }
}

import Journals
import TestSupport
import Testing
import WeirBase

@testable import Fetching
@testable import ImageHeaders
@testable import Measuring

/// Which version the record of a picture gets, by those that are stated and recorded and by the age of the answer.
@Suite struct StatedVersionTests {
    struct Case: Sendable {
        let recorded: Int64
        let stated: Int64
        let age: Int64
        let version: Int64
    }

    /// The recorded answer came at 100, and the new one, with the same tag, at 200. 6 is 7 without its proof.
    private static let cases = [
        Case(recorded: 0, stated: 7, age: 900, version: 7), Case(recorded: 7, stated: 0, age: 900, version: 7),
        Case(recorded: 7, stated: 7, age: 900, version: 7), Case(recorded: 7, stated: 9, age: 0, version: 9),
        Case(recorded: 7, stated: 9, age: 50, version: 8), Case(recorded: 6, stated: 7, age: 50, version: 7),
        Case(recorded: 6, stated: 7, age: 150, version: 6), Case(recorded: 6, stated: 7, age: 0, version: 7),
    ]

    @Test(arguments: cases) func versions(_ row: Case) throws {
        let folder = try TemporaryFolder()
        let journal = try Journal(folder.path(of: "j").all, .writing)
        let name = Array("http://h/a".utf8)
        let size = PixelSize(width: 30, height: 20)
        var record = PictureRecord(asked: 100)
        record.succeed(ImageHeader(format: .jpeg, displayed: size, stored: size, orientation: .up), entityTag: Array("\"t\"".utf8), at: 100)
        var writer = journal.writer()
        try writer.record(.url(name, version: row.recorded), record)
        try writer.flush()
        let key = PictureKey.url(name, version: row.stated)
        let inquiry = RemoteInquiry(
            key, record, try journal.lookup([key])[0], given: nil, movedTo: nil, mirrored: nil, part: nil, isForHeader: true,
            isAnew: false, isOfListing: false)
        var outcome = FetchOutcome(.success(nil), FetchCost())
        outcome.age = row.age
        guard case .picture(let new, _) = inquiry.update(outcome, at: 200) else {
            Issue.record("there is no new record")
            return
        }
        #expect(new.stamp?.fingerprint ?? 0 == row.version)
    }
}

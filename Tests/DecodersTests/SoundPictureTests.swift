import Decoders
import TestSupport
import Testing

/// What other programs' encoders write is sound.
@Suite struct SoundPictureTests {
    static let pictures = Fixtures.made.filter { $0.header != nil && !$0.path.hasPrefix("damaged/") && !$0.path.hasPrefix("foreign/") }

    @Test func thereAreFixtures() { #expect(Self.pictures.count > 400) }

    @Test(arguments: Fixtures.made.filter { $0.header != nil })
    func isSound(_ picture: Fixture) throws {
        #expect(objection(to: try picture.bytes()) == nil)
    }
}

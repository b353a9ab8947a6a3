import Base
import ImageHeaders
import Measuring
import Testing

@testable import Ingest

/// What a run keeps of its pictures.
@Suite struct PictureOutcomesTests {
    @Test func fewBytes() {
        #expect(MemoryLayout<PictureOutcome>.stride == 24)
    }
}

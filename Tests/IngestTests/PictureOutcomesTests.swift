import Base
import ImageHeaders
import Measuring
import Testing

@testable import Ingest

/// The outcome of each picture stays in memory during a run, so it must be small.
@Suite struct PictureOutcomesTests {
    @Test func fewBytes() {
        #expect(MemoryLayout<PictureOutcome>.stride == 24)
    }
}

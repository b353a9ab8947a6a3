import Base
import Fetching
import System
import TestSupport
import Testing

@testable import Measuring

/// The closure is called before a wait for pictures, and only if pictures are missing.
@Suite struct PendingPicturesTests {
    @Test(arguments: 0...3)
    func waits(missing: Int) {
        let outcomes = Locked(PendingPictures.Outcomes(of: 3))
        for index in 0..<3 - missing { outcomes.take(FetchOutcome(Failure(.timeout)), at: index) }
        let pending = PendingPictures(outcomes, of: nil)
        var waits = 0
        let found = pending.wait {
            waits += 1
            for index in 3 - missing..<3 { outcomes.take(FetchOutcome(Failure(.timeout)), at: index) }
        }
        #expect(waits == (missing == 0 ? 0 : 1))
        #expect(found.count == 3)
    }
}

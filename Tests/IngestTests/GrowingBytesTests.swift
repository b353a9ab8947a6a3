import Foundation
import Testing

@testable import Ingest

@Suite struct GrowingBytesTests {
    @Test(arguments: [[], [0], [1, 0, 1], [70_000], [1, 65_535, 1, 300_000], [100_000, 100_000, 100_000]])
    func keepsAllPieces(lengths: [Int]) {
        var bytes = GrowingBytes(atMost: 400_000)
        var expected: [UInt8] = []
        for (index, length) in lengths.enumerated() {
            let piece = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ index) }
            let hasRoom = bytes.append(piece)
            #expect(hasRoom)
            expected += piece
        }
        let taken = bytes.take()
        #expect(Array(taken) == expected)
        free(UnsafeMutableRawPointer(mutating: taken.baseAddress))
    }
}

import ImageHeaders
import Testing

@testable import Journals

/// Lookups of pictures by the hashes of their names.
@Suite struct RecordedPicturesTests {
    private func row(_ id: Int, asked: Int) -> RecordedPictures.Row {
        RecordedPictures.Row(
            id: Int64(id), PictureFacts(SamplePicture.header(), bytes: Int64(id)), stamp: nil, asked: Int64(asked), retryAt: nil)
    }

    @Test(arguments: [700, 768, 769, 1000, 5000], [0, 1, 10_000])
    func whileTheyGrow(count: Int, room: Int) {
        var pictures = RecordedPictures()
        pictures.reserve(room)
        for round in 0..<2 {
            for number in 0..<count { pictures.set([SamplePicture.url("\(number)").hash], [row(number, asked: number + round)]) }
        }
        #expect(pictures.count == count)
        let found = pictures.lookup((0...count).map { (SamplePicture.url("\($0)").hash, nil) })
        for (number, row) in found.dropLast().enumerated() {
            #expect(row?.facts?.bytes == Int64(number) && row?.asked == Int64(number + 1))
        }
        #expect(found.count == count + 1 && found[count] == nil)
    }

    /// If two rows name one picture, the row with the larger id counts, in either order.
    @Test(arguments: [[1, 2], [2, 1]])
    func twoRowsOfAPicture(ids: [Int]) {
        var pictures = RecordedPictures()
        let key = SamplePicture.url("a")
        pictures.set(ids.map { _ in key.hash }, ids.map { row($0, asked: $0) })
        #expect(pictures.count == 1)
        #expect(pictures.id(of: key.hash) == 2)
        #expect(pictures.lookup([(key.hash, key.stamp)]).first??.asked == 2)
    }

    /// Impossible times become the first or the last second that can be stored.
    @Test(arguments: [(-5, 0), (0, 0), (1, 1), (1 << 32, 1 << 32 - 1), (Int64.max, 1 << 32 - 1)] as [(Int64, Int64)])
    func times(time: Int64, kept: Int64) {
        var pictures = RecordedPictures()
        let key = SamplePicture.url("a")
        pictures.set([key.hash], [RecordedPictures.Row(id: 1, nil, stamp: nil, asked: time, retryAt: time)])
        let picture = pictures.lookup([(key.hash, key.stamp)]).first ?? nil
        #expect(picture?.asked == kept)
        // A failed picture must differ from one that did not fail.
        #expect(picture?.retryAt == max(1, kept))
    }
}

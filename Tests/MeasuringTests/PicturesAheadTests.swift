import Base
import ImageHeaders
import System
import TestSupport
import Testing

@testable import Measuring

/// Pictures that are fetched ahead of their rows, which come before or after them.
@Suite struct PicturesAheadTests {
    private static let facts = PictureFacts(
        size: PixelSize(width: 70_000, height: 3), orientation: .up, format: .png, traits: PictureTraits(), bytes: 1 << 40)
    private static let others = PictureFacts(
        size: PixelSize(width: 9, height: 3), orientation: .up, format: .png, traits: PictureTraits(), bytes: 8)

    private static let pictures: [MeasuredPicture] = [
        MeasuredPicture(result: .success(facts)),
        MeasuredPicture(result: .success(facts), hadFailed: true),
        MeasuredPicture(result: .success(facts), former: facts, hadFailed: false, origin: .unchanged),
        MeasuredPicture(result: .success(facts), former: others, hadFailed: false),
        MeasuredPicture(result: .failure(Failure(.httpStatus)), attempts: 4, former: others, hadFailed: true, status: 503),
        MeasuredPicture(Failure(.badURL)).unrecorded,
    ]

    /// All that the run tells of a picture, in one text. The attempts are told of failures only.
    private static func text(_ picture: MeasuredPicture) -> String {
        "\(picture.result) \(picture.isOK ? 0 : picture.attempts) \(String(describing: picture.former)) \(String(describing: picture.hadFailed))"
            + " \(picture.isRecorded) \(picture.origin) \(String(describing: picture.status)) \(String(describing: picture.isNewFailure))"
    }

    /// A run may have hundreds of thousands of pictures that no row has claimed.
    @Test func fewBytes() { #expect(MemoryLayout<PictureAhead>.stride <= 32) }

    /// Each picture comes before or after its claim, in any order.
    @Test(arguments: 0..<50)
    func beforeAndAfterTheirRows(_ number: Int) {
        var seed = Seed.announced(for: "PicturesAheadTests.beforeAndAfterTheirRows \(number)")
        let ahead = PicturesAhead()
        let pictures = (0..<100).map { _ in Self.pictures.randomElement(using: &seed)! }
        var (coming, claimed) = (Array(0..<100).shuffled(using: &seed)[...], Array(0..<100).shuffled(using: &seed)[...])
        let heard = Locked<[Int: String]>([:])
        var batches: [(numbers: ArraySlice<Int>, batch: ClaimedPictures)] = []
        while !coming.isEmpty || !claimed.isEmpty {
            if Bool.random(using: &seed), let next = coming.popFirst() {
                ahead.take(pictures[next], of: Int32(next))
            } else {
                let numbers = claimed.prefix(.random(in: 1...9, using: &seed))
                claimed = claimed.dropFirst(numbers.count)
                guard !numbers.isEmpty else { continue }
                let batch = ahead.claim(numbers.map { Int32($0) }) { index, picture in
                    heard.change { $0[numbers[numbers.startIndex + index]] = Self.text(picture) }
                }
                batches.append((numbers, batch))
            }
        }
        for (numbers, batch) in batches {
            let texts = batch.wait { Issue.record("all have come: \(seed)") }.map(Self.text)
            #expect(texts == numbers.map { Self.text(pictures[$0]) }, "\(seed)")
        }
        #expect(heard.value == Dictionary(uniqueKeysWithValues: pictures.enumerated().map { ($0, Self.text($1)) }), "\(seed)")
    }
}

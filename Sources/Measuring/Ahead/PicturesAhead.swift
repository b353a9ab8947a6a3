import System

/// Pictures of the network that are fetched before the run comes to the rows that name them. They are numbered in the order in
/// which they were ordered.
///
/// A run may have millions of them that no row has claimed yet, so most take 32 bytes.
package final class PicturesAhead: Sendable {
    fileprivate struct State {
        /// The pictures whose numbers begin alike. A block whose pictures are all claimed is freed.
        var blocks: [Int32: Block] = [:]
        /// The batches that wait for pictures, and the places of the pictures in them.
        var claims: [Int32: Claim] = [:]
    }

    fileprivate struct Block {
        static let size: Int32 = 1024
        var pictures = Array(repeating: PictureAhead.awaited, count: Int(size))
        var claimed = 0
    }

    fileprivate typealias Claim = (batch: ClaimedPictures, index: Int)

    private let state = Locked(State())

    /// Gives these pictures to the batch of the rows that name them, each as soon as it has come. `hear` is called with each, and
    /// its index, as described at `PictureObserver`.
    package func claim(_ numbers: [Int32], hear: @escaping PictureObserver) -> ClaimedPictures {
        let batch = ClaimedPictures(of: numbers.count, hear: hear)
        let here = state.change { state in
            numbers.enumerated().compactMap { index, number in state.claim(number, for: (batch, index)).map { (index, $0) } }
        }
        for (index, picture) in here { batch.take(picture, at: index) }
        return batch
    }

    /// Called once for each picture that was ordered, on any thread.
    func take(_ picture: MeasuredPicture, of number: Int32) {
        guard let claim = state.change({ $0.take(picture, of: number) }) else { return }
        claim.batch.take(picture, at: claim.index)
    }
}

extension PicturesAhead.State {
    /// The picture, if it has come.
    fileprivate mutating func claim(_ number: Int32, for claim: PicturesAhead.Claim) -> MeasuredPicture? {
        let (block, index) = number.quotientAndRemainder(dividingBy: PicturesAhead.Block.size)
        let picture = blocks[block, default: PicturesAhead.Block()].claim(Int(index))
        if picture == nil { claims[number] = claim }
        if blocks[block]?.claimed == Int(PicturesAhead.Block.size) { blocks[block] = nil }
        return picture
    }

    /// The batch that has claimed the picture.
    fileprivate mutating func take(_ picture: MeasuredPicture, of number: Int32) -> PicturesAhead.Claim? {
        if let claim = claims.removeValue(forKey: number) { return claim }
        let (block, index) = number.quotientAndRemainder(dividingBy: PicturesAhead.Block.size)
        blocks[block, default: PicturesAhead.Block()].pictures[Int(index)] = PictureAhead(picture)
        return nil
    }
}

extension PicturesAhead.Block {
    fileprivate mutating func claim(_ index: Int) -> MeasuredPicture? {
        let picture = pictures[index].measured
        pictures[index] = .awaited
        claimed += 1
        return picture
    }
}

/// A picture that no row has claimed.
enum PictureAhead {
    case awaited
    /// A picture that was measured and has no former facts.
    case new(PictureFacts, hadFailed: Bool?)
    /// A picture whose server says that it has not changed.
    case unchanged(PictureFacts, hadFailed: Bool?)
    indirect case other(MeasuredPicture)

    init(_ picture: MeasuredPicture) {
        self = .other(picture)
        guard case .success(let facts) = picture.result, picture.isRecorded, picture.mirrored == nil else { return }
        switch picture.origin {
        case .measured where picture.former == nil: self = .new(facts, hadFailed: picture.hadFailed)
        case .unchanged where picture.former == facts: self = .unchanged(facts, hadFailed: picture.hadFailed)
        default: break
        }
    }

    /// nil if it is awaited.
    var measured: MeasuredPicture? {
        switch self {
        case .awaited: nil
        case .new(let facts, let hadFailed): MeasuredPicture(result: .success(facts), hadFailed: hadFailed)
        case .unchanged(let facts, let hadFailed):
            MeasuredPicture(result: .success(facts), former: facts, hadFailed: hadFailed, origin: .unchanged)
        case .other(let picture): picture
        }
    }
}

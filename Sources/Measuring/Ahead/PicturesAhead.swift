import System

/// Pictures of the network that are fetched before the run comes to the rows that name them. They are numbered in the order in
/// which they were ordered.
///
/// A run may have millions of them that no row has claimed yet, so most take 32 bytes.
public final class PicturesAhead: Sendable {
    private struct State {
        var pictures: [PictureAhead] = []
        /// The batches that wait for pictures, and the places of the pictures in them.
        var claims: [Int32: (batch: ClaimedPictures, index: Int)] = [:]
    }

    private let state = Locked(State())

    /// Gives these pictures to the batch of the rows that name them, each as soon as it has come. `hear` is called with each, and
    /// its index, as described at `PictureObserver`.
    public func claim(_ numbers: [Int32], hear: @escaping PictureObserver) -> ClaimedPictures {
        let batch = ClaimedPictures(of: numbers.count, hear: hear)
        let here = state.change { state in
            numbers.enumerated().compactMap { index, number -> (picture: MeasuredPicture, index: Int)? in
                if Int(number) < state.pictures.count, let picture = state.pictures[Int(number)].measured {
                    state.pictures[Int(number)] = .awaited
                    return (picture, index)
                }
                state.claims[number] = (batch, index)
                return nil
            }
        }
        for (picture, index) in here { batch.take(picture, at: index) }
        return batch
    }

    /// Called once for each picture that was ordered, on any thread.
    func take(_ picture: MeasuredPicture, of number: Int32) {
        let claim = state.change { state in
            if let claim = state.claims.removeValue(forKey: number) { return claim as (batch: ClaimedPictures, index: Int)? }
            while state.pictures.count <= number { state.pictures.append(.awaited) }
            state.pictures[Int(number)] = PictureAhead(picture)
            return nil
        }
        claim?.batch.take(picture, at: claim?.index ?? 0)
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

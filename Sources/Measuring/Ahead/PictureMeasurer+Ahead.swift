import Base
import Journals
import System

extension MeasuringPlan {
    /// Whether pictures of the network can be fetched before the rows that name them. Only their headers can: what becomes of
    /// whole pictures is decided by the worker that has their rows.
    package var canFetchAhead: Bool { mirror == nil && !isVerifying }
}

extension PictureMeasurer {
    /// Whether the name is the URL of a picture that can be fetched ahead. URLs with credentials are rare, and known by others
    /// in the journal.
    package static func canBeAhead(_ img: UnsafeBufferPointer<UInt8>) -> Bool {
        PictureReference.isURL(img) && !mayHaveCredentialsOrFragment(img)
    }

    /// Whether a picture of the network must be asked for. It may be asked many times, so the journal's file is not read.
    package func mustAsk(_ picture: UnnamedPicture) -> Bool {
        guard let journal, let known = picture.known else { return true }
        let now = unixSeconds()
        return trustedFacts(of: known, isRemote: true, at: now) == nil && !journal.isPaused(known, at: now)
    }

    /// Orders pictures of the network that are numbered from `first` on. `hear` is called with the index of each that has come,
    /// on the fetching thread.
    package func order(
        ahead pictures: [UnnamedPicture], _ imgs: [UnsafeBufferPointer<UInt8>], from first: Int32, hear: @escaping @Sendable (Int) -> Void
    ) {
        let now = unixSeconds()
        let inquiries = zip(imgs, pictures).map { inquiry(for: NamedPicture($0, known: $1.known, below: root), at: now) }
        let hadFailed = pictures.map { $0.known?.isFailing }
        run.remote.order(
            inquiries.map(\.url), at: inquiries.map(\.movedTo), knowing: { inquiries[$0].validators }
        ) { [journal, ahead = run.ahead] index, outcome in
            journal?.record([inquiries[index].update(outcome, at: unixSeconds())].compactMap { $0 })
            hear(index)
            ahead.take(inquiries[index].measured(outcome).after(failure: hadFailed[index]), of: first + Int32(index))
        }
    }
}

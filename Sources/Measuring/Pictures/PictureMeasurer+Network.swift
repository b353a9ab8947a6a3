import Fetching
import System

/// Pictures of the network that are ordered and have not come yet.
struct OrderedPictures {
    fileprivate let inquiries: [RemoteInquiry]
    /// Where the pictures go, if they are wanted whole.
    fileprivate let partials: [PartialPicture]?
    fileprivate let pending: PendingPictures
}

extension PictureMeasurer {
    /// Begins to fetch.
    func order(_ inquiries: [RemoteInquiry]) -> OrderedPictures {
        let urls = inquiries.map(\.url)
        if let mirror {
            let partials = urls.map { PartialPicture($0, in: mirror) }
            return OrderedPictures(inquiries: inquiries, partials: partials, pending: run.remote.fetch(urls, into: partials))
        }
        let pending = run.remote.fetch(urls, knowing: inquiries.map(\.validators)) { [memory] index, outcome in
            memory?.record([inquiries[index].update(outcome, at: unixSeconds())].compactMap { $0 })
        }
        return OrderedPictures(inquiries: inquiries, partials: nil, pending: pending)
    }

    /// Waits for all of them, and puts whole pictures into the mirror.
    func waitFor(_ ordered: OrderedPictures, _ willWait: () -> Void) -> [MeasuredPicture] {
        let outcomes = ordered.pending.wait(willWait)
        var measured = zip(ordered.inquiries, outcomes).map { $0.measured($1) }
        guard let partials = ordered.partials else { return measured }
        keep(partials, outcomes, &measured)
        let now = unixSeconds()
        let updates = measured.indices.compactMap { index in
            // Of a picture that came and is not sound, the journal keeps nothing.
            measured[index].isOK || !outcomes[index].isPicture ? ordered.inquiries[index].update(outcomes[index], at: now) : nil
        }
        memory?.record(updates)
        return measured
    }
}

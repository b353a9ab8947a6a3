import Fetching
import System

/// Pictures of the network that are ordered but not delivered yet.
struct OrderedPictures {
    fileprivate let inquiries: [RemoteInquiry]
    /// The stores of the pictures, if whole pictures are wanted.
    fileprivate let partials: [PartialPicture]?
    fileprivate let pending: PendingPictures
}

extension PictureMeasurer {
    /// Begins to fetch. `hear` is called with each picture when it comes, on the fetching thread.
    func order(_ inquiries: [RemoteInquiry], hear: @escaping PictureObserver) -> OrderedPictures {
        let (urls, moves) = (inquiries.map(\.url), inquiries.map(\.movedTo))
        let validators: FetchOrder.Validators = { inquiries[$0].validators }
        if let mirror {
            let partials = urls.map { PartialPicture($0, in: mirror) }
            let pending = run.remote.fetch(urls, at: moves, into: partials, knowing: validators) { index, outcome in
                if case .success(.picture(let picture)) = outcome.result { partials[index].noteLength(picture.validators) }
                hear(index, inquiries[index].measured(outcome))
            }
            return OrderedPictures(inquiries: inquiries, partials: partials, pending: pending)
        }
        let pending = run.remote.fetch(urls, at: moves, knowing: validators) { [journal] index, outcome in
            journal?.record([inquiries[index].update(outcome, at: unixSeconds())].compactMap { $0 })
            hear(index, inquiries[index].measured(outcome))
        }
        return OrderedPictures(inquiries: inquiries, partials: nil, pending: pending)
    }

    /// Waits for all of them, and puts whole pictures into the mirror.
    func waitFor(_ ordered: OrderedPictures, _ willWait: () -> Void) -> [MeasuredPicture] {
        let outcomes = ordered.pending.wait(willWait)
        var measured = zip(ordered.inquiries, outcomes).map { $0.measured($1) }
        guard let partials = ordered.partials else { return measured }
        let sound = soundPictures(among: partials, outcomes, &measured)
        let now = unixSeconds()
        let updates = measured.indices.compactMap { index in
            // The journal records nothing of a picture that arrived but is not sound.
            measured[index].isOK || !outcomes[index].isPicture
                ? ordered.inquiries[index].update(outcomes[index], stored: partials[index].hash, at: now) : nil
        }
        let kept = keep(sound.map { (partials[$0.index], $0.format) }, updates)
        for (picture, mirrored) in zip(sound, kept) { measured[picture.index].mirrored = mirrored }
        return measured
    }
}

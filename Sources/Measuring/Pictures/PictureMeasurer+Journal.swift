import Base
import Journals

/// Lookups in the journal for the pictures of a batch.
extension PictureMeasurer {
    /// Looks all pictures up, and returns the results of those that need not be measured.
    mutating func lookUp(_ pictures: inout [NamedPicture], at now: Int64) -> SettledPictures {
        var settled = SettledPictures(of: pictures.count)
        guard let journal else { return settled }
        var keys: [LookupKey] = []
        var path = rootPrefix
        let unknown = pictures.indices.filter { pictures[$0].known == nil }
        for index in unknown {
            let picture = pictures[index]
            switch picture.location {
            case .remote where !mayHaveCredentialsOrFragment(picture.img): keys.append(LookupKey(url: picture.img))
            case .remote: urlForStorage(picture.img).withUnsafeBufferPointer { keys.append(LookupKey(url: $0)) }
            case .file(let relative):
                path.replaceSubrange(rootPrefix.count..., with: relative)
                let stamp = stamps.stamp(of: relative, in: root) ?? .unknown
                path.withUnsafeBufferPointer { keys.append(LookupKey(file: $0, stamp)) }
            // A lookup of an empty name finds nothing.
            case .nowhere, .inline: keys.append(LookupKey(url: UnsafeBufferPointer(start: nil, count: 0)))
            }
        }
        for (index, known) in zip(unknown, journal.lookup(keys)) { pictures[index].known = known }
        for (index, picture) in pictures.enumerated() {
            if let answer = answer(for: picture, from: journal, at: now) { settled.add(answer, at: index) }
        }
        return settled
    }

    /// The result of a picture that need not be measured.
    func answer(for picture: NamedPicture, from journal: RunJournal, at now: Int64) -> MeasuredPicture? {
        guard let known = picture.known else { return nil }
        if let facts = trustedFacts(of: known, isRemote: picture.isRemote, at: now) {
            return MeasuredPicture(known: facts, isRemote: picture.isRemote)
        }
        if picture.isRemote, mirror != nil, let facts = journal.trusted(known, isRemote: true, at: now),
            let mirrored = mirrored(journal.record(of: key(of: picture)))
        {
            var measured = MeasuredPicture(known: facts, isRemote: true)
            measured.mirrored = mirrored
            return measured
        }
        guard let failure = journal.pausedFailure(known, key(of: picture), at: now) else { return nil }
        return MeasuredPicture(
            result: .failure(failure), attempts: 0, former: PictureFacts(known), origin: .memory(isRemote: picture.isRemote))
    }

    /// The facts that are trusted without looking at the picture. A run that stores or decodes whole pictures must
    /// look at each of them, since the journal does not know whether a picture is still stored, and whether it is sound.
    func trustedFacts(of known: KnownPicture?, isRemote: Bool, at now: Int64) -> PictureFacts? {
        guard let journal, let known, !(isRemote ? mirror != nil : isVerifying) else { return nil }
        return journal.trusted(known, isRemote: isRemote, at: now)
    }

    /// The request for a picture, with the journal's record of it.
    func inquiry(for picture: NamedPicture, at now: Int64) -> RemoteInquiry {
        let record = picture.known == nil ? nil : journal?.record(of: key(of: picture))
        return RemoteInquiry(
            url: Array(picture.img), record: record, movedTo: record.flatMap { journal?.movedTo($0, at: now) },
            mirrored: mirrored(record), isForHeader: mirror == nil)
    }

    func key(of picture: NamedPicture) -> PictureKey {
        switch picture.location {
        case .file(let relative): .file(rootPrefix + relative, .unknown)
        case .remote, .nowhere, .inline: .url(urlForStorage(picture.img))
        }
    }
}

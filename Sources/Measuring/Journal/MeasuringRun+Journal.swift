import Base
import Journals

/// What the journal and the mirror say of a picture before it is looked at.
extension MeasuringRun {
    /// The result of a picture that need not be measured.
    func answer(for picture: RunPicture, _ recorded: KnownPicture?, at now: Int64) -> PictureResult? {
        guard let journal, let recorded else { return nil }
        let isURL = picture.place.isURL
        if let facts = trustedFacts(of: recorded, isRemote: isURL, at: now) { return PictureResult(recorded: facts, isRemote: isURL) }
        guard let failure = journal.pausedFailure(recorded, key(of: picture), at: now) else { return nil }
        var result = PictureResult(failure)
        result.attempts = 0
        result.previous = PictureFacts(recorded)
        result.hadFailed = true
        result.origin = .memory(isRemote: isURL)
        return result
    }

    /// The facts that are trusted without looking at the picture. A run that stores or decodes whole pictures must look at each of
    /// them, since the journal does not know whether a picture is still stored, and whether it is sound.
    func trustedFacts(of recorded: KnownPicture?, isRemote: Bool, at now: Int64) -> PictureFacts? {
        guard let journal, let recorded, !(isRemote ? mirror != nil : plan.isVerifying) else { return nil }
        return journal.trusted(recorded, isRemote: isRemote, at: now)
    }

    func key(of picture: RunPicture) -> PictureKey {
        switch picture.place {
        case .file(let path): .file((root?.prefix ?? []) + path, .unknown)
        case .url, .nowhere, .inline: .url(urlForStorage(picture.name))
        }
    }
}

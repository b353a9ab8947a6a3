import Base
import Fetching
import System

/// Runs without a journal, whose callers tell what they know of pictures.
extension PictureMeasurer {
    /// Measures pictures, in their order. Nothing that is told of files is used, since a file is opened in less time than its
    /// stamp is compared. `willWait` is called before waiting for the network.
    package mutating func measure(
        _ imgs: [UnsafeBufferPointer<UInt8>], told: [ToldPicture?], trustedFor maxAge: Int64, at now: Int64, _ willWait: () -> Void
    ) -> [ToldAnswer] {
        var answers = [ToldAnswer](repeating: .failed(Failure(.cancelled)), count: imgs.count)
        let isRemote = imgs.map { PictureReference.isURL($0) }
        var asked: [Int] = []
        for index in imgs.indices where isRemote[index] {
            if told[index]?.isFresh(at: now, maxAge: maxAge) == true {
                answers[index] = .unchanged(isAsked: false)
            } else {
                asked.append(index)
            }
        }
        // The network works while files are read.
        let pending = run.remote.fetch(
            asked.map { Array(imgs[$0]) }, knowing: { [validators = asked.map { told[$0]?.validators }] in validators[$0] }, keepsValidators: true)
        var updates: [JournalUpdate] = []
        for index in imgs.indices where !isRemote[index] {
            let named = NamedPicture(imgs[index], known: nil, below: root)
            answers[index] = ToldAnswer(measureFile(named, at: now, &updates).result)
        }
        for (index, outcome) in zip(asked, pending.wait(willWait)) { answers[index] = ToldAnswer(outcome) }
        return answers
    }
}

extension ToldAnswer {
    fileprivate init(_ result: Result<PictureFacts, Failure>) {
        self = switch result {
        case .success(let facts): .measured(facts, nil)
        case .failure(let failure): .failed(failure)
        }
    }

    fileprivate init(_ outcome: FetchOutcome) {
        self = switch outcome.result {
        case .success(.picture(let picture)):
            .measured(PictureFacts(picture.header, bytes: Int64(clamping: picture.validators.length ?? 0)), picture.validators)
        case .success(.unchanged): .unchanged(isAsked: true)
        case .failure(let failure): .failed(failure)
        }
    }
}

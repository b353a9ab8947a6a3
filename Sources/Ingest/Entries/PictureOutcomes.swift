import Base
import ImageHeaders
import Measuring
import Pixels

/// The result of a measured picture, which the run keeps for later rows. It takes 24 bytes, since a run may have
/// millions of pictures.
struct PictureOutcome {
    /// The facts of the picture; if the picture failed, those of an earlier run. nil if no size is known.
    fileprivate(set) var facts: PictureFacts?
    /// The index of the picture's hash, or -2 minus the index of its failure; -1 if it has neither.
    fileprivate var detail: Int32 = -1

    fileprivate var hasFailed: Bool { detail < -1 }
}

/// The failure of a measured picture.
struct PictureFailure {
    let failure: Failure
    let attempts: Int
    /// Whether the picture did not fail when it was last asked for; nil if no journal can tell.
    let isNew: Bool?
}

/// The outcomes of a run's pictures, by the numbers of the pictures.
struct PictureOutcomes {
    private var outcomes: [PictureOutcome] = []
    /// The hashes of the pictures in the mirror, in hexadecimal digits, joined without separators.
    private var hashes: [UInt8] = []
    private var failures: [PictureFailure] = []
    /// nil in a run that wants no placeholders.
    private var placeholders: PlaceholderTexts?

    init(placeholders keys: [Placeholders.Key] = []) { placeholders = keys.isEmpty ? nil : PlaceholderTexts(keys) }

    private static let hashDigits = 64

    mutating func append(_ picture: MeasuredPicture) {
        var outcome = PictureOutcome()
        switch picture.result {
        case .success(let facts):
            outcome.facts = facts
            if let mirrored = picture.mirrored {
                outcome.detail = Int32(hashes.count / PictureOutcomes.hashDigits)
                hashes += mirrored.hash.utf8
            }
        case .failure(let failure):
            outcome.facts = picture.former
            outcome.detail = -2 - Int32(failures.count)
            failures.append(PictureFailure(failure: failure, attempts: picture.attempts, isNew: picture.isNewFailure))
        }
        outcomes.append(outcome)
        placeholders?.append(picture.placeholders?.placeholders ?? Placeholders())
    }

    subscript(number: Int) -> PictureOutcome { outcomes[number] }

    /// nil if the picture did not fail.
    func failure(of outcome: PictureOutcome) -> PictureFailure? {
        outcome.hasFailed ? failures[-2 - Int(outcome.detail)] : nil
    }

    /// Calls `body` with the texts of a picture's placeholders, which are valid until it returns.
    func withPlaceholders<Failure: Error>(
        of number: Int, _ body: ([Placeholders.Key: UnsafeBufferPointer<UInt8>]) throws(Failure) -> Void
    ) throws(Failure) {
        guard let placeholders else { return try body([:]) }
        try placeholders.withTexts(of: number, body)
    }

    /// Calls `body` with the picture's hash, if the picture is in the mirror.
    func withHash<Failure: Error>(
        of outcome: PictureOutcome, _ body: (UnsafeBufferPointer<UInt8>?) throws(Failure) -> Void
    ) throws(Failure) {
        guard outcome.detail >= 0 else { return try body(nil) }
        let start = Int(outcome.detail) * PictureOutcomes.hashDigits
        try hashes.withUnsafeBufferPointer { hashes throws(Failure) in
            try body(UnsafeBufferPointer(rebasing: hashes[start..<start + PictureOutcomes.hashDigits]))
        }
    }
}

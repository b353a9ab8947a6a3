import Base
import ImageHeaders
import Measuring

/// What the run keeps of a picture that has been measured, until its last row. It takes 24 bytes, since a run may have
/// millions of pictures.
struct PictureOutcome {
    /// The facts of the picture; if it failed, those of an earlier day. nil where no size is known.
    fileprivate(set) var facts: PictureFacts?
    fileprivate(set) var hasFailed = false
    /// The place of its failure among those of the run, or of its hash; -1 where it has neither.
    fileprivate var detail: Int32 = -1
}

/// The outcomes of a run's pictures, by the numbers of the pictures.
struct PictureOutcomes {
    private var outcomes: [PictureOutcome] = []
    /// The hashes of the pictures in the mirror, one behind the other, in digits.
    private var hashes: [UInt8] = []
    private var failures: [(failure: Failure, attempts: Int)] = []

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
            outcome.hasFailed = true
            outcome.detail = Int32(failures.count)
            failures.append((failure, picture.attempts))
        }
        outcomes.append(outcome)
    }

    subscript(number: Int) -> PictureOutcome { outcomes[number] }

    /// Why the picture failed, and after how many attempts; nil where it did not.
    func failure(of outcome: PictureOutcome) -> (failure: Failure, attempts: Int)? {
        outcome.hasFailed ? failures[Int(outcome.detail)] : nil
    }

    /// Calls `body` with the hash of a picture in the mirror, if there is one.
    func withHash<Failure: Error>(
        of outcome: PictureOutcome, _ body: (UnsafeBufferPointer<UInt8>?) throws(Failure) -> Void
    ) throws(Failure) {
        guard !outcome.hasFailed, outcome.detail >= 0 else { return try body(nil) }
        let start = Int(outcome.detail) * PictureOutcomes.hashDigits
        try hashes.withUnsafeBufferPointer { hashes throws(Failure) in
            try body(UnsafeBufferPointer(rebasing: hashes[start..<start + PictureOutcomes.hashDigits]))
        }
    }
}

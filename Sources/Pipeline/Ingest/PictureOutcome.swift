import Base
import ImageHeaders

/// What is known of a picture, in few bytes: there may be a million of them at once.
struct PictureOutcome {
    var width: Int32 = 0
    var height: Int32 = 0
    /// The length of the picture in bytes.
    var bytes: Int64 = 0
    var orientation: Int8 = 1
    /// Which of `ImageFormat.allCases`.
    var format: Int8 = 0
    var hasFailed = false
    /// Which of the run's failures, or else of its hashes; -1 where there is none.
    var detail: Int32 = -1

    /// Whether there is a true size, of today or of an earlier day.
    var hasSize: Bool { width > 0 }

    mutating func tell(_ facts: PictureFacts) {
        width = Int32(facts.size.width)
        height = Int32(facts.size.height)
        bytes = facts.bytes
        orientation = Int8(facts.orientation.rawValue)
        format = Int8(ImageFormat.allCases.firstIndex(of: facts.format) ?? 0)
    }
}

/// A picture as a worker found it.
struct MeasuredPicture: Sendable {
    var result: Result<PictureFacts, Failure>
    /// How often it was tried in this run.
    var attempts = 1
    /// Where the whole picture was kept.
    var mirrored: MirroredPicture?
    /// What was true of it when it was last found.
    var former: PictureFacts?
    var origin = Origin.measured
    /// What the server answered last, where the failure is that answer.
    var status: Int?

    enum Origin {
        case measured
        /// The server says that it is as it was.
        case unchanged
        /// It was not looked at.
        case memory(isRemote: Bool)
    }

    var isOK: Bool { if case .success = result { true } else { false } }

    /// Its size and the one before, if these are two.
    var resizing: (size: PixelSize, former: PixelSize)? {
        guard case .success(let facts) = result, let former, former.size != facts.size else { return nil }
        return (facts.size, former.size)
    }
}

extension MeasuredPicture {
    init(_ failure: Failure) { self.init(result: .failure(failure)) }

    init(remembered facts: PictureFacts, isRemote: Bool) {
        self.init(result: .success(facts), attempts: 0, origin: .memory(isRemote: isRemote))
    }
}

/// The outcomes of a run's pictures, by their numbers in the picture table.
struct PictureOutcomes {
    private var outcomes: [PictureOutcome] = []
    /// The hashes of mirrored pictures, one behind the other, in digits.
    private var hashes: [UInt8] = []
    private var failures: [(failure: Failure, attempts: Int)] = []

    mutating func append(_ picture: MeasuredPicture) {
        var outcome = PictureOutcome()
        switch picture.result {
        case .success(let facts): outcome.tell(facts)
        case .failure(let failure):
            if let former = picture.former { outcome.tell(former) }
            outcome.hasFailed = true
            outcome.detail = Int32(failures.count)
            failures.append((failure, picture.attempts))
        }
        if let mirrored = picture.mirrored, !outcome.hasFailed {
            outcome.detail = Int32(hashes.count / PictureOutcomes.hashDigits)
            hashes += mirrored.hash.utf8
        }
        outcomes.append(outcome)
    }

    private static let hashDigits = 64

    /// Calls `body` with the hash, if there is one.
    func withHash<Failure: Error>(
        of outcome: PictureOutcome, _ body: (UnsafeBufferPointer<UInt8>?) throws(Failure) -> Void
    ) throws(Failure) {
        guard !outcome.hasFailed, outcome.detail >= 0 else { return try body(nil) }
        let start = Int(outcome.detail) * PictureOutcomes.hashDigits
        try hashes.withUnsafeBufferPointer { hashes throws(Failure) in
            try body(UnsafeBufferPointer(rebasing: hashes[start..<start + PictureOutcomes.hashDigits]))
        }
    }

    subscript(number: Int) -> PictureOutcome { outcomes[number] }

    /// Why the picture has no size, and after how many attempts.
    func failure(of outcome: PictureOutcome) -> (failure: Failure, attempts: Int)? {
        outcome.hasFailed ? failures[Int(outcome.detail)] : nil
    }
}

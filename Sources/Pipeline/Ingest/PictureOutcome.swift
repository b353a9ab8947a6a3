import Failures
import Fetching
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
    /// Which of the run's failures, or -1.
    var failure: Int32 = -1
    /// Which of the run's hashes, or -1.
    var hash: Int32 = -1
}

/// A picture as a worker found it.
struct MeasuredPicture: Sendable {
    let result: Result<ImageHeader, Failure>
    /// The length of the picture; 0 where it is not known.
    var bytes: Int64 = 0
    /// How often it was tried.
    var attempts = 1
    /// Where the whole picture was kept.
    var mirrored: MirroredPicture?
}

extension MeasuredPicture {
    init(_ failure: Failure) { self.init(result: .failure(failure)) }

    init(_ outcome: FetchOutcome) {
        let total = (try? outcome.result.get())?.total ?? 0
        self.init(
            result: outcome.result.map(\.header), bytes: Int64(clamping: total), attempts: outcome.cost.requests)
    }
}

/// The outcomes of a run's pictures, by their numbers in the picture table.
struct PictureOutcomes {
    private var outcomes: [PictureOutcome] = []
    /// The hashes of mirrored pictures, one behind the other, in digits.
    private var hashes: [UInt8] = []
    private var failures: [(failure: Failure, attempts: Int)] = []

    mutating func append(_ picture: MeasuredPicture) {
        var outcome = PictureOutcome(bytes: picture.bytes)
        switch picture.result {
        case .success(let header):
            outcome.width = Int32(header.displayed.width)
            outcome.height = Int32(header.displayed.height)
            outcome.orientation = Int8(header.orientation.rawValue)
            outcome.format = Int8(ImageFormat.allCases.firstIndex(of: header.format) ?? 0)
        case .failure(let failure):
            outcome.failure = Int32(failures.count)
            failures.append((failure, picture.attempts))
        }
        if let mirrored = picture.mirrored {
            outcome.hash = Int32(hashes.count / PictureOutcomes.hashDigits)
            hashes += mirrored.hash.utf8
        }
        outcomes.append(outcome)
    }

    private static let hashDigits = 64

    /// Calls `body` with the hash, if there is one.
    func withHash<Failure: Error>(
        of outcome: PictureOutcome, _ body: (UnsafeBufferPointer<UInt8>?) throws(Failure) -> Void
    ) throws(Failure) {
        guard outcome.hash >= 0 else { return try body(nil) }
        let start = Int(outcome.hash) * PictureOutcomes.hashDigits
        try hashes.withUnsafeBufferPointer { hashes throws(Failure) in
            try body(UnsafeBufferPointer(rebasing: hashes[start..<start + PictureOutcomes.hashDigits]))
        }
    }

    subscript(number: Int) -> PictureOutcome { outcomes[number] }

    /// Why the picture has no size, and after how many attempts.
    func failure(of outcome: PictureOutcome) -> (failure: Failure, attempts: Int)? {
        outcome.failure < 0 ? nil : failures[Int(outcome.failure)]
    }
}

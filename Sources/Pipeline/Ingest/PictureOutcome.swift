import Failures
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
}

/// A picture as a worker found it.
struct MeasuredPicture: Sendable {
    let result: Result<ImageHeader, Failure>
    let bytes: Int64
}

/// The outcomes of a run's pictures, by their numbers in the picture table.
struct PictureOutcomes {
    private var outcomes: [PictureOutcome] = []
    private var failures: [Failure] = []

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
            failures.append(failure)
        }
        outcomes.append(outcome)
    }

    subscript(number: Int) -> PictureOutcome { outcomes[number] }

    func failure(of outcome: PictureOutcome) -> Failure? {
        outcome.failure < 0 ? nil : failures[Int(outcome.failure)]
    }
}

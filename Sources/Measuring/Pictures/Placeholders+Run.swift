import ImageHeaders
import Journals
import Pixels
import WeirBase
import WeirSystem

/// A measured picture whose pixels are to be decoded.
struct PlaceholderJob: Sendable {
    let picture: Picture
    let result: PictureResult
    let facts: PictureFacts
    /// The placeholders to make, and those that the journal has.
    let kinds: Set<Placeholders.Kind>
    let record: PlaceholderRecord
    /// The picture's bytes, if they are in memory.
    var content: [UInt8]?
    /// The memory that the run has set aside for the picture's bytes.
    var room = 0
    /// Whether the picture is longer than the usual room, and no server reports its length.
    var isLong = false
}

/// Placeholders of measured pictures: from the journal, or made of the pictures' pixels.
extension MeasuringRun {
    /// Delivers a result, after the picture has its placeholders if the run wants any.
    func complete(_ picture: Picture, _ result: PictureResult) {
        guard !plan.placeholders.isEmpty else { return deliver([result]) }
        var result = result
        // The journal's placeholders are those of a picture that is as it was, or of one that failed.
        let record = result.failure != nil || result.isKnownContent ? journal?.placeholders(of: key(of: picture)) : nil
        guard let facts = result.facts else {
            if let record { result.note { $0.placeholders = .complete(record.placeholders, isDecoded: false) } }
            return deliver([result])
        }
        let recorded = record?.placeholders ?? Placeholders()
        let missing = missing(in: recorded, of: facts.format)
        // Pixels that cannot be decoded do not hide the metadata.
        let makeable = record?.failure == nil ? missing : missing.intersection(Placeholders.Kind.ofMetadata)
        if missing.isEmpty {
            result.note { $0.placeholders = .complete(recorded, isDecoded: false) }
        } else if makeable.isEmpty, let failure = record?.failure {
            result.note { $0.placeholders = .undecoded(recorded, failure) }
        } else {
            let job = PlaceholderJob(
                picture: picture, result: result, facts: facts, kinds: makeable, record: record ?? PlaceholderRecord())
            if begin(job) { return }
            result.note { $0.placeholders = .headerAlone(recorded) }
        }
        deliver([result])
    }

    /// The kinds that the run wants of a picture and that were not made.
    private func missing(in made: Placeholders, of format: ImageFormat) -> Set<Placeholders.Kind> {
        Placeholders.Kind.made(plan.placeholders, of: format).subtracting(made.kinds)
    }

    /// Returns false if the pixels are not here, and nobody wants to fetch them.
    private func begin(_ job: PlaceholderJob) -> Bool {
        var job = job
        switch location(of: job.picture) {
        case .file: break
        case .inline(let content): job.content = content
        case .nowhere: return false
        case .url:
            guard job.result.details?.mirrored == nil else { break }
            if plan.fetchesPixels { fetchPixels(for: job) }
            return plan.fetchesPixels
        }
        decode(.placeholders(job))
        return true
    }

    /// Delivers the result of a job: what was made, and why the rest is missing. nil if the picture's bytes cannot be read or fetched now,
    /// of which nothing is recorded.
    func finish(_ job: PlaceholderJob, _ made: Placeholders?, _ failure: Failure? = nil) {
        if job.room > 0 { giveBackRoom(job.room) }
        var (result, record) = (job.result, job.record)
        if let made { record.placeholders.add(made) }
        var isRecordable = made != nil && location(of: job.picture).isRecorded
        if let failure {
            if failure.isOfThePicture { record.failure = failure }
            isRecordable = isRecordable && (failure.isOfThePicture || made?.kinds.isEmpty == false)
        }
        let isComplete = missing(in: record.placeholders, of: job.facts.format).isEmpty
        let found = isComplete ? nil : (failure ?? record.failure).map { PlaceholderResult.undecoded(record.placeholders, $0) }
        result.note { $0.placeholders = found ?? .complete(record.placeholders, isDecoded: true) }
        if isRecordable { journal?.write([.placeholders(key(of: job.picture), record)]) }
        deliver([result])
    }
}

extension Failure {
    /// Whether the pixels cannot be decoded as long as the picture stays as it is. Other failures depend on the libraries and
    /// the memory of the machine, and on the version of this program, so they are not remembered.
    var isOfThePicture: Bool { code == .truncated || code == .corrupt || self == .hdr }
}

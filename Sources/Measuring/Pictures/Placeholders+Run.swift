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
    /// The memory that the run has set aside for the picture's bytes.
    var room = 0
    /// Whether the picture is longer than the usual room, and no server reports its length.
    var isLong = false
}

/// Where the pixels of a picture are.
enum PixelSource: Sendable {
    case file([UInt8])
    case mirrored(MirroredPicture)
    case content([UInt8])
}

enum PlaceholderOutcome: Sendable {
    case made(Placeholders)
    /// The bytes are there, and cannot be decoded. Metadata may have been read.
    case undecoded(Placeholders, Failure)
    /// The file cannot be read now, or the picture cannot be fetched.
    case unread(Failure)
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
        let missing = plan.placeholders.subtracting(recorded.kinds)
        if let failure = record?.failure {
            result.note { $0.placeholders = .undecoded(recorded, failure) }
        } else if missing.isEmpty {
            result.note { $0.placeholders = .complete(recorded, isDecoded: false) }
        } else {
            let job = PlaceholderJob(
                picture: picture, result: result, facts: facts, kinds: missing, record: record ?? PlaceholderRecord())
            if begin(job) { return }
            result.note { $0.placeholders = .headerAlone(recorded) }
        }
        deliver([result])
    }

    /// Returns false if the pixels are not here, and nobody wants to fetch them.
    private func begin(_ job: PlaceholderJob) -> Bool {
        switch location(of: job.picture) {
        case .file(let path): decode(.placeholders(job, .file(path)))
        case .inline(let content): decode(.placeholders(job, .content(content)))
        case .nowhere: return false
        case .url:
            if let mirrored = job.result.details?.mirrored {
                decode(.placeholders(job, .mirrored(mirrored)))
            } else if plan.fetchesPixels {
                fetchPixels(for: job)
            } else {
                return false
            }
        }
        return true
    }

    func finish(_ job: PlaceholderJob, _ outcome: PlaceholderOutcome) {
        if job.room > 0 { giveBackRoom(job.room) }
        var (result, record) = (job.result, job.record)
        var isRecordable = location(of: job.picture).isRecorded
        let found: PlaceholderResult
        switch outcome {
        case .made(let placeholders):
            record.placeholders.add(placeholders)
            found = .complete(record.placeholders, isDecoded: true)
        case .undecoded(let placeholders, let failure):
            record.placeholders.add(placeholders)
            record.failure = failure.isOfThePicture ? failure : nil
            isRecordable = isRecordable && (failure.isOfThePicture || !placeholders.kinds.isEmpty)
            found = .undecoded(record.placeholders, failure)
        case .unread(let failure):
            isRecordable = false
            found = .undecoded(record.placeholders, failure)
        }
        result.note { $0.placeholders = found }
        if isRecordable { journal?.write([.placeholders(key(of: job.picture), record)]) }
        deliver([result])
    }
}

extension Failure {
    /// Whether the pixels cannot be decoded as long as the picture stays as it is. Other failures depend on the libraries and
    /// the memory of the machine, and on the version of this program, so they are not remembered.
    var isOfThePicture: Bool { code == .truncated || code == .corrupt }
}

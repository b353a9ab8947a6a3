import Base
import Fetching
import ImageHeaders
import Journals

/// A URL to request, and the journal's record of it.
struct RemoteInquiry: Sendable {
    let url: [UInt8]
    private let former: Former
    /// The URL to which the picture has moved, if it may be asked for there.
    let movedTo: [UInt8]?
    /// The picture of the record in the mirror; nil without a mirror, or if it has lost the picture.
    let mirrored: MirroredPicture?
    /// Whether the size alone is of use. With a mirror, the bytes must be there.
    let isForHeader: Bool

    init(url: [UInt8], record: PictureRecord?, movedTo: [UInt8]?, mirrored: MirroredPicture?, isForHeader: Bool) {
        (self.url, self.movedTo, self.mirrored, self.isForHeader) = (url, movedTo, mirrored, isForHeader)
        former = record.map { .known($0) } ?? .unknown
    }

    /// The journal's record. It is large, so it is indirect: inquiries wait by the thousand, and most have none.
    private enum Former {
        case unknown
        indirect case known(PictureRecord)
    }

    private var record: PictureRecord? { if case .known(let record) = former { record } else { nil } }

    var key: PictureKey { .url(url.withUnsafeBufferPointer { urlForStorage($0) }) }

    /// The validators for a conditional request. They are nil without the known size or bytes, since "not changed" would
    /// then not help.
    var validators: PictureValidators? {
        guard let record, record.header != nil, isForHeader || mirrored != nil else { return nil }
        return PictureValidators(
            etag: record.validators.entityTag, lastModified: record.validators.lastModified, length: record.bytes)
    }

    func measured(_ outcome: FetchOutcome) -> MeasuredPicture {
        let former = record.flatMap { PictureFacts($0) }
        var measured = MeasuredPicture(Failure(.cancelled))
        switch outcome.result {
        case .success(.picture(let picture)):
            measured = MeasuredPicture(result: .success(PictureFacts(picture.header, bytes: Int64(clamping: picture.validators.length ?? 0))))
        case .success(.unchanged):
            measured = MeasuredPicture(result: former.map { .success($0) } ?? .failure(Failure(.contentMismatch)))
            measured.origin = .unchanged
            measured.mirrored = mirrored
        case .failure(let failure): measured = MeasuredPicture(failure)
        }
        measured.attempts = outcome.cost.requests
        measured.former = former
        measured.status = outcome.status
        return measured
    }

    /// The new record; nil if the request was stopped by the end of the run, or if the machine had too little for it.
    /// `stored` is the hash of the picture for the mirror.
    func update(_ outcome: FetchOutcome, stored: String? = nil, at now: Int64) -> JournalUpdate? {
        let key = key
        var record = record ?? PictureRecord(asked: now)
        let move = move(outcome, at: now)
        switch outcome.result {
        case .success(.picture(let picture)):
            record.succeed(
                picture.header, bytes: picture.validators.length.map { Int64(clamping: $0) },
                headerEnd: Int64(clamping: picture.headerEnd),
                validators: .init(
                    entityTag: picture.validators.etag.map { Array($0.utf8) },
                    lastModified: picture.validators.lastModified.map { Array($0.utf8) }),
                at: now)
            record.sha256 = stored.map { Array($0.utf8) }
        case .success(.unchanged): record.stayTheSame(at: now)
        case .failure(let failure) where failure.code == .cancelled || failure.isOfTheMachine: return nil
        case .failure(let failure): record.fail(failure, status: outcome.status, at: now, for: key)
        }
        record.move = move
        return JournalUpdate(key: key, record: record)
    }

    /// The place where the next run asks for the picture. After a failure the redirects are followed anew.
    private func move(_ outcome: FetchOutcome, at now: Int64) -> PictureRecord.Move? {
        guard case .success = outcome.result, let movedTo = outcome.movedTo else { return nil }
        return movedTo == self.movedTo ? record?.move : PictureRecord.Move(to: movedTo, at: now)
    }
}

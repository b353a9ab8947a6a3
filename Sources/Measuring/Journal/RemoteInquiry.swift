import Fetching
import ImageHeaders
import Journals
import WeirBase
import WeirRecords
import WeirSystem

/// A picture to request, and what is known of it: the journal's record, or what a row gives.
final class RemoteInquiry: FetchTerms {
    private let key: PictureKey
    private let record: PictureRecord?
    private let given: GivenPicture?
    /// Whether the stated version is an object's tag and length. The record gets those of the answer, since inventories are old, and
    /// objects are replaced behind a listing.
    private let isOfListing: Bool
    /// How the recorded version compares with the stated one.
    private let proof: RecordedPicture.Proof
    /// 0 if the record has none.
    private let recordedVersion: Int64
    let movedTo: [UInt8]?
    /// The picture of the record in the mirror; nil without a mirror, or if it has lost the picture.
    private let mirrored: MirroredPicture?
    /// The file for the bytes; nil if the size alone is of use.
    let part: PartialPicture?
    var store: (any PictureStore)? { part }
    let validators: PictureValidators?

    /// `isForHeader` says whether the size alone is of use. With a mirror, the bytes must be there. If the picture has changed, or with
    /// `isAnew`, it is asked for as if it were new, since the validators of a server may be wrong.
    init(
        _ key: PictureKey, _ record: PictureRecord?, _ recorded: RecordedPicture?, given: GivenPicture?, movedTo: [UInt8]?,
        mirrored: MirroredPicture?, part: PartialPicture?, isForHeader: Bool, isAnew: Bool, isOfListing: Bool
    ) {
        (self.key, self.record, self.given, self.isOfListing) = (key, record, given, isOfListing)
        (proof, recordedVersion) = (recorded?.proof ?? .none, recorded?.stamp ?? 0)
        (self.movedTo, self.mirrored, self.part) = (movedTo, mirrored, part)
        // Without the known size or bytes, "not changed" would not help. The validators of a picture that failed may be of an older version
        // than the stated one. An object's tag is as good as its version.
        let fitVersion = isOfListing || proof != .changed && (record?.streak == nil || key.stamp == nil)
        validators =
            if let given {
                given.validators
            } else if let record, !isAnew, fitVersion, record.header != nil, isForHeader || mirrored != nil {
                PictureValidators(
                    etag: record.entityTag, lastModified: record.lastModified, length: record.bytes, giver: record.giver)
            } else { nil }
    }

    func result(of outcome: FetchOutcome, _ picture: Picture) -> PictureResult {
        let number = picture.number
        let previous = record?.facts
        var result: PictureResult
        switch outcome.result {
        case .success(let header?):
            result = PictureResult(number, header, bytes: outcome.validators.length.map { Int64(clamping: $0) })
        case .success(nil):
            // A server that was not asked so cannot answer so.
            result =
                previous.map { PictureResult(number, recorded: $0, isRemote: true) }
                ?? (given == nil ? PictureResult(Failure(.contentMismatch), of: picture) : PictureResult(number, given: .unchanged))
            result.origin = .unchanged
        case .failure(let failure): result = PictureResult(failure, of: picture)
        }
        result.attempts = Int32(clamping: outcome.cost.requests)
        result.note { details in
            (details.previous, details.hadFailed) = (previous, record.map { $0.streak != nil })
            details.status = outcome.status
            switch outcome.result {
            case .success(.some): details.validators = outcome.validators
            case .success(nil): details.mirrored = mirrored
            case .failure: break
            }
        }
        return result
    }

    /// The new record; nil if the request was stopped by the end of the run, or if the machine had too little for it.
    /// `stored` is the hash of the picture for the mirror. One that `isUnsound` has arrived, and the next run asks for it again.
    func update(_ outcome: FetchOutcome, stored: String? = nil, isUnsound: Bool = false, at now: Int64) -> JournalUpdate? {
        var record = record ?? PictureRecord(asked: now)
        let move = move(outcome, at: now)
        switch outcome.result {
        case .success(let header?):
            record.succeed(
                header, bytes: outcome.validators.length.map { Int64(clamping: $0) }, headerEnd: Int64(clamping: outcome.headerEnd),
                entityTag: outcome.validators.etag.map { Array($0.utf8) },
                lastModified: outcome.validators.lastModified.map { Array($0.utf8) }, maxAge: outcome.maxAge, at: now)
            (record.sha256, record.giver) = (stored.map { Array($0.utf8) }, outcome.validators.otherGiver)
        case .success(nil): record.stayTheSame(maxAge: outcome.maxAge, at: now)
        case .failure(let failure) where failure.code == .cancelled || failure.isOfTheMachine: return nil
        case .failure(let failure):
            let policy = failure.isOfTheAsker || isUnsound ? RetryPolicy.withoutRest : RetryPolicy()
            record.fail(failure, status: outcome.status, at: now, for: key, policy)
        }
        record.move = move
        return .picture(.url(key.name, version: version(of: record, outcome, at: now)), record)
    }

    /// The version of the new record; 0 if none is known.
    private func version(of new: PictureRecord, _ outcome: FetchOutcome, at now: Int64) -> Int64 {
        let stated = key.stamp?.fingerprint ?? 0
        guard new.streak == nil else { return stated == 0 || proof == .unchanged ? recordedVersion : PictureStamp.unproven(stated) }
        if isOfListing {
            let version = new.bytes.map { ObjectPage.version(etag: new.entityTag ?? [], size: Array(String($0).utf8)) } ?? []
            return version.withUnsafeBufferPointer(PictureStamp.version)
        }
        let hasSameTag =
            (new.entityTag ?? new.lastModified) != nil
            && (new.entityTag, new.lastModified) == (record?.entityTag, record?.lastModified)
        if stated == 0 { return hasSameTag ? recordedVersion : PictureStamp.unproven(recordedVersion) }
        // The server's own answer proves the stated version. The first version of a picture is believed.
        guard outcome.age > 0, let record, proof != .none else { return stated }
        // A cached answer proves it if nothing has changed, or if the cache has asked after a run with this version.
        let isProven = proof == .unchanged && hasSameTag || proof != .changed && record.asked <= now - outcome.age
        return isProven ? stated : PictureStamp.unproven(stated)
    }

    /// The URL at which the next run asks for the picture. After a failure the redirects are followed anew.
    private func move(_ outcome: FetchOutcome, at now: Int64) -> PictureRecord.Move? {
        guard case .success = outcome.result, let movedTo = outcome.movedTo else { return nil }
        return movedTo == self.movedTo ? record?.move : PictureRecord.Move(to: movedTo, at: now)
    }
}

extension MeasuringRun {
    /// The request for a picture of the network, with what is known of it.
    func inquiry(for picture: Picture, given: GivenPicture?, part: PartialPicture?) -> RemoteInquiry {
        let key = PictureKey.url(urlForStorage(picture.name), version: version(of: picture.number))
        let record = journal?.record(of: key)
        let recorded = recorded(picture)
        return RemoteInquiry(
            key, record, recorded, given: given, movedTo: movedTo(record, recorded),
            mirrored: isLost(picture.number) ? nil : mirrored(record), part: part, isForHeader: mirror == nil,
            isAnew: plan.journal?.refreshes == true, isOfListing: plan.isListed)
    }

    private func recorded(_ picture: Picture) -> RecordedPicture? {
        journal?.lookup([(picture.name.withUnsafeBufferPointer { hashForStorage($0) }, stamp(of: picture.number))])[0]
    }

    /// The URL to which a picture of the network has moved, if it may be asked for there. Another picture may stand behind another
    /// redirect.
    func movedTo(_ picture: Picture) -> [UInt8]? { movedTo(record(of: picture), recorded(picture)) }

    private func movedTo(_ record: PictureRecord?, _ recorded: RecordedPicture?) -> [UInt8]? {
        guard let journal, let record, recorded?.hasChanged != true, recorded?.proof != .unproven else { return nil }
        return journal.movedTo(record, at: unixSeconds())
    }

    /// The journal's record of a picture. It can be read after the run has ended.
    package func record(of picture: Picture) -> PictureRecord? { journal?.record(of: key(of: picture)) }

    /// The picture that a record describes, if the mirror still has it.
    func mirrored(_ record: PictureRecord?) -> MirroredPicture? {
        guard let mirror, let record, let header = record.header, let bytes = record.bytes.flatMap(UInt64.init(exactly:)),
            let picture = record.sha256.flatMap({ MirroredPicture(hash: $0, bytes: bytes) })
        else { return nil }
        return mirror.has(picture, header.format) ? picture : nil
    }
}

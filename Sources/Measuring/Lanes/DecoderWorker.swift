import Fetching
import Glibc
import ImageHeaders
import Journals
import Pixels
import WeirBase
import WeirSystem

/// The tools with which a thread works on whole pictures.
struct DecoderWorker: ~Copyable {
    private let run: MeasuringRun
    private var probe: FileProbe
    /// Verifies and decodes what is not trusted with this process.
    private let decoder: DecoderProcess
    private var pixels: SmallPictureReader

    init(_ run: MeasuringRun, isVerifying: Bool) {
        self.run = run
        probe = FileProbe(limits: run.plan.fetching.headers)
        decoder = DecoderProcess(isVerifying ? DecoderLimits(memory: DecodingLimits().memory) : DecoderLimits())
        pixels = SmallPictureReader(limits: .shared(among: availableProcessors), separately: decoder)
    }

    mutating func carryOut(_ work: [DecoderWork]) {
        var wanted: [Picture] = []
        var parts: [ArrivedPicture] = []
        // Decoding takes long, so a run that ends begins no more of it. Pictures for the mirror are whole, and are kept.
        for work in work where work.isKeep || run.cancellation.reason == nil {
            switch work {
            case .verify(let picture, let result): verify(picture, result)
            case .lookup(let picture): wanted.append(picture)
            case .keep(let part): parts.append(part)
            case .placeholders(let job): makePlaceholders(job)
            }
        }
        if !wanted.isEmpty { lookUp(wanted) }
        if !parts.isEmpty { keep(parts) }
    }

    // MARK: Files

    private func verify(_ picture: Picture, _ result: PictureResult) {
        guard let header = result.header else { return run.complete(picture, result) }
        var verified = result
        var update = result.details?.update
        if update != nil { verified.note { $0.update = nil } }
        if let failure = failure(of: picture, header) {
            verified.fail(failure, picture.name)
            if failure.isOfThePicture, case .picture(let key, let found) = update {
                update = run.journal?.failing(key, failure, at: found.asked)
            } else {
                update = nil
                verified = verified.unrecorded
            }
        }
        run.journal?.write([update].compactMap { $0 })
        run.complete(picture, verified)
    }

    private func failure(of picture: Picture, _ header: ImageHeader) -> Failure? {
        switch run.location(of: picture) {
        case .inline(let content): return Pixels.decodingFailure(of: ContentBytes(bytes: content), header: header, separately: decoder)
        case .file(let path):
            switch run.openFile(path) {
            case .failure(let failure):
                run.check(failure, of: picture.name)
                return failure
            case .success(let file):
                defer { close(file) }
                return failure(of: file, header)
            }
        case .url, .nowhere: return nil
        }
    }

    /// The reason why the bytes of a picture are not sound; nil if they are, or if nobody asks.
    private func failure(of file: Int32, _ header: ImageHeader) -> Failure? {
        guard run.plan.isVerifying else { return nil }
        do throws(Failure) {
            return Pixels.decodingFailure(of: try FileBytes(file), header: header, separately: decoder)
        } catch {
            return error
        }
    }

    // MARK: The mirror

    /// Answers for pictures that the mirror has, and lets the others be fetched.
    private mutating func lookUp(_ pictures: [Picture]) {
        let now = unixSeconds()
        keepLeftovers(of: pictures)
        var recorded: [RecordedPicture?] = pictures.map { _ in nil }
        if let journal = run.journal {
            recorded = journal.lookup(pictures.map { ($0.name.withUnsafeBufferPointer { hashForStorage($0) }, run.stamp(of: $0.number)) })
        }
        var unknown = NameBlock()
        for (picture, recorded) in zip(pictures, recorded) {
            picture.name.withUnsafeBufferPointer { name in
                if let result = run.answer(for: picture.number, name, recorded, at: now)
                    ?? mirroredAnswer(for: picture, recorded, at: now)
                {
                    run.complete(picture, result)
                } else {
                    unknown.append(picture.number, name)
                }
            }
        }
        run.fetch(unknown)
    }

    /// The result of a picture that the mirror has and whose size is trusted.
    private func mirroredAnswer(for picture: Picture, _ recorded: RecordedPicture?, at now: Int64) -> PictureResult? {
        guard let journal = run.journal, let recorded else { return nil }
        let record = journal.record(of: run.key(of: picture))
        guard let mirrored = run.mirrored(record), isSound(mirrored, record) else {
            // The bytes are not as they were, so the server must send them again.
            if run.plan.isVerifying, record?.sha256 != nil { run.refetch(picture) }
            return nil
        }
        guard let facts = journal.trusted(recorded, isRemote: true, at: now) else { return nil }
        var result = PictureResult(picture.number, recorded: facts, isRemote: true)
        result.note { $0.mirrored = mirrored }
        return result
    }

    /// A run that verifies pictures reads all bytes of those in the mirror.
    private func isSound(_ picture: MirroredPicture, _ record: PictureRecord?) -> Bool {
        guard run.plan.isVerifying, let mirror = run.mirror, let header = record?.header else { return true }
        return mirror.read(picture, header.format) { failure(of: $0, header) == nil } ?? false
    }

    /// Puts pictures into the mirror that a killed run has stored whole. The journal then knows them like all others.
    private mutating func keepLeftovers(of pictures: [Picture]) {
        guard let mirror = run.mirror, let journal = run.journal else { return }
        var whole: [(PartialPicture, ImageFormat)] = []
        var updates: [JournalUpdate] = []
        for picture in pictures where run.cancellation.reason == nil {
            guard let part = mirror.leftover(of: picture.name),
                // Nobody knows the version of what a killed run has stored.
                let (format, update) = adopt(part, .url(urlForStorage(picture.name)), from: journal)
            else { continue }
            whole.append((part, format))
            updates += [update].compactMap { $0 }
        }
        if !whole.isEmpty { _ = keep(whole, updates) }
    }

    /// The format of a whole picture, and its record unless the journal has it. Returns nil if the picture is not sound, or if
    /// another run has asked for it since. Such a part goes, unless a later run may make use of it.
    private mutating func adopt(_ part: PartialPicture, _ key: PictureKey, from journal: RunJournal) -> (ImageFormat, JournalUpdate?)? {
        let file = part.openToRead()
        guard file >= 0 else { return nil }
        defer { close(file) }
        let header: ImageHeader
        do throws(Failure) {
            header = try probe.header(ofFile: file).get()
            if let failure = failure(of: file, header) { throw failure }
        } catch {
            part.leave(after: error)
            return nil
        }
        let hash = Array(part.hash.utf8)
        var record = journal.record(of: key) ?? PictureRecord(asked: 0)
        if record.sha256 == hash { return (header.format, nil) }
        guard record.asked <= part.storedAt else {
            part.discard()
            return nil
        }
        record.succeed(
            header, bytes: Int64(clamping: part.count), headerEnd: Int64(clamping: part.count),
            entityTag: part.version?.etag.map { Array($0.utf8) }, lastModified: part.version?.lastModified.map { Array($0.utf8) },
            at: part.storedAt)
        (record.sha256, record.giver) = (hash, part.version?.otherGiver)
        return (header.format, .picture(key, record))
    }

    /// Keeps pictures that were fetched whole, as far as they are sound.
    private func keep(_ parts: [ArrivedPicture]) {
        let now = unixSeconds()
        var sound: [(part: ArrivedPicture, result: PictureResult, format: ImageFormat)] = []
        var updates: [JournalUpdate] = []
        for part in parts {
            var result = part.inquiry.result(of: part.outcome, part.picture)
            guard let header = result.header else { continue }
            if let failure = objection(to: part.part, header) {
                result.fail(failure, part.picture.name)
                // The next run continues what arrived.
                part.part.leave(after: failure)
                let update = failure.isOfThePicture ? part.inquiry.update(FetchOutcome(failure), isUnsound: true, at: now) : nil
                if update == nil { result = result.unrecorded }
                updates += [update].compactMap { $0 }
                run.complete(part.picture, result)
            } else {
                sound.append((part, result, header.format))
                updates += [part.inquiry.update(part.outcome, stored: part.part.hash, at: now)].compactMap { $0 }
            }
        }
        guard let kept = keep(sound.map { ($0.part.part, $0.format) }, updates) else { return }
        for ((part, result, _), mirrored) in zip(sound, kept) {
            var result = result
            result.note { $0.mirrored = mirrored }
            run.complete(part.picture, result)
        }
    }

    private func objection(to part: PartialPicture, _ header: ImageHeader) -> Failure? {
        guard run.plan.isVerifying else { return nil }
        let file = part.openToRead()
        guard file >= 0 else {
            let code = errno
            let failure = Failure(errno: code)
            if failure.isOfTheMachine { run.cancellation.cancel(.unreadable(part.path, code)) }
            return failure
        }
        defer { close(file) }
        return failure(of: file, header)
    }

    /// Moves sound pictures to their final names, and records the updates. The journal has the rows first: without its row, no later
    /// run would know of which URL a picture in the mirror is. nil if the run has ended because that failed.
    private func keep(_ pictures: [(PartialPicture, ImageFormat)], _ updates: [JournalUpdate]) -> [MirroredPicture]? {
        run.journal?.write(updates)
        if !pictures.isEmpty { run.journal?.flush() }
        do throws(MachineFailure) {
            return try run.mirror?.keep(pictures, readingOld: run.plan.isVerifying) ?? []
        } catch {
            run.cancellation.cancel(error)
            return nil
        }
    }

    // MARK: Placeholders

    private mutating func makePlaceholders(_ job: PlaceholderJob) {
        if let content = job.content { return makePlaceholders(job, of: ContentBytes(bytes: content), probe.reader.header(of: content)) }
        if let mirrored = job.result.details?.mirrored {
            let isHere: Void? = run.mirror?.read(mirrored, job.facts.format) { makePlaceholders(job, ofFile: $0) }
            if isHere == nil { run.finish(job, nil, Failure(.notFound)) }
            return
        }
        guard case .file(let path) = run.location(of: job.picture) else {
            return run.finish(job, nil, Failure(.notFound))
        }
        switch run.openFile(path) {
        case .failure(let failure):
            run.check(failure, of: job.picture.name)
            run.finish(job, nil, failure)
        case .success(let file):
            defer { close(file) }
            makePlaceholders(job, ofFile: file)
        }
    }

    private mutating func makePlaceholders(_ job: PlaceholderJob, ofFile file: Int32) {
        let header = probe.header(ofFile: file)
        do throws(Failure) { makePlaceholders(job, of: try FileBytes(file), header) } catch {
            run.finish(job, nil, error)
        }
    }

    private mutating func makePlaceholders(_ job: PlaceholderJob, of bytes: some PictureBytes, _ header: Result<ImageHeader, Failure>) {
        var made = Placeholders()
        do throws(Failure) {
            let header = try header.get()
            guard header.displayed == job.facts.size, header.format == job.facts.format else {
                throw Failure(.contentMismatch, "the picture changed while it was read")
            }
            try made.add(job.kinds, of: bytes, header: header, &pixels)
            run.finish(job, made)
        } catch {
            run.finish(job, made, error)
        }
    }
}

import Base
import Journals
import Pixels
import System

/// Placeholders of measured pictures: from the journal, or made of the pictures' pixels.
extension PictureMeasurer {
    func addPlaceholders(
        to pictures: inout [MeasuredPicture], _ imgs: [UnsafeBufferPointer<UInt8>], _ willWait: () -> Void
    ) {
        let named = imgs.map { NamedPicture($0, known: nil, below: root) }
        let stored = storedPlaceholders(of: pictures, named)
        var jobs: [(index: Int, job: PlaceholderJob)] = []
        for index in pictures.indices {
            let record = stored[index]
            guard case .success(let facts) = pictures[index].result else {
                pictures[index].placeholders = record.map { .complete($0.placeholders, isDecoded: false) }
                continue
            }
            let known = record?.placeholders ?? Placeholders()
            let missing = run.plan.placeholders.subtracting(known.kinds)
            if let failure = record?.failure {
                pictures[index].placeholders = .undecoded(known, failure)
            } else if missing.isEmpty {
                pictures[index].placeholders = .complete(known, isDecoded: false)
            } else {
                jobs.append((index, PlaceholderJob(location: named[index].location, facts: facts, mirrored: pictures[index].mirrored, kinds: missing)))
            }
        }
        var outcomes = self.outcomes(of: jobs.map(\.job))
        if run.plan.fetchesPixels { fetchMissing(of: jobs.map { (named[$0.index], $0.job) }, into: &outcomes, willWait) }
        var updates: [JournalUpdate] = []
        for ((index, _), outcome) in zip(jobs, outcomes) {
            var record = stored[index] ?? PlaceholderRecord()
            var isLearned = named[index].isRecorded
            switch outcome {
            case .made(let placeholders):
                record.placeholders.add(placeholders)
                pictures[index].placeholders = .complete(record.placeholders, isDecoded: true)
            case .undecoded(let failure):
                record.failure = failure
                isLearned = isLearned && failure.isOfThePicture
                pictures[index].placeholders = .undecoded(record.placeholders, failure)
            case .unread(let failure):
                isLearned = false
                pictures[index].placeholders = .undecoded(record.placeholders, failure)
            case nil:
                isLearned = false
                pictures[index].placeholders = .headerAlone(record.placeholders)
            }
            if isLearned { updates.append(JournalUpdate(key: key(of: named[index]), placeholders: record)) }
        }
        journal?.record(updates)
    }

    /// What the journal has of pictures that are as they were, and of pictures that failed.
    private func storedPlaceholders(of pictures: [MeasuredPicture], _ named: [NamedPicture]) -> [PlaceholderRecord?] {
        var found = [PlaceholderRecord?](repeating: nil, count: pictures.count)
        guard let journal else { return found }
        let known = pictures.indices.filter { !pictures[$0].isOK || pictures[$0].isKnownContent }
        for (index, record) in zip(known, journal.placeholders(of: known.map { key(of: named[$0]) })) { found[index] = record }
        return found
    }

    /// Works on as many threads as are of use, since a small catalogue is one batch.
    private func outcomes(of jobs: [PlaceholderJob]) -> [PlaceholderOutcome?] {
        let results = Locked<[PlaceholderOutcome?]>([])
        var next = 0
        let work = OrderedWork<PlaceholderJob, PlaceholderOutcome?>(
            threads: min(availableProcessors, jobs.count / Self.jobsForAThread + 1), signals: run.signals,
            next: {
                defer { next += 1 }
                return next < jobs.count ? jobs[next] : nil
            },
            deliver: { result in results.change { $0.append(result) } })
        do throws(MachineFailure) {
            try work.run(makeWorker: { [run, root] in PlaceholderMaker(run, below: root) }) { maker, job in maker.outcome(of: job) }
        } catch {
            // The run was asked to end, and delivers no more results.
        }
        return results.value
    }

    /// Fetches the pictures of the network that have no outcome yet, and adds theirs.
    private func fetchMissing(
        of jobs: [(named: NamedPicture, job: PlaceholderJob)], into outcomes: inout [PlaceholderOutcome?], _ willWait: () -> Void
    ) {
        let now = unixSeconds()
        let missing = zip(outcomes, jobs.indices).filter { outcome, index in outcome == nil && jobs[index].named.isRemote }.map(\.1)
        let pictures = missing.map { index in
            let record = journal?.record(of: key(of: jobs[index].named))
            return RemotePixels(
                url: Array(jobs[index].named.img), movedTo: record.flatMap { journal?.movedTo($0, at: now) }, facts: jobs[index].job.facts)
        }
        PixelFetch(run).fetch(pictures, willWait) { range, contents in
            let decoded = self.outcomes(of: zip(missing[range], contents).map { index, content in
                var job = jobs[index].job
                job.location = switch content {
                case .success(let bytes): .inline(bytes)
                case .failure(let failure): .nowhere(failure)
                }
                return job
            })
            for (index, outcome) in zip(missing[range], decoded) { outcomes[index] = outcome }
        }
    }

    /// The number of pictures that justifies one more thread.
    private static var jobsForAThread: Int { 4 }
}

extension MeasuredPicture {
    /// Whether the picture is the one that the journal knew before.
    fileprivate var isKnownContent: Bool {
        switch origin {
        case .measured: false
        case .unchanged, .memory: true
        }
    }
}

extension NamedPicture {
    /// Whether journals have rows of such pictures.
    fileprivate var isRecorded: Bool {
        switch location {
        case .remote, .file: true
        case .inline, .nowhere: false
        }
    }
}

extension Failure {
    /// Whether the pixels cannot be decoded as long as the picture stays as it is. Other failures depend on the libraries and
    /// the memory of the machine, and on the version of this program, so they are not remembered.
    fileprivate var isOfThePicture: Bool { code == .truncated || code == .corrupt }
}

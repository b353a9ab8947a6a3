import Base
import Journals
import Pixels
import System

/// Placeholders of measured pictures: from the journal, or made of the pictures' pixels.
extension PictureMeasurer {
    func addPlaceholders(to pictures: inout [MeasuredPicture], _ imgs: [UnsafeBufferPointer<UInt8>]) {
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
        var updates: [JournalUpdate] = []
        for ((index, _), made) in zip(jobs, made(jobs.map(\.job))) {
            var record = stored[index] ?? PlaceholderRecord()
            switch made {
            case .success(let placeholders):
                record.placeholders.add(placeholders)
                pictures[index].placeholders = .complete(record.placeholders, isDecoded: true)
            case .failure(let failure):
                record.failure = failure
                pictures[index].placeholders = .undecoded(record.placeholders, failure)
            case nil: pictures[index].placeholders = .headerAlone(record.placeholders)
            }
            guard made != nil, named[index].isRecorded, record.failure?.isOfThePicture ?? true else { continue }
            updates.append(JournalUpdate(key: key(of: named[index]), placeholders: record))
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

    /// The results of all jobs, on as many threads as are of use: a small catalogue is one batch.
    private func made(_ jobs: [PlaceholderJob]) -> [Result<Placeholders, Failure>?] {
        let results = Locked<[Result<Placeholders, Failure>?]>([])
        var next = 0
        let work = OrderedWork<PlaceholderJob, Result<Placeholders, Failure>?>(
            threads: min(availableProcessors, jobs.count / Self.jobsForAThread + 1), signals: run.signals,
            next: {
                defer { next += 1 }
                return next < jobs.count ? jobs[next] : nil
            },
            deliver: { result in results.change { $0.append(result) } })
        do throws(MachineFailure) {
            try work.run(makeWorker: { [run, root] in PlaceholderMaker(run, below: root) }) { maker, job in maker.placeholders(for: job) }
        } catch {
            // The run was asked to end, and delivers no more results.
        }
        return results.value
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

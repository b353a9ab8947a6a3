import Glibc
import ImageHeaders
import Journals
import WeirBase
import WeirSystem

/// The files' lane: a thread for each processor, which measures files. Pictures of the network come through it first if the disk
/// has to be asked about them: what the journal's row has of a failure, or of placeholders.
final class FilesLane: Sendable {
    private struct State {
        var names = NameQueue()
        var isClosed = false
    }

    private let state = Locked(State())
    private let threads = LaneThreads()

    /// A caller that adds names waits while so many wait, so they take little memory.
    private static let mostWaiting = 1 << 16
    /// The number of names that a thread takes at once.
    private static let blockNames = 256

    func add(_ pictures: NameBlock, of run: MeasuringRun) {
        guard pictures.count > 0 else { return }
        threads.begin(to: "read files", of: run) {
            var worker = FileWorker(run)
            while let block = self.take() { worker.measure(block) }
        }
        state.wait(until: { $0.names.count < FilesLane.mostWaiting || $0.isClosed }) { state in
            guard !state.isClosed else { return }
            state.names.append(pictures)
        }
        state.notifyAll()
    }

    private func take() -> NameBlock? {
        let block = state.wait(until: { !$0.names.isEmpty || $0.isClosed }) { state -> NameBlock? in
            guard !state.isClosed else { return nil }
            // Few names are divided among the threads.
            return state.names.popFirst(atMost: max(1, min(FilesLane.blockNames, state.names.count / availableProcessors)))
        }
        if block != nil { state.notifyAll() }
        return block
    }

    /// Takes no more names. The threads end with the blocks that they have.
    func end() {
        state.announce { state in
            state.isClosed = true
            state.names = NameQueue()
        }
    }

    /// Returns when all threads have ended.
    func join() { threads.join() }
}

/// The tools with which a thread measures files.
private struct FileWorker: ~Copyable {
    private let run: MeasuringRun
    private var probe: FileProbe
    private var stamps = FileStamps()

    init(_ run: MeasuringRun) {
        self.run = run
        probe = FileProbe(limits: run.plan.fetching.headers)
    }

    mutating func measure(_ pictures: NameBlock) {
        // A time before the files are opened, so that a later write to a file shows in its stamp.
        let now = unixSeconds()
        let recorded = recorded(pictures)
        var updates: [JournalUpdate] = []
        var unknown = NameBlock()
        var results: [PictureResult] = []
        results.reserveCapacity(pictures.count)
        var index = 0
        pictures.forEach { number, name in
            let recorded = recorded?[index]
            index += 1
            if let result = run.answer(for: number, name, recorded, at: now) { return results.append(result) }
            // Most names are paths as they stand, of which no copy is made.
            if run.root == nil, PictureLocation.isPath(name) {
                return results.append(PictureResult(number, probe.header(of: name), name: Array(name)))
            }
            switch PictureLocation(of: name, below: run.root) {
            case .url: unknown.append(number, name)
            case .nowhere(let failure): results.append(PictureResult(failure, of: Picture(number, Array(name))).unrecorded)
            case .inline(let content):
                let header = probe.reader.header(of: content)
                results.append(PictureResult(number, header, bytes: Int64(content.count), name: Array(name)).unrecorded)
            case .file(let path): results.append(measureFile(path, of: number, name, recorded, at: now, &updates))
            }
        }
        run.fetch(unknown)
        run.journal?.write(updates)
        run.verifyAndComplete(results, of: pictures)
    }

    /// The journal's data of each picture; nil for a picture that it does not have.
    private mutating func recorded(_ pictures: NameBlock) -> [RecordedPicture?]? {
        guard let journal = run.journal, let root = run.root else { return nil }
        var keys: [PictureKey.Lookup] = []
        pictures.forEach { number, name in
            switch PictureLocation(of: name, below: root) {
            case .url: keys.append((hashForStorage(name), run.stamp(of: number)))
            case .file(let path):
                let stamp = stamps.stamp(of: path[...], in: root) ?? .unknown
                keys.append(((root.prefix + path).withUnsafeBytes { NameHash(of: $0) }, .file(stamp)))
            // A lookup of an empty name finds nothing.
            case .nowhere, .inline: keys.append((NameHash(of: UnsafeRawBufferPointer(start: nil, count: 0)), nil))
            }
        }
        return journal.lookup(keys)
    }

    private mutating func measureFile(
        _ path: [UInt8], of number: Int32, _ name: UnsafeBufferPointer<UInt8>, _ recorded: RecordedPicture?, at now: Int64,
        _ updates: inout [JournalUpdate]
    ) -> PictureResult {
        var status: stat?
        let header: Result<ImageHeader, Failure>
        switch run.openFile(path) {
        case .failure(let failure):
            run.check(failure, of: Array(name))
            header = .failure(failure)
        case .success(let file):
            defer { close(file) }
            if run.root != nil {
                var own = stat()
                status = fstat(file, &own) == 0 ? own : nil
            }
            header = probe.header(ofFile: file)
        }
        // Files of the kernel report no length.
        let bytes = status.flatMap { $0.st_size > 0 ? Int64($0.st_size) : nil }
        var result = PictureResult(number, header, bytes: bytes, name: Array(name))
        if let recorded { result.note { ($0.previous, $0.hadFailed) = (recorded.facts, recorded.isFailing) } }
        if let root = run.root, let journal = run.journal, result.failure?.isOfTheMachine != true {
            let key = PictureKey.file(root.prefix + path, status.map { FileStamp($0) } ?? .unknown)
            switch header {
            case .success(let header):
                var record = PictureRecord(asked: now)
                record.succeed(header, bytes: bytes, at: now)
                if run.plan.isVerifying {
                    result.note { $0.update = .picture(key, record) }
                } else {
                    updates.append(.picture(key, record))
                }
            case .failure(let failure): updates.append(journal.failing(key, failure, isKnown: recorded != nil, at: now))
            }
        }
        return result
    }
}

extension FileStamp {
    /// The stamp of a path that is missing or no plain file. No measured file has this stamp.
    static let unknown = FileStamp(device: 0, inode: 0, size: 0, seconds: 0, nanoseconds: 0)
}

import Base
import Fetching
import ImageHeaders
import System

/// A look at pictures that a manifest names, after it was written.
public struct PictureInspection: Sendable {
    /// Where relative paths begin, and what they may not leave.
    public var root: [UInt8]
    public var journal: JournalUse?
    /// The folder in which whole pictures of the network are kept.
    public var mirror: [UInt8]?
    /// Whether pictures are decoded to their end.
    public var isVerifying = false
    public var fetching: FetchSettings

    public init(root: [UInt8], fetching: FetchSettings) {
        self.root = root
        self.fetching = fetching
    }

    /// What was found of a picture.
    public struct Answer: Sendable {
        public let result: Result<PictureFacts, Failure>
        /// What the server answered last, where the failure is that answer.
        public let status: Int?
    }

    /// So many pictures are taken by a thread at once.
    private static let batchSize = 64

    /// Looks at each picture once, and answers in their order.
    public func run(_ imgs: [[UInt8]], _ interruption: Interruption) throws(MachineFailure) -> [Answer] {
        let limits = fetching.headers
        let remote = RemotePictures(fetching)
        interruption.onSignal { remote.cancel(after: RemotePictures.lastPatience) }
        defer { remote.close() }
        let root = try PictureRoot(root)
        let mirror = try mirror.map { path throws(MachineFailure) in try PictureMirror(path, limits: limits) }
        let memory = try journal.map { use throws(MachineFailure) in try PictureMemory(use) }
        let answers = Locked<[Answer]>([])
        var next = 0
        let work = OrderedWork<ArraySlice<[UInt8]>, [MeasuredPicture]>(
            mostThreads: RemotePictures.waitingThreads, interruption: interruption,
            next: {
                guard next < imgs.count else { return nil }
                defer { next = min(imgs.count, next + Self.batchSize) }
                return imgs[next...].prefix(Self.batchSize)
            },
            deliver: { batch throws(MachineFailure) in
                try mirror?.check()
                try memory?.check()
                answers.change { $0 += batch.map { Answer(result: $0.result, status: $0.status) } }
            })
        remote.onWait { work.addWorker() }
        do throws(MachineFailure) {
            try work.run(
                makeWorker: { [isVerifying] in
                    PictureMeasurer(
                        root: root, remote: remote, limits: limits, memory: memory, mirror: mirror, isVerifying: isVerifying)
                },
                work: { measurer, batch in
                    batch.withBuffers { imgs in
                        measurer.measure(imgs, knowing: imgs.map { _ in nil })
                    }
                })
        } catch {
            remote.cancel()
            remote.close()
            // What was learned is kept.
            try memory?.finish()
            throw error
        }
        remote.close()
        try memory?.finish()
        try mirror?.sync()
        return answers.read { $0 }
    }
}

extension ArraySlice<[UInt8]> {
    /// Gives access to all texts at once.
    fileprivate func withBuffers<Result>(_ body: ([UnsafeBufferPointer<UInt8>]) -> Result) -> Result {
        let bytes = flatMap { $0 }
        return bytes.withUnsafeBufferPointer { buffer in
            var start = 0
            return body(
                map { text in
                    defer { start += text.count }
                    return UnsafeBufferPointer(rebasing: buffer[start..<start + text.count])
                })
        }
    }
}

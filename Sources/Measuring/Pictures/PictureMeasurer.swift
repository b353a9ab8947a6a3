import Base
import Journals
import System

/// Receives pictures, by their index in a batch, while others of the batch are still awaited: those of the network when
/// they come, and files that failed. It is called on several threads, and must not wait.
public typealias PictureObserver = @Sendable (Int, MeasuredPicture) -> Void

/// Measures the pictures that rows name: files below a root folder, and pictures of the network. Files, the network,
/// the journal and the mirror are joined here. Each thread has its own measurer.
public struct PictureMeasurer: ~Copyable {
    let run: MeasuringRun
    let root: PictureRoot
    /// The root's path with a slash at the end.
    let rootPrefix: [UInt8]
    var probe: FileProbe
    var stamps = FileStamps()

    var journal: RunJournal? { run.journal }
    var mirror: PictureMirror? { run.mirror }
    var isVerifying: Bool { run.plan.isVerifying }

    public init(_ run: MeasuringRun, below root: PictureRoot) {
        self.run = run
        self.root = root
        let slash = UInt8(ascii: "/")
        rootPrefix = root.path.last == slash ? root.path : root.path + [slash]
        probe = FileProbe(limits: run.plan.fetching.headers)
    }

    /// Measures pictures, in their order. `known` has the journal's record of each picture; `hear` is called as described
    /// at `PictureObserver`; `willWait` is called before waiting for the network.
    public mutating func measure(
        _ imgs: [UnsafeBufferPointer<UInt8>], knowing known: [KnownPicture?], hear: PictureObserver? = nil,
        _ willWait: () -> Void
    ) -> [MeasuredPicture] {
        var pictures = measure(imgs, knowing: known, at: unixSeconds(), hear: hear, willWait)
        if !run.plan.placeholders.isEmpty { addPlaceholders(to: &pictures, imgs, willWait) }
        return pictures
    }

    private mutating func measure(
        _ imgs: [UnsafeBufferPointer<UInt8>], knowing known: [KnownPicture?], at now: Int64, hear: PictureObserver?,
        _ willWait: () -> Void
    ) -> [MeasuredPicture] {
        // Only rows of URLs are trusted here. The row of a file without a stamp must not pass for the row of a URL.
        let known = zip(imgs, known).map { PictureReference.isURL($0) ? $1 : nil }
        var settled = SettledPictures(of: imgs.count)
        for (index, known) in known.enumerated() {
            guard let facts = trustedFacts(of: known, isRemote: true, at: now) else { continue }
            settled.add(MeasuredPicture(known: facts, isRemote: true), at: index)
        }
        // In most runs, most pictures are already done here.
        let others = settled.missing
        if others.isEmpty { return settled.pictures(with: []) }
        let found = measure(
            others.map { NamedPicture(imgs[$0], known: known[$0], below: root) }, at: now, hear: { hear?(others[$0], $1) }, willWait)
        return settled.pictures(with: found)
    }

    private mutating func measure(
        _ named: consuming [NamedPicture], at now: Int64, hear: @escaping PictureObserver, _ willWait: () -> Void
    ) -> [MeasuredPicture] {
        var pictures = named
        keepLeftovers(of: &pictures)
        var settled = lookUp(&pictures, at: now)
        let hadFailed = pictures.map { $0.known?.isFailing }
        // The network works while files are read.
        let remote = settled.missing.filter { pictures[$0].isRemote }
        let ordered = order(remote.map { inquiry(for: pictures[$0], at: now) }) { index, picture in
            hear(remote[index], picture.after(failure: hadFailed[remote[index]]))
        }
        var updates: [JournalUpdate] = []
        for index in settled.missing where !pictures[index].isRemote {
            settled.add(measureFile(pictures[index], at: now, &updates), at: index)
        }
        journal?.record(updates)
        for (index, picture) in settled.failures where !remote.isEmpty { hear(index, picture.after(failure: hadFailed[index])) }
        // A batch that waits has no need of these.
        pictures = []
        return zip(settled.pictures(with: waitFor(ordered, willWait)), hadFailed).map { $0.after(failure: $1) }
    }
}

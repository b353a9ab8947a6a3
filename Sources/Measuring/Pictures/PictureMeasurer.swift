import Base
import Journals
import Pixels
import System

/// Receives pictures, by their index in a batch, while others of the batch are still awaited: those of the network when
/// they come, and files that failed. It is called on several threads, and must not wait.
package typealias PictureObserver = @Sendable (Int, MeasuredPicture) -> Void

/// Measures the pictures that rows name: files below a root folder, and pictures of the network. Files, the network,
/// the journal and the mirror are joined here. Each thread has its own measurer.
package struct PictureMeasurer: ~Copyable {
    let run: MeasuringRun
    let root: PictureRoot
    /// The root's path with a slash at the end.
    let rootPrefix: [UInt8]
    var probe: FileProbe
    var stamps = FileStamps()
    /// Verifies what is decoded in another process.
    let decoder = DecoderProcess(DecoderLimits(memory: DecodingLimits().memory))

    var journal: RunJournal? { run.journal }
    var mirror: PictureMirror? { run.mirror }
    var isVerifying: Bool { run.plan.isVerifying }

    package init(_ run: MeasuringRun, below root: PictureRoot) {
        self.run = run
        self.root = root
        let slash = UInt8(ascii: "/")
        rootPrefix = root.path.last == slash ? root.path : root.path + [slash]
        probe = FileProbe(limits: run.plan.fetching.headers)
    }

    /// Measures pictures, in their order. `known` has the journal's record of each picture, and `ahead` the indices and the
    /// numbers of those that were ordered ahead; `hear` is called as described at `PictureObserver`; `willWait` is called once
    /// before waiting for the network.
    package mutating func measure(
        _ imgs: [UnsafeBufferPointer<UInt8>], knowing known: [KnownPicture?], ahead: [(index: Int, number: Int32)] = [],
        hear: PictureObserver? = nil, _ willWait: () -> Void
    ) -> [MeasuredPicture] {
        var pictures = measure(imgs, knowing: known, ahead: ahead, at: unixSeconds(), hear: hear, willWait)
        if !run.plan.placeholders.isEmpty { addPlaceholders(to: &pictures, imgs, willWait) }
        return pictures
    }

    private mutating func measure(
        _ imgs: [UnsafeBufferPointer<UInt8>], knowing known: [KnownPicture?], ahead: [(index: Int, number: Int32)], at now: Int64,
        hear: PictureObserver?, _ willWait: () -> Void
    ) -> [MeasuredPicture] {
        // Only rows of URLs are trusted here. The row of a file without a stamp must not pass for the row of a URL.
        let known = zip(imgs, known).map { PictureReference.isURL($0) ? $1 : nil }
        var settled = SettledPictures(of: imgs.count)
        for index in ahead.map(\.index) { settled.claim(index) }
        for index in settled.missing {
            guard let facts = trustedFacts(of: known[index], isRemote: true, at: now) else { continue }
            settled.add(MeasuredPicture(known: facts, isRemote: true), at: index)
        }
        let claimed = ahead.isEmpty ? nil : run.ahead.claim(ahead.map(\.number)) { hear?(ahead[$0].index, $1) }
        // In most runs, most pictures are already done here.
        let others = settled.missing
        if others.isEmpty, claimed == nil { return settled.pictures(with: []) }
        var isWaiting = false
        func willWaitOnce() {
            if !isWaiting { willWait() }
            isWaiting = true
        }
        let found = others.isEmpty ? [] : measure(
            others.map { NamedPicture(imgs[$0], known: known[$0], below: root) }, at: now, hear: { hear?(others[$0], $1) }, willWaitOnce)
        for (place, picture) in zip(ahead, claimed?.wait(willWaitOnce) ?? []) { settled.add(picture, at: place.index) }
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

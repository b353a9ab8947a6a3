import Base
import Fetching
import Glibc
import ImageHeaders
import Journals
import System

/// Measures the pictures that rows name: files below a root folder, and pictures of the network. Here meet
/// files, the network, the journal and the mirror. Each thread has a measurer of its own.
public struct PictureMeasurer: ~Copyable {
    let root: PictureRoot
    /// The root's path with a slash behind it.
    let rootPrefix: [UInt8]
    private let run: MeasuringRun
    private var probe: FileProbe
    var stamps = FileStamps()

    var memory: PictureMemory? { run.memory }
    var mirror: PictureMirror? { run.mirror }
    var isVerifying: Bool { run.plan.isVerifying }

    public init(_ run: MeasuringRun, below root: PictureRoot) {
        self.root = root
        let slash = UInt8(ascii: "/")
        rootPrefix = root.path.last == slash ? root.path : root.path + [slash]
        self.run = run
        probe = FileProbe(limits: run.plan.fetching.headers)
    }

    /// `known` tells of each picture what was looked up already. `willWait` is called before the network is
    /// waited for.
    public mutating func measure(
        _ imgs: [UnsafeBufferPointer<UInt8>], knowing known: [KnownPicture?], _ willWait: () -> Void
    ) -> [MeasuredPicture] {
        let now = unixSeconds()
        // A row of the journal without a stamp is no URL's if somebody took the stamp away.
        let known = zip(imgs, known).map { PictureReference.isURL($0) ? $1 : nil }
        // Most pictures of most nights end here.
        let trusted = known.map { trustedFacts(of: $0, isRemote: true, at: now) }
        var measured = trusted.map { $0.map { MeasuredPicture(remembered: $0, isRemote: true) } ?? MeasuredPicture(Failure(.cancelled)) }
        let others = trusted.indices.filter { trusted[$0] == nil }
        guard !others.isEmpty else { return measured }
        let found = measure(others.map { NamedPicture(imgs[$0], known: known[$0], below: root) }, at: now, willWait)
        for (index, picture) in zip(others, found) { measured[index] = picture }
        return measured
    }

    private mutating func measure(_ named: [NamedPicture], at now: Int64, _ willWait: () -> Void) -> [MeasuredPicture] {
        var pictures = named
        var measured = recall(&pictures, at: now)
        // The network works while files are read.
        let asked = pictures.indices.filter { measured[$0] == nil && pictures[$0].isRemote }
        let fetching = fetch(asked.map { inquiry(for: pictures[$0]) })
        var learned: [Learned] = []
        for (index, picture) in pictures.enumerated() where measured[index] == nil && !picture.isRemote {
            measured[index] = measure(picture, at: now, &learned)
        }
        memory?.keep(learned)
        for (index, picture) in zip(asked, arrived(fetching, willWait)) { measured[index] = picture }
        return measured.compactMap { $0 }
    }

    // MARK: Files

    private mutating func measure(_ picture: NamedPicture, at now: Int64, _ learned: inout [Learned]) -> MeasuredPicture {
        let path: ArraySlice<UInt8>
        switch picture.place {
        case .remote: return MeasuredPicture(Failure(.forbiddenScheme))
        case .nowhere(let failure): return MeasuredPicture(failure)
        case .file(let relative): path = relative
        }
        var status: stat?
        let header: Result<ImageHeader, Failure>
        let sound: Result<ImageHeader, Failure>
        switch root.open(path) {
        case .failure(let failure): (header, sound) = (.failure(failure), .failure(failure))
        case .success(let file):
            defer { close(file) }
            var own = stat()
            status = fstat(file, &own) == 0 ? own : nil
            header = probe.header(ofFile: file)
            sound = verified(header, file)
        }
        let bytes = status.map { Int64($0.st_size) } ?? 0
        // Whether it is sound to its end is the question of a run, and no other run's answer.
        if let memory { learned.append(self.learned(header, of: picture, at: path, status, from: memory, at: now)) }
        return MeasuredPicture(
            result: sound.map { PictureFacts($0, bytes: bytes) }, former: picture.known.flatMap { PictureFacts($0) })
    }

    // MARK: The network

    struct Fetching {
        let inquiries: [RemoteInquiry]
        /// Where the pictures go, if they are wanted whole.
        let partials: [PartialPicture]?
        let pending: PendingPictures
    }

    private func fetch(_ inquiries: [RemoteInquiry]) -> Fetching {
        let urls = inquiries.map(\.url)
        if let mirror {
            let partials = urls.map { PartialPicture($0, in: mirror) }
            return Fetching(inquiries: inquiries, partials: partials, pending: run.remote.fetch(urls, into: partials))
        }
        let pending = run.remote.fetch(urls, knowing: inquiries.map(\.validators)) { [memory] index, outcome in
            memory?.keep([inquiries[index].learned(outcome, at: unixSeconds())].compactMap { $0 })
        }
        return Fetching(inquiries: inquiries, partials: nil, pending: pending)
    }

    private func arrived(_ fetching: Fetching, _ willWait: () -> Void) -> [MeasuredPicture] {
        let outcomes = fetching.pending.wait(willWait)
        var measured = zip(fetching.inquiries, outcomes).map { $0.measured($1) }
        guard let partials = fetching.partials else { return measured }
        keep(partials, outcomes, &measured)
        let now = unixSeconds()
        let learned = measured.indices.compactMap { index in
            // One that arrived and is not sound is not what a journal tells of.
            measured[index].isOK || !outcomes[index].isPicture ? fetching.inquiries[index].learned(outcomes[index], at: now) : nil
        }
        memory?.keep(learned)
        return measured
    }
}

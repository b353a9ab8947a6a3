import Fetching
import Glibc
import ImageHeaders
import Journals
import Pixels
import WeirBase
import WeirSystem

// Measuring: turns the names of pictures into sizes, from files and from the network, with the journal and the mirror.

/// A run that measures pictures. The caller adds pictures by numbers; three lanes measure them, independently of each other:
/// `FilesLane`, `NetworkLane` and `DecodersLane`. A picture goes from `add` to one of them, perhaps on to another, and its result
/// to `onPictures`.
///
/// The run ends when all pictures are done, or early by `cancellation`. After `finish`, no thread of the run is left, and all results are
/// in the journal.
package final class MeasuringRun: Sendable {
    let plan: MeasuringPlan
    /// The folder that local pictures must lie in; nil lets names lead anywhere.
    let root: PictureRoot?
    let journal: RunJournal?
    let mirror: PictureMirror?
    package let cancellation: Cancellation
    private let files = FilesLane()
    private let network: NetworkLane
    private let decoders: DecodersLane
    /// The number of pictures that were added and have no result.
    private let open = Locked(0)
    /// The versions of pictures, by their numbers; empty if nobody states any.
    private let versions = Locked<[Int64]>([])
    /// Pictures whose bytes in the mirror are not as they were.
    private let lost = Locked<Set<Int32>>([])
    private let onPictures: @Sendable ([PictureResult]) -> Void

    /// `onPictures` is called once for each picture that gets a result, on any thread of the lanes or in `add`, and must not wait. `onTransfer`
    /// is called with every transfer, on the fetching thread. `onNotice` is called before this returns.
    package init(
        _ plan: MeasuringPlan, below root: PictureRoot?, stores: BucketStores? = nil, _ cancellation: Cancellation,
        onTransfer: TransferObserver? = nil, onNotice: (JournalNotice) -> Void = { _ in },
        onPictures: @escaping @Sendable ([PictureResult]) -> Void
    ) throws(MachineFailure) {
        (self.plan, self.root, self.cancellation, self.onPictures) = (plan, root, cancellation, onPictures)
        mirror = try plan.mirror.map { path throws(MachineFailure) in
            try PictureMirror(path, limits: plan.fetching.headers, cancellation)
        }
        journal = try plan.journal.map { journal throws(MachineFailure) in
            try RunJournal(journal, cancellation.signals, onFailure: { cancellation.cancel($0) }, onNotice: onNotice)
        }
        var fetching = plan.fetching
        if let journal { (fetching.paces, fetching.robots) = (try journal.paces(), try journal.robots()) }
        network = NetworkLane(fetching, stores ?? BucketStores(fetching, cancellation), onTransfer)
        decoders = DecodersLane(isVerifying: plan.isVerifying)
        let (files, network, decoders, open) = (files, network, decoders, open)
        cancellation.onCancel { [patience = plan.lastPatience] reason in
            let isInterrupted = if case .interrupted = reason.kind { true } else { false }
            files.end()
            // Answers on their way may still come after a signal. After a failure, nobody needs them.
            network.cancel(after: isInterrupted ? patience : 0)
            decoders.end()
            open.notifyAll()
        }
    }

    /// Complete when the run has ended.
    package var totals: FetchTotals { network.totals }

    /// The number of transfers that are under way.
    package var transferCount: Int { network.transferCount }

    // MARK: Pictures

    /// Adds pictures. Waits while a lane has too many pictures to take, and for the keys of a bucket's first picture. `given` has what
    /// rows give of pictures of the network.
    package func add(_ pictures: NameBlock, given: [Int32: GivenPicture] = [:]) {
        guard pictures.count > 0 else { return }
        open.change { $0 += pictures.count }
        let (urls, others) = pictures.divided(by: PictureLocation.isURL)
        // The network works while files are read.
        add(urls: urls, given)
        files.add(others, of: self)
    }

    /// Notes the texts that rows, in their order, state of pictures. Of a picture whose rows state different ones nothing is known.
    package func note(versions texts: [UnsafeBufferPointer<UInt8>?], of numbers: [Int32]) {
        versions.change { versions in
            for (number, text) in zip(numbers, texts) {
                let version = text.map { PictureStamp.version(of: $0) } ?? 0
                if number == versions.count {
                    versions.append(version)
                } else if versions[Int(number)] != version {
                    versions[Int(number)] = 0
                }
            }
        }
    }

    /// The version that a row or a listing states of a picture; 0 if it states none.
    func version(of number: Int32) -> Int64 { versions.read { number < $0.count ? $0[Int(number)] : 0 } }

    func stamp(of number: Int32) -> PictureStamp? {
        let version = version(of: number)
        return version == 0 ? nil : .version(version)
    }

    private func add(urls pictures: NameBlock, _ given: [Int32: GivenPicture]) {
        guard pictures.count > 0 else { return }
        var (ofFiles, ofNetwork, ofMirror) = (NameBlock(), NameBlock(), [DecoderWork]())
        var trusted: [PictureResult] = []
        let now = unixSeconds()
        var keys: [PictureKey.Lookup] = []
        if journal != nil { pictures.forEach { keys.append((hashForStorage($1), stamp(of: $0))) } }
        let recorded = journal?.lookup(keys)
        var index = 0
        pictures.forEach { number, name in
            let recorded = recorded?[index]
            index += 1
            if given[number] != nil {
                ofNetwork.append(number, name)
            } else if mirror != nil {
                ofMirror.append(.lookup(Picture(number, Array(name))))
            } else if plan.placeholders.isEmpty, let facts = trustedFacts(of: recorded, isRemote: true, at: now) {
                trusted.append(PictureResult(number, recorded: facts, isRemote: true))
            } else if needsDisk(recorded, at: now) {
                ofFiles.append(number, name)
            } else {
                ofNetwork.append(number, name)
            }
        }
        deliver(trusted)
        network.add(ofNetwork, given, of: self)
        files.add(ofFiles, of: self)
        if !ofMirror.isEmpty { decoders.add(ofMirror, of: self, waits: true) }
    }

    /// Adds the picture that comes through standard input, on a thread of its own, which may wait for it.
    package func addStandardInput(_ number: Int32) {
        open.change { $0 += 1 }
        let measure = { @Sendable [self] in
            var stream = StreamProbe(
                .standardInput(until: cancellation.signals), limits: plan.fetching.headers, mostBytes: plan.fetching.limits.maxBytes)
            var result = PictureResult(number, stream.header(), name: [])
            if !plan.placeholders.isEmpty { result.note { $0.placeholders = .headerAlone(Placeholders()) } }
            if result.failure?.code != .cancelled { deliver([result]) }
        }
        if Thread(measure) == nil { measure() }
    }

    /// Whether the journal's file has to be read before the URL is asked for.
    private func needsDisk(_ recorded: RecordedPicture?, at now: Int64) -> Bool {
        guard let journal, let recorded else { return false }
        return journal.isPaused(recorded, at: now) || trustedFacts(of: recorded, isRemote: true, at: now) != nil
    }

    func fetch(_ pictures: NameBlock) { network.add(pictures, of: self) }

    func location(of picture: Picture) -> PictureLocation {
        picture.name.withUnsafeBufferPointer { PictureLocation(of: $0, below: root) }
    }

    func decode(_ work: DecoderWork) { decoders.add([work], of: self, waits: false) }

    func fetchPixels(for job: PlaceholderJob) { network.fetchPixels(for: job, of: self) }

    /// Frees the memory of a picture that was fetched for its pixels.
    func giveBackRoom(_ bytes: Int) { network.giveBackRoom(bytes) }

    /// Delivers pictures, after files are verified and placeholders are made, if the run wants that.
    func verifyAndComplete(_ results: [PictureResult], of pictures: NameBlock) {
        if !plan.isVerifying, plan.placeholders.isEmpty { return deliver(results) }
        var rest = results[...]
        pictures.forEach { number, name in
            guard rest.first?.number == number, let result = rest.popFirst() else { return }
            let picture = Picture(number, Array(name))
            if plan.isVerifying, result.header != nil, !PictureLocation.isURL(name) {
                decoders.add([.verify(picture, result)], of: self, waits: true)
            } else {
                complete(picture, result)
            }
        }
    }

    /// The pictures have their results.
    func deliver(_ results: [PictureResult]) {
        guard !results.isEmpty else { return }
        onPictures(results)
        let isLast = open.change { open in
            open -= results.count
            return open == 0
        }
        if isLast { open.notifyAll() }
    }

    /// Has the bytes of a picture sent again, whatever the mirror has.
    func refetch(_ picture: Picture) { lost.change { _ = $0.insert(picture.number) } }

    func isLost(_ number: Int32) -> Bool { lost.read { !$0.isEmpty && $0.contains(number) } }

    /// Ends the run if a picture's failure is one of this machine.
    func check(_ failure: Failure, of name: @autoclosure () -> [UInt8]) {
        guard failure.isOfTheMachine, root != nil else { return }
        cancellation.cancel(.machine("\(shown(name())) cannot be opened: \(failure.message)"))
    }

    func openFile(_ path: [UInt8]) -> Result<Int32, Failure> {
        root?.open(path) ?? path.withUnsafeBufferPointer { FileProbe.openFile($0) }
    }

    /// The header of a HEIC or an ICO as other programs read it; nil if its bytes are not on this machine, or not sound. It can be
    /// asked for after the run has ended.
    package func otherHeader(of picture: Picture, _ format: ImageFormat, _ mirrored: MirroredPicture?) -> ImageHeader? {
        var probe = FileProbe(limits: plan.fetching.headers, formats: .ofOtherPrograms)
        if let mirrored { return mirror?.read(mirrored, format) { try? probe.header(ofFile: $0).get() } ?? nil }
        switch location(of: picture) {
        case .inline(let content): return try? probe.reader.header(of: content).get()
        case .file(let path):
            guard case .success(let file) = openFile(path) else { return nil }
            defer { close(file) }
            return try? probe.header(ofFile: file).get()
        case .url, .nowhere: return nil
        }
    }

    // MARK: The end

    /// Waits until all pictures that were added have their results. Throws if the run ends before that.
    package func wait() throws(MachineFailure) {
        open.wait(until: { [cancellation] in $0 == 0 || cancellation.reason != nil }) { _ in }
        try cancellation.check()
    }

    /// Takes the end of the catalogue, a table, for the next run. Returns whether the last run's ended with a line end; nil if nothing
    /// is known.
    package func noteCatalogue(endsLine: Bool) throws(MachineFailure) -> Bool? {
        let previous = try journal?.previousCatalogueEndsLine()
        // A catalogue that was cut is not the one to compare the next one with.
        if endsLine || previous != true { journal?.note(catalogueEndsLine: endsLine) }
        return previous
    }

    /// Ends all threads and saves the results. No picture may be added after this. Throws the reason why the run ended early, or
    /// why the results cannot be saved.
    package func finish() throws(MachineFailure) {
        files.end()
        files.join()
        network.close()
        decoders.end()
        decoders.join()
        guard let reason = cancellation.reason else {
            try journal?.finish(network.totals)
            try mirror?.sync()
            return
        }
        // If saving fails too, that failure replaces an interruption, but no other failure.
        do throws(MachineFailure) { try journal?.finish(network.totals) } catch {
            if case .interrupted = reason.kind { throw error }
        }
        throw reason
    }
}

/// The hash of a URL as journals have it: without credentials and fragment.
func hashForStorage(_ url: UnsafeBufferPointer<UInt8>) -> NameHash {
    guard url.contains("@", or: "#") else { return NameHash(of: UnsafeRawBufferPointer(url)) }
    return urlForStorage(url).withUnsafeBytes { NameHash(of: $0) }
}

/// How a run measures pictures, and which data it keeps.
package struct MeasuringPlan: Sendable {
    /// The journal of the run; nil means none.
    package var journal: JournalPlan?
    /// The folder in which whole pictures of the network are stored; nil means none.
    package var mirror: [UInt8]?
    /// Whether pictures are decoded to their end.
    package var isVerifying = false
    /// The placeholders that are wanted of each picture.
    package var placeholders: Set<Placeholders.Kind> = []
    /// Whether pictures of the network, of which only the header has come, are fetched once more for them.
    package var fetchesPixels = false
    package var fetching: FetchOptions
    /// Whether the versions of pictures are the tags and lengths of objects, which a store has listed.
    package var isListed = false
    /// The number of milliseconds that running transfers may still take after the process is asked to end. The run
    /// should end within a second of the signal, and must first save what it learned.
    package var lastPatience: Int64 = 600

    package init(fetching: FetchOptions) { self.fetching = fetching }
}

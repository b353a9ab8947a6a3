import Fetching
import ImageHeaders
import Pixels
import WeirBase
import WeirSystem

/// The work of the decoders' lane: whatever needs the whole picture.
enum DecoderWork: Sendable {
    /// Decodes a file whose header has been read, to its end.
    case verify(Picture, PictureResult)
    /// Looks for a picture of the network in the mirror, which may make a request needless.
    case lookup(Picture)
    /// Takes a whole picture from the network into the mirror.
    case keep(ArrivedPicture)
    case placeholders(PlaceholderJob)

    var isKeep: Bool { if case .keep = self { true } else { false } }
}

/// A whole picture on this machine that the mirror does not have yet.
struct ArrivedPicture: Sendable {
    let picture: Picture
    let part: PartialPicture
    let inquiry: RemoteInquiry
    let outcome: FetchOutcome
}

/// The decoders' lane: a thread for each processor, with one decoder process at most. The threads and their processes start with
/// the first work, and end with the lane. So there are never more decoders than processors, and memory is bounded by them.
final class DecodersLane: Sendable {
    private struct State {
        var work: [DecoderWork] = []
        /// The number of entries of `work` at the front that were taken.
        var taken = 0
        /// Pictures for the mirror. They are taken many at a time, since a sync of the disk costs as much for one as for many.
        var kept: [DecoderWork] = []
        var isClosed = false

        var count: Int { work.count - taken }
    }

    private let state = Locked(State())
    private let threads = LaneThreads()
    private let isVerifying: Bool

    init(isVerifying: Bool) { self.isVerifying = isVerifying }

    /// A caller that may wait does so while so much waits.
    private static let mostWaiting = 1 << 12
    /// The most that a thread takes at once, and the seconds for which pictures for the mirror wait for others.
    private static let (mostTaken, patience) = (64, 0.1)

    func add(_ work: [DecoderWork], of run: MeasuringRun, waits: Bool) {
        threads.begin(to: "decode", of: run) { [isVerifying] in
            var worker = DecoderWorker(run, isVerifying: isVerifying)
            while let work = self.take() { worker.carryOut(work) }
        }
        state.wait(until: { !waits || $0.count < DecodersLane.mostWaiting || $0.isClosed }) { state in
            for work in work {
                if work.isKeep { state.kept.append(work) } else if !state.isClosed { state.work.append(work) }
            }
        }
        state.notifyAll()
    }

    /// nil at the end.
    private func take() -> [DecoderWork]? {
        state.wait(until: { $0.count > 0 || !$0.kept.isEmpty || $0.isClosed }) { _ in }
        _ = state.wait(atMost: DecodersLane.patience, until: { $0.count > 0 || $0.kept.count >= DecodersLane.mostTaken || $0.isClosed })
        let work = state.change { state -> [DecoderWork] in
            if state.count == 0 || state.kept.count >= DecodersLane.mostTaken {
                let kept = state.kept.prefix(DecodersLane.mostTaken)
                state.kept.removeFirst(kept.count)
                if !kept.isEmpty { return Array(kept) }
            }
            // Little work is divided among the threads.
            let number = min(state.count, max(1, min(DecodersLane.mostTaken, state.count / availableProcessors)))
            defer {
                state.taken += number
                if state.taken * 2 >= state.work.count {
                    state.work.removeFirst(state.taken)
                    state.taken = 0
                }
            }
            return Array(state.work[state.taken..<state.taken + number])
        }
        state.notifyAll()
        if work.isEmpty, !state.read({ $0.isClosed }) { return [] }
        return work.isEmpty ? nil : work
    }

    /// Takes no more work. Pictures that are here are still put into the mirror.
    func end() {
        state.announce { state in
            state.isClosed = true
            (state.work, state.taken) = ([], 0)
        }
    }

    /// Returns when all threads have ended, and their processes with them.
    func join() { threads.join() }
}

/// The bytes of a picture of the network in memory, as far as its pixels need them, and the terms on which it is asked for.
///
/// `@unchecked Sendable`: one thread uses it at a time. The fetching thread makes it and uses it until the picture is
/// delivered, and then a decoder's thread has its content.
final class PixelStore: PictureStore, FetchTerms, @unchecked Sendable {
    let job: PlaceholderJob
    let validators: PictureValidators? = nil
    let movedTo: [UInt8]?
    var store: (any PictureStore)? { self }
    let kept: PictureValidators? = nil
    var count: UInt64 { UInt64(bytes.count) }
    private var bytes: [UInt8] = []
    private let most: Int
    private let isLengthKnown: Bool
    /// Whether more bytes came than there is room for, and no server reported their number.
    private(set) var isTooLong = false
    private var probe: FileProbe
    /// Whether the means of blocks are enough for its pixels, if it is a progressive JPEG. A gain map stands behind all scans.
    private let mayBeCut: Bool
    /// Nil if all bytes are needed.
    private var scans: FirstScans?

    /// `most` limits the bytes.
    init(_ job: PlaceholderJob, movedTo: [UInt8]?, most: Int, limits: HeaderLimits) {
        (self.job, self.movedTo, self.most) = (job, movedTo, most)
        isLengthKnown = job.facts.bytes != nil
        probe = FileProbe(limits: limits)
        mayBeCut = job.facts.format == .jpeg && FirstScans.suffice(for: job.facts.size) && !job.kinds.contains(.range)
    }

    /// A picture that is not longer is asked for at once.
    private static let short = 128 << 10

    /// The first scans of photographs have some 7 to 9 of 100 of their bytes.
    private var range: Int { most / 8 }

    var firstRange: Int? { mayBeCut && most > PixelStore.short ? range : nil }

    var wanted: Int {
        guard let scans else { return .max }
        return scans.end == nil ? range : 0
    }

    func open(at offset: UInt64, _ version: PictureValidators) -> Failure? {
        if let length = version.length, let known = job.facts.bytes, length != UInt64(clamping: known) { return changedPicture }
        if offset == 0 {
            bytes.removeAll()
            scans = mayBeCut ? FirstScans() : nil
        }
        precondition(offset == bytes.count, "nothing is left out between what is there and what comes")
        return nil
    }

    func append(_ piece: UnsafeRawBufferPointer) -> Failure? {
        guard piece.count <= most - bytes.count else {
            isTooLong = !isLengthKnown
            return isLengthKnown ? changedPicture : Failure(.tooLarge, "the picture has more than \(most) bytes")
        }
        bytes += piece
        scans?.read(bytes)
        if scans?.isProgressive == false { scans = nil }
        return nil
    }

    private var changedPicture: Failure { Failure(.contentMismatch, "the picture changed while it was fetched") }

    func header() -> Result<ImageHeader, Failure> { probe.reader.header(of: bytes) }

    func close() {}

    /// The picture for a decoder.
    var content: [UInt8] { scans?.end.map { bytes[..<$0] + FirstScans.endOfImage } ?? bytes }
}

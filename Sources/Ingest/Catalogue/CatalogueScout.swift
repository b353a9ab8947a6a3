import Base
import Glibc
import Measuring
import Records
import System

/// Reads a catalogue again, ahead of its rows, and orders pictures of hosts that have little to do.
///
/// Rows wait for their turn in memory, so a run has only some thousand of them at a time. All of these may be of one host, or
/// may wait behind a row whose host is out, while other hosts could answer. The scout keeps no rows: it looks only at the names,
/// and orders as many pictures as a host needs for a while. When the host has answered them, the next are found in another round
/// through the catalogue. So neither the order of the rows nor a host that is out matters to the other hosts.
final class CatalogueScout: Sendable {
    private let plan: IngestPlan
    private let path: [UInt8]
    private let file: FileNumber
    private let form: IngestPlan.CatalogueForm
    private let pictures: MeasuringRun
    private let root: PictureRoot
    private let numbers: Locked<PictureNumbers>
    private let counts: RunningCounts
    private let signals: TerminationSignals
    private let state = Locked(State())

    private struct State {
        var hosts = HostShares(places: 16_000)
        var thread: Thread?
        var hasBegun = false
        var isEnded = false
    }

    /// The time between two rounds, in multiples of a processor's time for the last one: reading takes a quarter of a processor at
    /// most, unless there is soon nothing to fetch.
    private static let pause = 3.0

    /// nil if the catalogue cannot be read again, or if pictures cannot be fetched ahead. A binary property list is read as a
    /// whole, which would take its memory twice. A run that stops at its first failure needs no pictures behind it.
    init?(
        _ plan: IngestPlan, _ pictures: MeasuringRun, below root: PictureRoot, _ numbers: Locked<PictureNumbers>,
        _ counts: RunningCounts, _ signals: TerminationSignals
    ) {
        guard case .file(let path, let form) = plan.catalogue, form != .plist, let status = fileStatus(path), status.isRegular,
            plan.measuring.canFetchAhead, plan.onFailure != .stop, !plan.isStrict
        else { return nil }
        (self.plan, self.path, self.form, file) = (plan, path, form, FileNumber(status))
        (self.pictures, self.root, self.numbers, self.counts, self.signals) = (pictures, root, numbers, counts, signals)
    }

    /// Begins on a thread of its own, if it has not begun.
    @Sendable func begin() {
        state.change { state in
            guard !state.hasBegun, !state.isEnded else { return }
            state.hasBegun = true
            // Without a thread the run goes on as it would with a pipe.
            state.thread = Thread { self.scout() }
        }
    }

    /// Orders no more pictures.
    func end() {
        state.announce { $0.isEnded = true }
        state.change { $0.thread.take() }?.join()
    }

    private func scout() {
        let measurer = PictureMeasurer(pictures, below: root)
        // The first round only counts the hosts.
        for round in 0... {
            let start = threadSeconds()
            state.change { $0.hosts.beginRound() }
            guard goThrough(measurer), state.change({ $0.hosts.endRound() }) else { return }
            let pause = round == 0 ? 0 : CatalogueScout.pause * (threadSeconds() - start)
            _ = state.wait(atMost: pause, until: { $0.isEnded || $0.hosts.isUrgent })
            state.wait(until: { $0.isEnded || $0.hosts.isDue }) { _ in }
        }
    }

    /// Returns whether the catalogue was read to its end. Another file may have taken its place, whose pictures no row names.
    private func goThrough(_ measurer: borrowing PictureMeasurer) -> Bool {
        guard let status = fileStatus(path), FileNumber(status) == file else { return false }
        do throws(MachineFailure) {
            var source = try plan.rows(of: form, in: DecompressedInput(InputFile(path, until: signals)))
            while !state.read({ $0.isEnded }) {
                guard let batch = try source.next() else { return true }
                look(at: batch, measurer)
            }
        } catch {
            // The run reads the catalogue too, and tells what is wrong with it.
        }
        return false
    }

    private func look(at batch: RowBatch, _ measurer: borrowing PictureMeasurer) {
        batch.withTexts { texts in
            let imgs = batch.rows.map { texts[$0.img] }.filter { PictureMeasurer.canBeAhead($0) }
            let names = imgs.map { PictureName($0) }
            let unnamed = numbers.read { $0.unnamed(names) }
            var wanted = unnamed.filter { measurer.mustAsk($0) }.map { Wanted(img: imgs[$0.index], name: names[$0.index], picture: $0) }
            guard !wanted.isEmpty else { return }
            let hosts = wanted.map { NameHash(of: UnsafeRawBufferPointer(server(of: $0.img))) }
            state.change { state in
                for index in wanted.indices { wanted[index].host = state.hosts.take(hosts[index]) }
            }
            order(wanted.filter { $0.host != nil }, measurer)
        }
    }

    /// A picture that no row has named yet, and its host; nil if the host has enough to do.
    private struct Wanted {
        let img: UnsafeBufferPointer<UInt8>
        let name: PictureName
        let picture: UnnamedPicture
        var host: Int?
    }

    private func order(_ wanted: [Wanted], _ measurer: borrowing PictureMeasurer) {
        guard !wanted.isEmpty else { return }
        // The run may have come to some of them by now, and a name may stand twice among them.
        let (indices, first) = numbers.change { $0.order(wanted.map(\.name)) }
        let ordered = indices.map { wanted[$0] }
        let hosts = ordered.compactMap(\.host)
        let others = Set(wanted.indices).subtracting(indices)
        for index in others { finish(wanted[index].host) }
        guard !ordered.isEmpty else { return }
        measurer.order(ahead: ordered.map(\.picture), ordered.map(\.img), from: first) { index in
            self.counts.finish(rows: 1)
            self.finish(hosts[index])
        }
    }

    private func finish(_ host: Int?) {
        guard let host else { return }
        if state.change({ $0.hosts.finish(host) }) { state.announce { _ in } }
    }

    /// Scheme, name and port of a URL.
    private func server(of url: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        let path = url.dropFirst("https://".utf8.count).firstIndex { [UInt8(ascii: "/"), UInt8(ascii: "?")].contains($0) }
        return UnsafeBufferPointer(rebasing: url[..<(path ?? url.endIndex)])
    }
}

/// The identity of a file: another file may take its name.
private struct FileNumber: Equatable {
    let device: UInt64
    let inode: UInt64

    init(_ status: stat) { (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino)) }
}

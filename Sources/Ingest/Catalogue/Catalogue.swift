import Measuring
import WeirBase
import WeirRecords
import WeirSystem

/// The catalogue of a run, which is read twice: once for its pictures, and once for its entries. So no row is kept, and the rows may
/// have any order.
///
/// A file stays open, so that another file may take its name meanwhile. A pipe is copied to a file without a name as it is read,
/// and so are the paths of a folder's listing.
final class Catalogue {
    private enum Source {
        case file(InputFile, InputVersion?, IngestPlan.CatalogueForm)
        case pipe(InputFile, TemporaryFile, IngestPlan.CatalogueForm)
        case listing(FolderRows, TemporaryFile)
    }

    private let plan: IngestPlan
    private let source: Source
    /// The products of a catalogue with a shape, once they are read.
    private var products: ProductRows?

    /// A signal ends the reading of a pipe that stalls. `buckets` are asked if the catalogue is a folder of one.
    init(_ plan: IngestPlan, until signals: TerminationSignals, in buckets: BucketStores) throws(MachineFailure) {
        self.plan = plan
        switch plan.catalogue {
        case .folder(let path):
            let spool = try TemporaryFile()
            source = .listing(try FolderRows(path, of: plan, copying: spool), spool)
        case .bucket(let url, let inventory):
            let spool = try TemporaryFile()
            source = .listing(try FolderRows(bucket: url, listedBy: inventory, of: plan, copying: spool, in: buckets), spool)
        case .standardInput(let form): source = try Self.source(.standardInput(until: signals), form)
        case .file(let path, let form): source = try Self.source(InputFile(path, until: signals), form)
        }
    }

    private static func source(_ input: InputFile, _ form: IngestPlan.CatalogueForm) throws(MachineFailure) -> Source {
        guard let version = input.version else { return .pipe(input, try TemporaryFile(), form) }
        return .file(input, version, form)
    }

    /// The rows for the first time.
    func rows() throws(MachineFailure) -> any RowSource {
        switch source {
        case .file(let input, _, let form): return try shaped(DecompressedInput(input), form)
        case .pipe(let input, let copy, let form):
            return try shaped(DecompressedInput(input, copying: plan.shape == nil ? copy : nil), form)
        case .listing(let rows, _): return rows
        }
    }

    private func shaped(_ bytes: DecompressedInput, _ form: IngestPlan.CatalogueForm) throws(MachineFailure) -> any RowSource {
        products = try plan.products(of: form, in: bytes)
        if let products { return products }
        return try plan.rows(of: form, in: bytes)
    }

    /// The same rows once more, after `rows` has read all of them, or as many as it could.
    func rowsAgain() throws(MachineFailure) -> any RowSource {
        if let products { return products.again() }
        switch source {
        case .file(let input, _, let form):
            return try plan.rows(of: form, in: DecompressedInput(input.fromBeginning()))
        case .pipe(let input, let copy, let form): return try plan.rows(of: form, in: DecompressedInput(copy.input(named: input.name)))
        case .listing(let rows, let spool): return try rows.again(spool)
        }
    }

    /// Throws if the rows of the two readings may differ.
    func checkUnchanged() throws(MachineFailure) {
        if case .file(let input, let version, _) = source, input.version != version { throw changed }
    }

    /// The fault to report of the second reading: the change of the catalogue since the first, or else `fault`.
    func fault(insteadOf fault: MachineFailure) -> MachineFailure {
        guard fault.kind == .input else { return fault }
        do throws(MachineFailure) { try checkUnchanged() } catch { return error }
        return fault
    }

    var changed: MachineFailure {
        let name =
            switch source {
            case .file(let input, _, _), .pipe(let input, _, _): input.name
            case .listing: shown(plan.rootFolder)
            }
        return .input(
            "\(name) changed while it was read; give each run a file that nobody writes to, such as one that is renamed when it is whole")
    }
}

/// Reads rows on a thread of its own, a few batches ahead of the thread that takes them.
final class RowsAhead {
    typealias Batch = (rows: RowBatch, share: Double?)

    private let source: Locked<any RowSource>
    private let batches = BoundedQueue<Batch>(mostWaiting: 4)
    private let failure = Locked<MachineFailure?>(nil)
    private let thread: Thread?
    private var taken: ArraySlice<Batch> = []

    init(_ source: any RowSource) {
        let source = Locked(source)
        thread = Thread { [batches, failure] in
            do throws(MachineFailure) {
                while !batches.isClosed,
                    let batch = try source.change({ source throws(MachineFailure) -> Batch? in
                        try source.next().map { ($0, source.share) }
                    })
                { batches.give([batch]) }
            } catch { failure.change { $0 = error } }
            batches.close()
        }
        self.source = source
        if thread == nil {
            failure.change { $0 = .machine("the system has no thread to read the catalogue with") }
            batches.close()
        }
    }

    /// The next rows, and the share of the catalogue that has been read with them; nil behind the last ones.
    func next() throws(MachineFailure) -> Batch? {
        if taken.isEmpty, let batches = batches.take() { taken = batches[...] }
        if let batch = taken.popFirst() { return batch }
        if let failure = failure.value { throw failure }
        return nil
    }

    /// The news of the catalogue; known behind the last rows.
    var notices: [IngestNotice] { source.change { $0.notices } }

    /// That the last row has no line end; known behind the last rows.
    var missingLineEnd: String? { source.change { $0.missingLineEnd } }

    /// The number of rows that are left out; known behind the last rows.
    var leftOut: Int { source.change { $0.leftOut } }

    /// Reads no more. A source that may stall must have been ended before.
    func close() {
        batches.close()
        thread?.join()
    }
}

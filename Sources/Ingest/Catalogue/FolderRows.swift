import Manifests
import Base
import Glibc
import Measuring
import Records
import System

/// A folder of pictures, or one of an object store, as a catalogue: a row for each file below it, sorted by the bytes of the
/// paths. Prices come from a `prices.csv` in the folder; a picture that is not in it has the empty price. The run's own
/// output files are left out.
struct FolderRows: RowSource {
    private var walk: any PathSource
    private let prefix: Int
    /// The beginning of the names of pictures: the URL of a bucket's folder.
    private var start: [UInt8] = []
    private var prices: FolderPrices
    private let keptColumns: Int
    /// nil in the second reading, whose paths are those that the first has taken.
    private let ownFiles: OwnFiles?
    private let copy: TemporaryFile?
    /// The prices before the first row.
    private let allPrices: FolderPrices
    private var nextNumber = 1
    private var isAtEnd = false
    var notices: [IngestNotice]

    /// The paths are written to `copy`, so that they can be read again.
    init(_ path: [UInt8], of plan: IngestPlan, copying copy: TemporaryFile? = nil) throws(MachineFailure) {
        guard let path = realPath(path) else { throw .unreadable(path, errno) }
        walk = FolderWalk(PathList([path]), choosing: plan.filter)
        prefix = path.count + (path.last == UInt8(ascii: "/") ? 0 : 1)
        keptColumns = plan.columns.kept.count
        ownFiles = OwnFiles(of: plan)
        self.copy = copy
        prices = try FolderPrices(in: path, of: plan)
        allPrices = prices
        notices = prices.notices
    }

    init(
        bucket url: [UInt8], of plan: IngestPlan, copying copy: TemporaryFile? = nil, in buckets: BucketStores
    ) throws(MachineFailure) {
        let bucket = BucketWalk(PathList([url]), choosing: plan.filter, in: buckets)
        walk = bucket
        prefix = url.count
        start = url
        keptColumns = plan.columns.kept.count
        ownFiles = OwnFiles(of: plan)
        let list = try bucket.content(of: FolderPrices.fileName, in: url, atMost: FolderPrices.mostBytes)
        self.copy = copy
        prices = try FolderPrices(url + FolderPrices.fileName, list, of: plan)
        allPrices = prices
        notices = prices.notices
    }

    private init(again rows: FolderRows, _ spool: TemporaryFile) throws(MachineFailure) {
        walk = PathStream(try spool.input(named: "the listing"), isNULSeparated: true)
        (prefix, start, keptColumns, prices, allPrices) = (rows.prefix, rows.start, rows.keptColumns, rows.allPrices, rows.allPrices)
        (ownFiles, copy, notices) = (nil, nil, [])
    }

    /// The same rows once more.
    func again(_ spool: TemporaryFile) throws(MachineFailure) -> FolderRows { try FolderRows(again: self, spool) }

    var share: Double? { nil }

    mutating func next() throws(MachineFailure) -> RowBatch? {
        while let paths = try walk.next() {
            var batch = RowBatch(firstNumber: nextNumber, keptColumns: keptColumns)
            var copied: [UInt8] = []
            paths.forEach { path in
                let name = Array(path.dropFirst(prefix))
                guard name != FolderPrices.fileName, ownFiles?.contains(Array(path)) != true else { return }
                if copy != nil { copied += Array(path) + [0] }
                append(name, to: &batch)
            }
            try copy?.write(copied)
            nextNumber = batch.endNumber
            if !batch.isEmpty { return batch }
        }
        if !isAtEnd, let remaining = prices.remaining { notices.append(remaining) }
        isAtEnd = true
        return nil
    }

    private mutating func append(_ name: [UInt8], to batch: inout RowBatch) {
        let position = TextPosition(line: batch.endNumber, column: 1)
        let price = prices.take(name)
        (start + name).withUnsafeBufferPointer { name in
            price.withUnsafeBufferPointer { price in
                var fields = RowBatch.Fields()
                fields.img = name
                fields.price = price
                // The rows of a folder have no line numbers, so the message of a broken row names the file.
                var trial = RowBatch()
                trial.append(fields, at: position)
                if let broken = trial.broken.first {
                    batch.appendBroken("\(escaped(Array(name))): \(broken.message)", at: position)
                } else {
                    batch.append(fields, at: position)
                }
            }
        }
    }

    private func escaped(_ name: [UInt8]) -> String {
        var text = ByteBuffer()
        name.withUnsafeBufferPointer { text.append(escaping: $0) }
        return String(decoding: text.bytes, as: UTF8.self)
    }
}

/// The output files of a run, which may lie in the folder that is the catalogue.
private struct OwnFiles {
    private var files: Set<[UInt8]> = []
    private var pages: [UInt8]?

    init(of plan: IngestPlan) {
        for path in plan.ownFiles + [plan.output.path].compactMap({ $0 }) { realPath(path).map { _ = files.insert($0) } }
        // The journal and its companion files may appear while the folder is walked.
        if let journal = plan.measuring.journal, let place = realPath(folder(of: journal.path)) {
            for file in JournalPlan.files(of: journal.path) {
                let name = file[(file.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]
                files.insert(joined(place, Array(name)))
            }
        }
        if plan.output.pageSize != nil { pages = plan.output.path.flatMap(realPath) }
    }

    func contains(_ path: [UInt8]) -> Bool {
        if files.contains(path) { return true }
        guard let pages, folder(of: path) == pages else { return false }
        return PageIndex.isFileName(path)
    }
}

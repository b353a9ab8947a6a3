import Glibc
import Manifests
import Measuring
import WeirBase
import WeirRecords
import WeirSystem

/// A folder of pictures, or one of an object store, as a catalogue: a row for each file below it, sorted by the bytes of the
/// paths. Prices come from a `prices.csv` in the folder; a picture that is not in it has the empty price. The run's own
/// output files are left out.
struct FolderRows: RowSource {
    private var walk: any PathSource
    private let prefix: Int
    /// The beginning of the names of pictures: the URL of a bucket's folder.
    private var start: [UInt8] = []
    private var prices: FolderPrices
    /// Whether the store has no prices for these rows. The inventory may list them, though.
    private var lacksPrices = false
    private let keptColumns: Int
    /// nil in the second reading, whose paths are those that the first has taken.
    private let ownFiles: OwnFiles?
    private let copy: TemporaryFile?
    /// The prices before the first row.
    private let allPrices: FolderPrices
    private var nextNumber = 1
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
        bucket url: [UInt8], listedBy inventory: [UInt8]?, of plan: IngestPlan, copying copy: TemporaryFile? = nil,
        in buckets: BucketStores
    ) throws(MachineFailure) {
        let bucket = BucketWalk(PathList([url]), choosing: plan.filter, in: buckets)
        walk = bucket
        if let inventory { walk = try InventoryWalk(inventory, of: url, choosing: plan.filter, in: bucket) }
        prefix = url.count
        start = url
        keptColumns = plan.columns.kept.count + 1
        ownFiles = OwnFiles(of: plan)
        // A store that may not be listed answers 403 for an object that is missing.
        let list = try bucket.content(
            of: FolderPrices.fileName, in: url, atMost: FolderPrices.mostBytes, mayBeForbidden: inventory != nil)
        lacksPrices = list == nil && inventory != nil
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
            var fault: String?
            var advice: Advice?
            var versions = paths.versions[...]
            paths.forEach { path in
                let version = versions.popFirst() ?? []
                let name = Array(path.dropFirst(prefix))
                if name == FolderPrices.fileName, lacksPrices {
                    fault = "\(shown(Array(path))) is in the inventory, and cannot be read; let the keys read it, or make a new inventory"
                }
                // The walk returns an unreadable folder as a path that ends in a slash.
                if start.isEmpty, name.last == UInt8(ascii: "/") {
                    fault = "\(shown(Array(path))) cannot be read, and may hold pictures"
                    advice = "; let weir read it, or leave it out by \(.glob)"
                }
                guard name != FolderPrices.fileName, ownFiles?.contains(Array(path)) != true else { return }
                // The copy has a NUL behind each path.
                if name.contains(0) { fault = "\(shown(Array(path))): a name with a NUL is of no use; rename the object, or leave it out" }
                if copy != nil { copied += Array(path) + [0] }
                append(name, version: version, to: &batch)
            }
            if let fault { throw .input(fault, advice) }
            try copy?.write(copied)
            nextNumber = batch.endNumber
            if !batch.isEmpty { return batch }
        }
        if let remaining = prices.remaining { notices.append(remaining) }
        return nil
    }

    /// The version stands behind the kept columns.
    private mutating func append(_ name: [UInt8], version: [UInt8], to batch: inout RowBatch) {
        let position = TextPosition(line: batch.endNumber, column: 1)
        let price = prices.take(name)
        (start + name).withUnsafeBufferPointer { picture in
            price.withUnsafeBufferPointer { price in
                version.withUnsafeBufferPointer { version in
                    var fields = RowBatch.Fields()
                    (fields.img, fields.price) = (picture, price)
                    if !version.isEmpty { fields.kept = Array(repeating: nil, count: keptColumns - 1) + [version] }
                    // The rows of a folder have no line numbers, so the message of a broken row names the file.
                    var trial = RowBatch()
                    trial.append(fields, at: position)
                    if let broken = trial.broken.first {
                        batch.appendBroken("\(escaped(start + name)): \(broken.message)", at: position)
                    } else {
                        batch.append(fields, at: position)
                    }
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
        for path in plan.ownFiles + plan.outputs.compactMap(\.path) { realPath(path).map { _ = files.insert($0) } }
        // The journal and its companion files may appear while the folder is walked.
        if let journal = plan.measuring.journal, let journalFolder = realPath(folder(of: journal.path)) {
            for file in JournalPlan.files(of: journal.path) {
                let name = file[(file.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]
                files.insert(joined(journalFolder, Array(name)))
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

/// The prices of the `prices.csv` in a folder of pictures. A row of it that is of no use costs its own price only, and is reported.
struct FolderPrices {
    static let fileName = Array("prices.csv".utf8)

    private struct Price {
        let text: [UInt8]
        let line: Int
    }

    private let path: [UInt8]
    /// The prices that no picture has taken yet, by the pictures' names.
    private var prices: [[UInt8]: Price] = [:]
    /// The news of the rows, once all are read.
    private(set) var notices: [IngestNotice] = []

    /// Without such a file there are no prices.
    init(in folder: [UInt8], of whole: IngestPlan) throws(MachineFailure) {
        let path = folder + Array("/".utf8) + Self.fileName
        self.path = path
        guard withPath(path, { access($0, F_OK) }) == 0 else { return }
        try read(DecompressedInput(file: path), of: whole)
    }

    /// The largest list of a bucket that is read.
    static let mostBytes = 1 << 28

    /// `list` is the content of the file in a bucket.
    init(_ path: [UInt8], _ list: [UInt8]?, of whole: IngestPlan) throws(MachineFailure) {
        self.path = path
        guard let list else { return }
        try read(DecompressedInput(InputFile(content: list, name: shown(path))), of: whole)
    }

    private mutating func read(_ bytes: DecompressedInput, of whole: IngestPlan) throws(MachineFailure) {
        var plan = whole
        plan.columns.kept = []
        var rows = try plan.rows(of: .csv, in: bytes)
        var (broken, repeated) = (SimilarRows(), SimilarRows())
        while let batch = try rows.next() {
            for row in batch.broken {
                let fault = "\(row.position.line):\(row.position.column): \(row.message)"
                guard !plan.stopsAtFailure else { throw .input("\(shown(path)):\(fault)") }
                broken.add("\(fault); correct the row, whose price is left out")
            }
            batch.withTexts { texts in
                for row in batch.rows {
                    let (name, price) = (Array(texts[row.img]), Price(text: Array(texts[row.price]), line: row.line))
                    if let previous = prices.updateValue(price, forKey: name), previous.text != price.text {
                        repeated.add(
                            "\(row.line): \(shown(name)) has another price on line \(previous.line); "
                                + "remove one, since the last counts")
                    }
                }
            }
        }
        notices = [broken, repeated].compactMap { $0.notice(in: path) }
    }

    /// The price of a picture, which is empty if the file has none. Each picture is asked for once.
    mutating func take(_ name: [UInt8]) -> [UInt8] { prices.removeValue(forKey: name)?.text ?? [] }

    /// The prices that no picture has taken. A list of prices may be that of a larger shop.
    var remaining: IngestNotice? {
        guard let first = prices.min(by: { $0.value.line < $1.value.line }) else { return nil }
        let fault = "\(first.value.line): \(shown(first.key)) is no picture of this run; correct its name or remove the row"
        return SimilarRows(first: fault, count: prices.count).notice(in: path, isUsual: true)
    }
}

/// Rows with faults of one kind, of which the first is reported.
private struct SimilarRows {
    var first: String?
    var count = 0

    mutating func add(_ fault: @autoclosure () -> String) {
        first = first ?? fault()
        count += 1
    }

    func notice(in path: [UInt8], isUsual: Bool = false) -> IngestNotice? {
        let others = count > 1 ? " (the first of \(count) such rows)" : ""
        return first.map { IngestNotice("\(shown(path)):\($0)\(others)", isUsual: isUsual) }
    }
}

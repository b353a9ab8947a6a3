import Fetching
import ImageHeaders
import Manifests
import Measuring
import Pixels
import WeirBase
import WeirRecords
import WeirSystem

/// Turns rows and the results of their pictures into entries, in the order of the rows, and counts the rows.
struct EntryWriter: ~Copyable {
    private let plan: IngestPlan
    private let placeholder: PixelSize
    /// nil in a run that has ended early: its rows are only counted, and their failures reported.
    private let output: (any ManifestOutput)?
    private let reporter: any IngestReporting
    private let counts: RunningCounts
    private(set) var summary: IngestSummary
    /// The number of rows in the first reading. What a run that ended early has not read to its end is no row.
    let rowsRead: Int
    private let keptNames: [String]
    /// The facts of each entry with their sources, which are found by name only once.
    private let facts: [(fact: IngestPlan.Fact, placeholder: Placeholders.Kind?, header: HeaderFact?)]
    private var names: EntryNames
    /// The slot of the next picture that a row is the first to name.
    private var nextSlot = 0
    /// The reason why no more entries are written; nil while entries are written.
    private(set) var stop: IngestEnding?

    init(
        _ plan: IngestPlan, root: PictureRoot, placeholder: PixelSize, output: (any ManifestOutput)?,
        reporter: any IngestReporting, counts: RunningCounts
    ) {
        (self.plan, self.placeholder, self.output) = (plan, placeholder, output)
        names = EntryNames(plan, root)
        (self.reporter, self.counts) = (reporter, counts)
        keptNames = plan.keptNames
        facts = plan.facts.map { ($0, $0.placeholder, HeaderFact(rawValue: $0.rawValue)) }
        summary = counts.summary
        rowsRead = counts.rowsRead
    }

    /// Whether entries are only counted.
    var isCounting: Bool { output == nil }

    /// The worst status of a row's pictures, and the failure of the first that has it.
    private typealias Worst = (status: EntryStatus, failure: Failure?)

    /// Writes the entries of rows, whose pictures have these slots. Writes nothing once the run must stop.
    mutating func write(_ batch: RowBatch, _ slots: [Int], _ results: PictureResults) throws(MachineFailure) {
        var broken = isCounting ? batch.broken.filter { $0.number <= rowsRead }[...] : batch.broken[...]
        try batch.withTexts { texts throws(MachineFailure) in
            var next = 0
            for row in batch.rows {
                let rowSlots = slots[next..<next + row.pictureCount]
                next = rowSlots.endIndex
                guard stop == nil, row.number <= rowsRead || !isCounting else { break }
                // Broken rows are reported in their order among the others.
                while stop == nil, let next = broken.first, next.number < row.number {
                    try report(next)
                    broken.removeFirst()
                }
                if stop == nil { try write(row, texts, rowSlots, results) }
            }
        }
        for row in broken where stop == nil { try report(row) }
    }

    private mutating func report(_ row: RowBatch.BrokenRow) throws(MachineFailure) {
        summary.rows += 1
        summary.broken += 1
        try report(RowFailure(row))
        if plan.stopsAtFailure { stop = .stoppedAtBrokenRow }
    }

    private func report(_ failure: RowFailure) throws(MachineFailure) {
        try reporter.report(failure, isReported: counts.hasReported(failure))
    }

    private mutating func write(
        _ row: RowBatch.Row, _ texts: RowBatch.Texts, _ slots: ArraySlice<Int>, _ results: PictureResults
    ) throws(MachineFailure) {
        summary.rows += 1
        var worst: Worst = (.ok, nil)
        if slots.count == 1 || plan.isEachImage {
            for (index, slot) in slots.enumerated() where stop == nil {
                let status = try status(of: texts.picture(index, of: row), slot, row, results, &worst)
                if status.word != nil { try append(row, texts, index, slot, results, status) }
            }
        } else {
            try writeGallery(of: row, texts, slots, results, &worst)
        }
        count(worst)
    }

    /// Writes one entry for all pictures of a row.
    private mutating func writeGallery(
        of row: RowBatch.Row, _ texts: RowBatch.Texts, _ slots: ArraySlice<Int>, _ results: PictureResults, _ worst: inout Worst
    ) throws(MachineFailure) {
        var first: (status: EntryStatus, slot: Int)?
        var images = ByteBuffer(capacity: 512)
        for (index, slot) in slots.enumerated() where stop == nil {
            let status = try status(of: texts.picture(index, of: row), slot, row, results, &worst)
            guard status.word != nil else { continue }
            if index == 0 { first = (status, slot) }
            guard index > 0, first != nil, output != nil else { continue }
            images.append(images.count == 0 ? "[" : ",")
            try withPicture(index, slot, results, status, row, texts) { picture throws(MachineFailure) in
                images.append(jsonPicture: picture)
            }
        }
        guard let first else { return }
        if images.count > 0 { images.append("]") }
        try images.withBytes { images throws(MachineFailure) in
            try append(row, texts, 0, first.slot, results, first.status, images: images)
        }
    }

    /// Reports the failure and the changes of a picture, and returns its status.
    private mutating func status(
        of img: UnsafeBufferPointer<UInt8>, _ slot: Int, _ row: RowBatch.Row, _ results: PictureResults, _ worst: inout Worst
    ) throws(MachineFailure) -> EntryStatus {
        let facts = results.facts(of: slot)
        if slot == nextSlot {
            nextSlot += 1
            for change in results.changes(of: slot) {
                reporter.report(ChangedPicture(row: row.number, line: row.line, img: withoutCredentials(Array(img)), change: change))
            }
        }
        guard let failed = results.failure(of: slot) else {
            guard results.isEmpty(slot) else { return .ok }
            if worst.status == .ok { worst = (.cancelled, nil) }
            return .cancelled
        }
        let failure = failed.failure
        try report(
            RowFailure(
                row: row.number, line: row.line, withoutCredentials(Array(img)), failure, attempts: failed.attempts, isStale: facts != nil,
                isNew: plan.measuring.journal == nil ? nil : failed.isNew))
        if plan.stopsAtFailure { stop = .stoppedAtFailure }
        let status: EntryStatus =
            switch plan.onFailure {
            case .stop: .omitted
            case _ where facts != nil: .stale
            case .omit: .omitted
            case .placeholder: .placeholder
            }
        if status.rawValue > worst.status.rawValue { worst = (status, failure) }
        return status
    }

    private mutating func count(_ worst: Worst) {
        if let failure = worst.failure { summary.failures[failure.code, default: 0] += 1 }
        switch worst.status {
        case .ok: summary.ok += 1
        case .cancelled: summary.cancelled += 1
        case .stale:
            summary.stale += 1
            if worst.failure?.isOfTheAsker == true { summary.refused += 1 }
        case .placeholder: summary.placeholder += 1
        case .omitted: summary.omitted += 1
        }
    }

    /// The catalogue's own size of a row's first picture is closer to the true size than one default for all rows.
    private func placeholderSize(of index: Int, in row: RowBatch.Row) -> PixelSize {
        guard index == 0, let width = row.width, let height = row.height else { return placeholder }
        return PixelSize(width: width, height: height)
    }

    /// Appends an entry of a row's picture with that index. `images` is the array of its further pictures in JSON, or empty.
    private mutating func append(
        _ row: RowBatch.Row, _ texts: RowBatch.Texts, _ index: Int, _ slot: Int, _ results: PictureResults, _ status: EntryStatus,
        images: UnsafeBufferPointer<UInt8> = UnsafeBufferPointer(start: nil, count: 0)
    ) throws(MachineFailure) {
        summary.entries += 1
        guard let output else { return }
        let keptNames = keptNames
        try withPicture(index, slot, results, status, row, texts) { picture throws(MachineFailure) in
            guard !keptNames.isEmpty || !images.isEmpty else { return try output.append(picture) }
            var entry = picture
            for (index, key) in keptNames.enumerated() {
                guard let text = texts.kept(index, of: row) else { continue }
                entry.extras.append(.init(name: key, value: texts.isKeptJSON(index, of: row) ? .json(text) : .text(text)))
            }
            if !images.isEmpty { entry.extras.append(.init(name: ManifestEntry.imagesKey, value: .list(images))) }
            try output.append(entry)
        }
    }

    /// Calls `body` with a picture's size, its name in the manifest and its facts, and with the price of its row.
    private mutating func withPicture(
        _ index: Int, _ slot: Int, _ results: PictureResults, _ status: EntryStatus, _ row: RowBatch.Row, _ texts: RowBatch.Texts,
        _ body: (ManifestEntry) throws(MachineFailure) -> Void
    ) throws(MachineFailure) {
        let img = texts.picture(index, of: row)
        let picture = results.facts(of: slot)
        names.take(img, isOutside: results.failure(of: slot)?.failure.code == .outsideRoot)
        let size = status == .placeholder ? placeholderSize(of: index, in: row) : picture?.size ?? placeholder
        try names.withName(of: img) { name throws(MachineFailure) in
            var entry = ManifestEntry(width: size.width, height: size.height, img: name, price: texts[row.price])
            guard !facts.isEmpty else { return try body(entry) }
            try results.withHash(of: slot) { hash throws(MachineFailure) in
                try results.withPlaceholders(of: slot) { placeholders throws(MachineFailure) in
                    for (fact, kind, header) in facts {
                        entry.extras += kind.map { extras(of: $0, placeholders) } ?? extra(of: fact, header, picture, hash, status)
                    }
                    try body(entry)
                }
            }
        }
    }
}

import Base
import Fetching
import ImageHeaders
import Manifests
import Measuring
import Pixels
import Records
import System

/// Turns rows and the results of their pictures into entries, in the order of the rows, and counts the rows.
struct EntryWriter: ~Copyable {
    private let plan: IngestPlan
    private let placeholder: PixelSize
    /// nil in a run that has ended early: its rows are only counted, and their failures reported.
    private let output: (any ManifestOutput)?
    private let listener: any IngestListening
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
        listener: any IngestListening, counts: RunningCounts
    ) {
        (self.plan, self.placeholder, self.output) = (plan, placeholder, output)
        names = EntryNames(plan, root)
        (self.listener, self.counts) = (listener, counts)
        keptNames = plan.keptNames
        facts = plan.facts.map { ($0, $0.placeholder, HeaderFact(rawValue: $0.rawValue)) }
        summary = counts.summary
        rowsRead = counts.rowsRead
    }

    /// Whether entries are only counted.
    var isCounting: Bool { output == nil }

    /// Writes the entries of rows, whose pictures have these slots. Writes nothing once the run must stop.
    mutating func write(_ batch: RowBatch, _ slots: [Int], _ results: PictureResults) throws(MachineFailure) {
        var broken = isCounting ? batch.broken.filter { $0.number <= rowsRead }[...] : batch.broken[...]
        try batch.withTexts { texts throws(MachineFailure) in
            for (row, slot) in zip(batch.rows, slots) where stop == nil && (row.number <= rowsRead || !isCounting) {
                // Broken rows are reported in their order among the others.
                while stop == nil, let next = broken.first, next.number < row.number {
                    try report(next)
                    broken.removeFirst()
                }
                if stop == nil { try write(row, texts, slot, results) }
            }
        }
        for row in broken where stop == nil { try report(row) }
    }

    private func report(_ change: PictureChange, of row: RowBatch.Row, _ texts: RowBatch.Texts, _ facts: PictureFacts?) {
        func report(_ kind: ChangedPicture.Change) {
            listener.hear(ChangedPicture(row: row.number, line: row.line, img: withoutCredentials(Array(texts[row.img])), change: kind))
        }
        if let before = change.sizeBefore, let facts { report(.resized(facts.size, former: before)) }
        if change.hasRecovered { report(.recovered) }
        if let failure = change.undecoded { report(.undecoded(failure)) }
    }

    private mutating func report(_ row: RowBatch.BrokenRow) throws(MachineFailure) {
        summary.rows += 1
        summary.broken += 1
        try report(RowFailure(row))
        if plan.isStrict { stop = .stoppedAtBrokenRow }
    }

    private func report(_ failure: RowFailure) throws(MachineFailure) {
        try listener.hear(failure, isTold: counts.hasReported(row: failure.row))
    }

    private mutating func write(
        _ row: RowBatch.Row, _ texts: RowBatch.Texts, _ slot: Int, _ results: PictureResults
    ) throws(MachineFailure) {
        summary.rows += 1
        let facts = results.facts(of: slot)
        if slot == nextSlot {
            nextSlot += 1
            if let change = results.change(of: slot) { report(change, of: row, texts, facts) }
        }
        guard let failed = results.failure(of: slot) else {
            // The run has ended before, and no manifest will be written.
            guard !results.isEmpty(slot) else { return summary.cancelled += 1 }
            summary.ok += 1
            return try append(row, texts, slot, results, .ok)
        }
        let failure = failed.failure
        summary.failures[failure.code, default: 0] += 1
        try report(
            RowFailure(
                row, withoutCredentials(Array(texts[row.img])), failure, attempts: failed.attempts, isStale: facts != nil,
                isNew: plan.measuring.journal == nil ? nil : failed.isNew))
        switch plan.onFailure {
        case .stop:
            summary.omitted += 1
            stop = .stoppedAtFailure
        case _ where facts != nil:
            summary.stale += 1
            if failure.isOfTheAsker { summary.refused += 1 }
            try append(row, texts, slot, results, .stale)
        case .omit: summary.omitted += 1
        case .placeholder:
            summary.placeholder += 1
            try append(row, texts, slot, results, .placeholder(placeholderSize(of: row)))
        }
    }

    /// The catalogue's own size is closer to the true size than one default for all rows.
    private func placeholderSize(of row: RowBatch.Row) -> PixelSize {
        guard let width = row.width, let height = row.height else { return placeholder }
        return PixelSize(width: width, height: height)
    }

    private mutating func append(
        _ row: RowBatch.Row, _ texts: RowBatch.Texts, _ slot: Int, _ results: PictureResults, _ status: EntryStatus
    ) throws(MachineFailure) {
        guard let output else { return }
        let picture = results.facts(of: slot)
        names.take(texts[row.img], isOutside: results.failure(of: slot)?.failure.code == .outsideRoot)
        let size = if case .placeholder(let size) = status { size } else { picture?.size ?? placeholder }
        try names.withName(of: texts[row.img]) { name throws(MachineFailure) in
            var entry = ManifestEntry(width: size.width, height: size.height, img: name, price: texts[row.price])
            try results.withHash(of: slot) { hash throws(MachineFailure) in
                try results.withPlaceholders(of: slot) { placeholders throws(MachineFailure) in
                    for (fact, kind, header) in facts {
                        entry.extras += kind.map { extras(of: $0, placeholders) } ?? extra(of: fact, header, picture, hash, status)
                    }
                    for (index, key) in keptNames.enumerated() {
                        guard let text = texts.kept(index, of: row) else { continue }
                        entry.extras.append(.init(name: key, value: texts.isKeptJSON(index, of: row) ? .json(text) : .text(text)))
                    }
                    try output.append(entry)
                }
            }
        }
    }
}

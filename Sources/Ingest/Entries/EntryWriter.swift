import Base
import Fetching
import ImageHeaders
import Manifests
import Measuring
import Records
import System

/// Turns measured rows into entries, in the order of the rows, and keeps the counts.
struct EntryWriter: ~Copyable {
    private let plan: IngestPlan
    private let root: PictureRoot
    private let placeholder: PixelSize
    private let output: any ManifestOutput
    private let listener: any IngestListening
    private let counts: RunningCounts
    private var outcomes: PictureOutcomes
    private(set) var summary = IngestSummary()
    private let keptNames: [String]
    private var name = ByteBuffer()
    /// The reason why no more entries are written; nil while entries are written.
    private var stop: IngestEnding?

    init(
        _ plan: IngestPlan, root: PictureRoot, placeholder: PixelSize, output: any ManifestOutput,
        listener: any IngestListening, counts: RunningCounts
    ) {
        self.plan = plan
        keptNames = plan.keptNames
        outcomes = PictureOutcomes(placeholders: plan.facts.compactMap(\.placeholder).flatMap(\.keys))
        self.root = root
        self.placeholder = placeholder
        self.output = output
        self.listener = listener
        self.counts = counts
        if plan.measuring.mirror != nil { summary.mirror = MirrorCounts() }
        if plan.measuring.journal != nil { summary.journal = JournalCounts() }
        if !plan.measuring.placeholders.isEmpty { summary.decoding = DecodingCounts() }
    }

    /// Writes the entries of a batch. If the run must stop, returns the reason, and writes nothing from then on.
    mutating func write(_ batch: MeasuredBatch) throws(MachineFailure) -> IngestEnding? {
        guard stop == nil else { return stop }
        for picture in batch.pictures {
            outcomes.append(picture)
            if let mirrored = picture.mirrored { summary.mirror?.add(mirrored) }
            summary.journal?.add(picture)
            if let placeholders = picture.placeholders { summary.decoding?.add(placeholders) }
        }
        summary.pictures += batch.pictures.count
        let rows = batch.rows
        for (index, picture) in zip(batch.numbers.newRows, batch.pictures) {
            if let (size, former) = picture.resizing { tell(.resized(size, former: former), rows, Int(index)) }
            if picture.hasRecovered { tell(.recovered, rows, Int(index)) }
            if case .undecoded(_, let failure) = picture.placeholders { tell(.undecoded(failure), rows, Int(index)) }
        }
        var broken = rows.broken[...]
        try rows.withTexts { texts throws(MachineFailure) in
            for (index, row) in rows.rows.enumerated() where stop == nil {
                // Broken rows are reported in their order among the others.
                while stop == nil, let next = broken.first, next.number < row.number {
                    try tell(next)
                    broken.removeFirst()
                }
                if stop == nil { try write(row, texts, Int(batch.numbers.pictures[index])) }
            }
        }
        for row in broken where stop == nil { try tell(row) }
        return stop
    }

    private func tell(_ change: ChangedPicture.Change, _ rows: RowBatch, _ index: Int) {
        let row = rows.rows[index]
        listener.hear(ChangedPicture(row: row.number, line: row.line, img: rows.shownImg(of: row), change: change))
    }

    private mutating func tell(_ row: RowBatch.BrokenRow) throws(MachineFailure) {
        summary.rows += 1
        summary.broken += 1
        try hear(RowFailure(row))
        if plan.isStrict { stop = .stoppedAtBrokenRow }
    }

    private func hear(_ failure: RowFailure) throws(MachineFailure) {
        try listener.hear(failure, isTold: counts.deliver(failure))
    }

    /// Writes a row whose picture has this number.
    private mutating func write(_ row: RowBatch.Row, _ texts: RowBatch.Texts, _ number: Int) throws(MachineFailure) {
        summary.rows += 1
        let outcome = outcomes[number]
        guard let failed = outcomes.failure(of: outcome) else {
            summary.ok += 1
            return try append(row, texts, number, .ok)
        }
        let failure = failed.failure
        // Nothing is known of the picture, and no manifest will be written.
        if failure.code == .cancelled {
            summary.cancelled += 1
            return
        }
        summary.failures[failure.code, default: 0] += 1
        try hear(
            RowFailure(
                row, withoutCredentials(Array(texts[row.img])), failure, attempts: failed.attempts, isStale: outcome.facts != nil,
                isNew: plan.measuring.journal == nil ? nil : failed.isNew))
        switch plan.onFailure {
        case .stop:
            summary.omitted += 1
            stop = .stoppedAtFailure
        case _ where outcome.facts != nil:
            summary.stale += 1
            try append(row, texts, number, .stale)
        case .omit: summary.omitted += 1
        case .placeholder:
            summary.placeholder += 1
            try append(row, texts, number, .placeholder(placeholderSize(of: row)))
        }
    }

    /// The catalogue's own size is closer to the true size than one default for all rows.
    private func placeholderSize(of row: RowBatch.Row) -> PixelSize {
        guard let width = row.width, let height = row.height else { return placeholder }
        return PixelSize(width: width, height: height)
    }

    private mutating func append(
        _ row: RowBatch.Row, _ texts: RowBatch.Texts, _ number: Int, _ status: EntryStatus
    ) throws(MachineFailure) {
        let outcome = outcomes[number]
        name.removeAll()
        if let base = plan.baseURL {
            appendURL(of: texts[row.img], base: base, isOutside: outcomes.failure(of: outcome)?.failure.code == .outsideRoot)
        }
        let size = if case .placeholder(let size) = status { size } else { outcome.facts?.size ?? placeholder }
        try name.withBytes { name throws(MachineFailure) in
            var entry = ManifestEntry(
                width: size.width, height: size.height,
                img: plan.baseURL == nil ? nameInFolder(texts[row.img]) : name, price: texts[row.price])
            try outcomes.withHash(of: outcome) { hash throws(MachineFailure) in
                try outcomes.withPlaceholders(of: number) { placeholders throws(MachineFailure) in
                    for fact in plan.facts {
                        entry.extras += fact.placeholder.map { extras(of: $0, placeholders) } ?? extra(of: fact, outcome, hash, status)
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

    /// The name of a picture below a bucket's folder that is the catalogue; any other as it is.
    private func nameInFolder(_ img: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard case .bucket(let folder) = plan.catalogue else { return img }
        return UnsafeBufferPointer(rebasing: img.dropFirst(folder.count))
    }

    /// Appends the address from which clients load a local picture. A URL stays as it is. A name that leads out of
    /// the root stays too, since no server has such a picture.
    private mutating func appendURL(of img: UnsafeBufferPointer<UInt8>, base: [UInt8], isOutside: Bool) {
        guard !isOutside, let relative = nameBelowBase(img) else { return name.append(img) }
        name.append(base)
        if base.last != UInt8(ascii: "/") { name.append("/") }
        relative.withUnsafeBufferPointer { name.append(percentEncodedPath: $0) }
    }

    /// The name of a picture below the folder that the base URL stands for; nil if it is not there.
    private func nameBelowBase(_ img: UnsafeBufferPointer<UInt8>) -> ArraySlice<UInt8>? {
        if case .bucket = plan.catalogue { return Array(nameInFolder(img))[...] }
        guard case .success(.local(let path)) = PictureReference.parse(img) else { return nil }
        return path.withUnsafeBufferPointer { root.relative($0) }
    }
}

extension RowBatch {
    /// The name of a row's picture for messages.
    func shownImg(of row: Row) -> [UInt8] { withTexts { withoutCredentials(Array($0[row.img])) } }
}

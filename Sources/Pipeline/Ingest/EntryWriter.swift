import Records
import Base
import Fetching
import ImageHeaders
import Manifests
import Reports
import System

/// Turns measured rows into entries, in the order of the rows, and keeps the counts.
struct EntryWriter: ~Copyable {
    private let plan: IngestPlan
    private let root: PictureRoot
    private let placeholder: PixelSize
    private let output: any ManifestOutput
    private let listener: any Ingest.Listener
    private var outcomes = PictureOutcomes()
    private var summary = IngestSummary()
    private var name = ByteBuffer()
    private(set) var stopped: IngestEnd.Outcome?

    init(
        _ plan: IngestPlan, root: PictureRoot, placeholder: PixelSize, output: any ManifestOutput,
        listener: any Ingest.Listener
    ) {
        self.plan = plan
        self.root = root
        self.placeholder = placeholder
        self.output = output
        self.listener = listener
        if plan.mirror != nil { summary.mirror = MirrorCounts() }
        if plan.journal != nil { summary.journal = JournalCounts() }
    }

    func summary(since start: Double, _ remote: RemotePictures) -> IngestSummary {
        var summary = summary
        summary.seconds = monotonicSeconds() - start
        summary.hosts = remote.statistics.map { NetworkCounts(host: $0, $1) }.sorted { $0.host < $1.host }
        return summary
    }

    mutating func write(_ measured: MeasuredBatch) throws(MachineFailure) {
        for picture in measured.measured {
            outcomes.append(picture)
            if let mirrored = picture.mirrored { summary.mirror?.add(mirrored) }
            summary.journal?.add(picture)
        }
        summary.pictures += measured.measured.count
        let rows = measured.batch.rows
        for (index, picture) in zip(measured.batch.newRows, measured.measured) {
            if let (size, former) = picture.resizing { try tell(rows, Int(index), size, insteadOf: former) }
        }
        var broken = rows.broken[...]
        try rows.withTexts { texts throws(MachineFailure) in
            for (index, row) in rows.rows.enumerated() {
                // Broken rows are told where they stand among the others.
                while let next = broken.first, next.number < row.number {
                    try tell(next)
                    broken.removeFirst()
                }
                try write(row, texts, outcomes[Int(measured.batch.pictures[index])])
            }
        }
        for row in broken { try tell(row) }
        listener.hear(IngestProgress(summary: summary, share: measured.batch.share))
    }

    private func tell(_ rows: RowBatch, _ index: Int, _ size: PixelSize, insteadOf former: PixelSize) throws(MachineFailure) {
        let row = rows.rows[index]
        let img = rows.withTexts { withoutCredentials(Array($0[row.img])) }
        try listener.hear(ResizedPicture(row: row.number, line: row.line, img: img, size: size, former: former))
    }

    private mutating func tell(_ row: RowBatch.BrokenRow) throws(MachineFailure) {
        summary.rows += 1
        summary.broken += 1
        try listener.hear(RowFailure(row))
        if plan.isStrict { try stop(.stoppedAtBrokenRow) }
    }

    private mutating func write(_ row: RowBatch.Row, _ texts: RowBatch.Texts, _ outcome: PictureOutcome) throws(MachineFailure) {
        summary.rows += 1
        guard let (failure, attempts) = outcomes.failure(of: outcome) else {
            summary.ok += 1
            return try append(row, texts, outcome, .ok)
        }
        try listener.hear(
            RowFailure(
                row: row.number, line: row.line, img: withoutCredentials(Array(texts[row.img])), code: failure.code,
                message: failure.message, attempts: attempts, isStale: outcome.hasSize))
        switch plan.onFailure {
        case .stop:
            summary.omitted += 1
            try stop(.stoppedAtFailure)
        case _ where outcome.hasSize:
            summary.stale += 1
            try append(row, texts, outcome, .stale)
        case .omit: summary.omitted += 1
        case .placeholder:
            summary.placeholder += 1
            try append(row, texts, outcome, .placeholder(placeholderSize(of: row)))
        }
    }

    /// What the size of an entry is.
    private enum Standing {
        case ok, stale
        case placeholder(PixelSize)

        var word: StaticString {
            switch self {
            case .ok: "ok"
            case .stale: "stale"
            case .placeholder: "placeholder"
            }
        }
    }

    /// What the catalogue itself says is nearer the truth than a size for all.
    private func placeholderSize(of row: RowBatch.Row) -> PixelSize {
        guard let width = row.width, let height = row.height else { return placeholder }
        return PixelSize(width: width, height: height)
    }

    /// A run that is to stop ends as one that failed; `stopped` says why.
    private mutating func stop(_ reason: IngestEnd.Outcome) throws(MachineFailure) {
        stopped = reason
        throw .input("the run was stopped")
    }

    private mutating func append(
        _ row: RowBatch.Row, _ texts: RowBatch.Texts, _ outcome: PictureOutcome, _ standing: Standing
    ) throws(MachineFailure) {
        name.removeAll()
        if let base = plan.baseURL {
            appendURL(of: texts[row.img], base: base, isOutside: outcomes.failure(of: outcome)?.failure.code == .outsideRoot)
        }
        var size = PixelSize(width: Int(outcome.width), height: Int(outcome.height))
        if case .placeholder(let other) = standing { size = other }
        try name.withBytes { name throws(MachineFailure) in
            var entry = ManifestEntry(
                width: size.width, height: size.height,
                img: plan.baseURL == nil ? texts[row.img] : name, price: texts[row.price])
            try outcomes.withHash(of: outcome) { hash throws(MachineFailure) in
                for fact in plan.facts { add(fact, of: outcome, hash, standing, to: &entry) }
                for (index, column) in plan.columns.kept.enumerated() {
                    guard let text = texts.kept(index, of: row) else { continue }
                    entry.extras.append(.init(name: column, value: .text(text)))
                }
                try output.append(entry)
            }
        }
    }

    /// Of a picture that failed nothing is known but that, and what was true of it before.
    private func add(
        _ fact: IngestPlan.Fact, of outcome: PictureOutcome, _ hash: UnsafeBufferPointer<UInt8>?, _ standing: Standing,
        to entry: inout ManifestEntry
    ) {
        let value: ManifestEntry.Value
        switch fact {
        case .status: value = .word(standing.word)
        case _ where !outcome.hasSize: return
        case .format: value = .word(ImageFormat.allCases[Int(outcome.format)].word)
        // A server need not say how long a picture is.
        case .bytes where outcome.bytes == 0: return
        case .bytes: value = .number(Int(outcome.bytes))
        case .orientation: value = .number(Int(outcome.orientation))
        case .sha256:
            guard let hash else { return }
            value = .text(hash)
        }
        entry.extras.append(ManifestEntry.Extra(name: fact.rawValue, value: value))
    }

    /// What a local picture is called where clients load it. A URL is called what it is, and so is
    /// a name that leads out of the root, which no server has.
    private mutating func appendURL(of img: UnsafeBufferPointer<UInt8>, base: [UInt8], isOutside: Bool) {
        guard !isOutside, case .success(.local(let path)) = PictureReference.parse(img),
            let relative = path.withUnsafeBufferPointer({ root.relative($0) })
        else { return name.append(img) }
        name.append(base)
        if base.last != UInt8(ascii: "/") { name.append("/") }
        relative.withUnsafeBufferPointer { name.append(percentEncodedPath: $0) }
    }
}

extension NetworkCounts {
    fileprivate init(host: String, _ statistics: FetchStatistics) {
        self.init(
            host: host, requests: statistics.requests, connections: statistics.connections,
            handshakes: statistics.handshakes, bytesReceived: statistics.bytesReceived, bytesSaved: statistics.bytesSaved)
    }
}

extension JournalCounts {
    /// A length that a server once claimed may be any.
    private static let largestPicture = 1 << 40

    fileprivate mutating func add(_ picture: MeasuredPicture) {
        switch picture.origin {
        case .measured: break
        case .unchanged: unchanged += 1
        case .memory(let isRemote):
            remembered += 1
            if isRemote, case .success(let facts) = picture.result { bytesSaved += min(Int(clamping: facts.bytes), JournalCounts.largestPicture) }
        }
        resized += picture.resizing == nil ? 0 : 1
    }
}

extension MirrorCounts {
    fileprivate mutating func add(_ picture: MirroredPicture) {
        pictures += 1
        added += picture.isNew ? 1 : 0
        addedBytes += picture.isNew ? Int(clamping: picture.bytes) : 0
    }
}

extension RowFailure {
    init(_ row: RowBatch.BrokenRow) {
        self.init(row: row.number, line: row.position.line, column: row.position.column, message: row.message)
    }
}

extension ImageFormat {
    fileprivate var word: StaticString {
        switch self {
        case .png: "png"
        case .jpeg: "jpeg"
        case .webp: "webp"
        case .gif: "gif"
        case .bmp: "bmp"
        case .tiff: "tiff"
        case .avif: "avif"
        case .heic: "heic"
        }
    }
}

import Base

/// What a run of ingest came to.
public struct IngestSummary: Equatable, Sendable {
    /// All rows of the catalogue, broken ones too.
    public var rows = 0
    /// Rows whose picture has its true size.
    public var ok = 0
    /// Rows with the last true size of a picture that failed today.
    public var stale = 0
    /// Rows with a placeholder's size.
    public var placeholder = 0
    /// Rows that failed and have no entry.
    public var omitted = 0
    /// Rows that could not be read at all.
    public var broken = 0
    /// Distinct pictures.
    public var pictures = 0
    public var seconds = 0.0
    /// What each host was asked, sorted by its name.
    public var hosts: [NetworkCounts] = []

    /// nil: whole pictures were not to be kept.
    public var mirror: MirrorCounts?
    /// nil: nothing was to be remembered.
    public var journal: JournalCounts?
    /// nil: no manifest was replaced, or none that could be read.
    public var change: ManifestChange?

    public init() {}

    /// All hosts together, those too that were not asked.
    public var network: NetworkCounts {
        hosts.reduce(into: NetworkCounts(host: "", bytesSaved: journal?.bytesSaved ?? 0)) { $0.add($1) }
    }

    /// Rows without a true size.
    public var failed: Int { rows - ok - stale }

    /// The counts with the names that programs know them by.
    public var counts: [(name: StaticString, count: Int)] {
        let rows: [(StaticString, Int)] = [
            ("rows", rows), ("ok", ok), ("stale", stale), ("placeholder", placeholder), ("omitted", omitted),
            ("broken", broken), ("pictures", pictures),
        ]
        return rows + network.counts + (mirror?.counts ?? []) + (journal?.counts ?? [])
    }

    /// One sentence for people.
    public var sentence: String {
        if rows == 0 { return "0 rows" }
        var parts = ["\(ok) with \(ok == 1 ? "its" : "their") true size"]
        if stale > 0 { parts.append("\(stale) stale") }
        if placeholder > 0 { parts.append("\(placeholder) with a placeholder") }
        if omitted > 0 { parts.append("\(omitted) omitted") }
        if broken > 0 { parts.append("\(broken) broken") }
        var sentences = ["\(rows) \(rows == 1 ? "row" : "rows"): " + parts.joined(separator: ", ")]
        if !hosts.isEmpty { sentences.append(network.sentence) }
        if let mirror { sentences.append(mirror.sentence) }
        if let journal = journal?.sentence { sentences.append(journal) }
        if let change { sentences.append("against the manifest before: \(change.sentence)") }
        return sentences.joined(separator: "; ")
    }
}

/// A row without a true size, and why.
public struct RowFailure: Equatable, Sendable {
    public let row: Int
    public let line: Int
    /// Of a row that is broken, where in its line it is.
    public let column: Int?
    /// Empty for a row that is broken.
    public let img: [UInt8]
    /// nil for a row that is broken.
    public let code: Failure.Code?
    public let message: String
    /// How often the picture was tried.
    public let attempts: Int
    /// Whether the row has the last true size of its picture all the same.
    public let isStale: Bool

    public init(
        row: Int, line: Int, column: Int? = nil, img: [UInt8] = [], code: Failure.Code? = nil, message: String,
        attempts: Int = 0, isStale: Bool = false
    ) {
        self.row = row
        self.line = line
        self.column = column
        self.img = img
        self.code = code
        self.message = message
        self.attempts = attempts
        self.isStale = isStale
    }

    /// What is wrong, in one word that scripts rely on.
    public var word: String { code?.rawValue ?? "broken-row" }

    /// One line for people.
    public func appendLine(to output: inout ByteBuffer) {
        output.append("row ")
        output.append(row)
        output.append(" (line ")
        output.append(line)
        if let column {
            output.append(", column ")
            output.append(column)
        }
        output.append("): ")
        if !img.isEmpty {
            img.withUnsafeBufferPointer { output.append(escaping: $0) }
            output.append(": ")
        }
        output.append(word)
        output.append(": ")
        output.append(message)
        output.append(isStale ? "; its last size stays\n" : "\n")
    }

    /// The members of an object in JSON, without its braces.
    public func appendMembers(to output: inout ByteBuffer) {
        output.append("\"row\":")
        output.append(row)
        output.append(",\"line\":")
        output.append(line)
        if let column {
            output.append(",\"column\":")
            output.append(column)
        }
        output.append(",\"img\":")
        output.append(json: String(decoding: img, as: UTF8.self))
        output.append(",\"code\":")
        output.append(json: word)
        output.append(",\"message\":")
        output.append(json: message)
        output.append(",\"attempts\":")
        output.append(attempts)
        if isStale { output.append(",\"stale\":true") }
    }
}

/// The report of a run as JSON. Failures come as they happen, so that a million of them need no
/// memory; the counts follow them.
public struct IngestReport: ~Copyable {
    private var isEmpty = true
    /// These follow the failures, and are few as a rule.
    private var resized = ByteBuffer()
    private var resizedCount = 0

    private static let mostResized = 10_000

    public init() {}

    public func begin(_ output: inout ByteBuffer) { output.append("{\"failures\":[") }

    public mutating func append(_ failure: RowFailure, to output: inout ByteBuffer) {
        output.append(isEmpty ? "\n" : ",\n")
        isEmpty = false
        output.append("{")
        failure.appendMembers(to: &output)
        output.append("}")
    }

    /// Pictures with another size than before. So many are listed, and all are counted.
    public mutating func append(_ picture: ResizedPicture) {
        guard resizedCount < IngestReport.mostResized else { return }
        resized.append(resizedCount == 0 ? "\n{\"row\":" : ",\n{\"row\":")
        resizedCount += 1
        resized.append(picture.row)
        resized.append(",\"line\":")
        resized.append(picture.line)
        resized.append(",\"img\":")
        resized.append(json: String(decoding: picture.img, as: UTF8.self))
        for (name, number) in [
            (",\"w\":", picture.size.width), (",\"h\":", picture.size.height), (",\"formerW\":", picture.former.width),
            (",\"formerH\":", picture.former.height),
        ] as [(StaticString, Int)] {
            resized.append(name)
            resized.append(number)
        }
        resized.append("}")
    }

    /// `isWritten` tells whether the manifest was replaced.
    public func end(_ summary: IngestSummary, isWritten: Bool, to output: inout ByteBuffer) {
        output.append(isEmpty ? "],\n" : "\n],\n")
        output.append("\"resized\":[")
        resized.withBytes { output.append($0) }
        output.append(resizedCount == 0 ? "],\n" : "\n],\n")
        for (name, count) in summary.counts {
            output.append("\"")
            output.append(name)
            output.append("\":")
            output.append(count)
            output.append(",\n")
        }
        if let change = summary.change {
            output.append("\"change\":{\"added\":")
            output.append(change.added)
            output.append(",\"removed\":")
            output.append(change.removed)
            output.append(",\"resized\":")
            output.append(change.resized)
            output.append("},\n")
        }
        append(summary.hosts, to: &output)
        output.append("\"written\":")
        output.append(isWritten ? "true" : "false")
        output.append(",\n\"seconds\":")
        output.append("\((summary.seconds * 1000).rounded() / 1000)")
        output.append("\n}\n")
    }

    private func append(_ hosts: [NetworkCounts], to output: inout ByteBuffer) {
        output.append("\"hosts\":[")
        for (index, host) in hosts.enumerated() {
            output.append(index == 0 ? "\n{\"host\":" : ",\n{\"host\":")
            output.append(json: host.host)
            for (name, count) in host.counts {
                output.append(",\"")
                output.append(name)
                output.append("\":")
                output.append(count)
            }
            output.append("}")
        }
        output.append(hosts.isEmpty ? "],\n" : "\n],\n")
    }
}

import Fetching
import Ingest

// The counts of a run in one sentence, for people.

extension IngestSummary {
    var sentence: String {
        var sentences = [rowSentence]
        if rows > cancelled {
            if !hosts.isEmpty { sentences.append(network.sentence) }
            if let mirror, mirror.pictures > 0 { sentences.append(mirror.sentence) }
            if let decoding = decoding?.sentence { sentences.append(decoding) }
            if let journal = journal?.sentence { sentences.append(journal) }
        }
        if let change { sentences.append("against the previous manifest: \(change.sentence)") }
        return sentences.joined(separator: "; ")
    }

    /// Why there are no rows.
    var emptySentence: String {
        switch leftOut {
        case 0: "the catalogue has no rows"
        case 1: "the only row of the catalogue is left out"
        default: "all \(leftOut) rows of the catalogue are left out"
        }
    }

    /// How many rows there are, and where their sizes come from.
    var rowSentence: String {
        let rows = rows - cancelled
        if rows == 0 { return emptySentence }
        var parts = ["\(ok) with \(ok == 1 ? "its" : "their") true size"]
        if stale > 0 { parts.append("\(stale) stale") }
        if placeholder > 0 { parts.append("\(placeholder) with a placeholder") }
        if omitted > 0 { parts.append("\(omitted) omitted") }
        if broken > 0 { parts.append("\(broken) broken") }
        return "\(rows) \(rows == 1 ? "row" : "rows"): " + parts.joined(separator: ", ")
    }
}

extension IngestSummary {
    /// The sentence of a quiet run: the failures by their codes, and the difference from the last run. nil if there is
    /// neither.
    var failureSentence: String? {
        let failed = failures.values.reduce(broken, +)
        var parts: [String] = []
        if failed > 0 {
            let codes = failures.map { ($0.value, $0.key.rawValue) } + (broken > 0 ? [(broken, "broken-row")] : [])
            let texts = codes.sorted { ($1.0, $0.1) < ($0.0, $1.1) }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
            let kept = stale == 0 ? "" : "; \(stale) of them \(stale == 1 ? "keeps its" : "keep their") last one"
            parts.append("\(failed) of \(rows) \(rows == 1 ? "row has" : "rows have") no true size now (\(texts))\(kept)")
        }
        if let journal, failed > 0 || journal.recovered > 0 {
            let new = journal.newFailures == 1 ? "1 picture" : "\(journal.newFailures) pictures"
            parts.append("\(new) failed that did not before, \(journal.recovered) recovered")
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
}

extension FetchStatistics {
    fileprivate var sentence: String {
        let asked = "\(requests) \(requests == 1 ? "request" : "requests")"
        let over = "\(connections) \(connections == 1 ? "connection" : "connections")"
        let bytes =
            "\(sized(bytesReceived)) received (\(sized(bytesAsked)) asked, \(sized(bytesNeeded)) needed, \(sized(bytesWasted)) wasted)"
        return "\(asked) over \(over), \(bytes), \(sized(bytesSaved)) saved"
    }
}

extension MirrorCounts {
    fileprivate var sentence: String { "\(pictures) mirrored, \(added) of them new with \(sized(addedBytes))" }
}

extension DecodingCounts {
    /// nil if no picture was to be decoded.
    fileprivate var sentence: String? {
        var parts: [String] = []
        if decoded > 0 { parts.append("\(decoded) decoded") }
        if undecoded > 0 { parts.append("\(undecoded) that cannot be decoded") }
        if headersAlone > 0 { parts.append("\(headersAlone) without placeholders, since only the header was fetched") }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

extension JournalCounts {
    /// nil if the journal knew nothing.
    fileprivate var sentence: String? {
        let parts = [
            (remembered, "remembered"), (unchanged, "unchanged on their servers"), (resized, "with another size than before"),
            (recovered, "recovered"),
        ]
        let texts = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }
}

extension ManifestChange {
    fileprivate var sentence: String { "\(added) added, \(removed) removed, \(resized) resized" }
}

/// A number of bytes as text.
private func sized(_ bytes: Int) -> String {
    let units = ["bytes", "KB", "MB", "GB", "TB"]
    var (size, unit) = (Double(bytes), 0)
    while size >= 1000, unit < units.count - 1 { (size, unit) = (size / 1000, unit + 1) }
    return unit == 0 ? "\(bytes) bytes" : "\((size * 10).rounded() / 10) \(units[unit])"
}

// The counts of a run, with their names in JSON and in metrics.

extension IngestSummary {
    var counts: [(name: StaticString, count: Int)] {
        var counts: [(StaticString, Int)] = [
            ("rows", rows), ("ok", ok), ("stale", stale), ("placeholder", placeholder), ("omitted", omitted),
            ("broken", broken), ("cancelled", cancelled), ("pictures", pictures),
        ]
        counts += network.counts
        counts += mirror?.counts ?? []
        counts += decoding?.counts ?? []
        counts += journal?.counts ?? []
        return counts
    }
}

extension FetchStatistics {
    var counts: [(StaticString, Int)] {
        [
            ("requests", requests), ("connections", connections), ("tlsHandshakes", handshakes),
            ("bytesReceived", bytesReceived), ("bytesAsked", bytesAsked), ("bytesNeeded", bytesNeeded),
            ("bytesWasted", bytesWasted), ("bytesSaved", bytesSaved),
        ]
    }
}

extension MirrorCounts {
    fileprivate var counts: [(StaticString, Int)] {
        [("mirrored", pictures), ("mirroredNew", added), ("mirroredBytes", addedBytes)]
    }
}

extension DecodingCounts {
    fileprivate var counts: [(StaticString, Int)] {
        [("decodedPictures", decoded), ("undecodedPictures", undecoded), ("headersAlone", headersAlone)]
    }
}

extension JournalCounts {
    fileprivate var counts: [(StaticString, Int)] {
        [
            ("remembered", remembered), ("unchanged", unchanged), ("resizedPictures", resized),
            ("newFailedPictures", newFailures), ("recoveredPictures", recovered),
        ]
    }
}

import ImageHeaders
import Manifests
import TestSupport
import WeirBase

@testable import Ingest

/// What a chain of nights leaves behind: the previous manifest, and what the journal has of each file.
struct DrawnMemory {
    struct Entry: Equatable {
        let img: String
        let width: Int
        let height: Int
    }

    var entries: [Entry]?
    /// The files of the manifest, by name: one file, or pages and an index.
    var files: [String: String] = [:]
    /// The pages of the last indexes with hashes, the last one at the end.
    var indexes: [[String]] = []
    var recorded: [String: DrawnPictures.Facts] = [:]
    var failing: Set<String> = []
}

/// What must become of a catalogue: a plain model of ingest. It goes over the rows once, and knows all pictures.
struct ExpectedNight {
    let plan: IngestPlan
    let pictures: DrawnPictures
    let memory: DrawnMemory
    private(set) var counts = IngestSummary()
    /// The texts of the entries, as JSON or as lines of a table.
    private var texts: [String] = []
    private(set) var entries: [DrawnMemory.Entry] = []
    /// `row img code`, with what is stale and new.
    private(set) var failures: [String] = []
    private(set) var changes: [String] = []
    private(set) var gates: [IngestGate] = []
    private(set) var newMemory: DrawnMemory
    /// The row of the first picture that fails, and that of the first row that is broken.
    private(set) var (firstFailure, firstBroken) = (Int.max, Int.max)
    private var seen: Set<String> = []
    private var causes: [Failure.Code: [Int]] = [:]

    private var hasJournal: Bool { plan.measuring.journal != nil }

    init(_ plan: IngestPlan, _ rows: [DrawnRow], _ pictures: DrawnPictures, _ memory: DrawnMemory) {
        (self.plan, self.pictures, self.memory, newMemory) = (plan, pictures, memory, memory)
        if hasJournal { counts.journal = JournalCounts() }
        for (index, row) in rows.enumerated() { take(row, index + 1) }
        counts.rows = rows.count
        counts.entries = entries.count
        counts.change = change(to: entries.map(\.img), sizes: entries)
        gates = Self.gates(plan, counts, memory)
    }

    // MARK: Rows

    /// How a row counts, from the best to the worst.
    private enum Outcome: Int { case ok, stale, placeholder, omitted }

    private mutating func take(_ row: DrawnRow, _ number: Int) {
        guard !row.pictures.isEmpty else {
            counts.broken += 1
            failures.append("\(number)  broken-row false nil")
            firstBroken = min(firstBroken, number)
            return
        }
        var names: [DrawnPictures.Name] = []
        for name in row.pictures where !names.contains(name) { names.append(name) }
        var (worst, code) = (Outcome.ok, nil as Failure.Code?)
        var objects: [(object: String, entry: DrawnMemory.Entry, facts: [(String, String)])?] = []
        for (index, name) in names.enumerated() {
            let (outcome, failure, facts) = measure(name, number)
            if outcome.rawValue > worst.rawValue { (worst, code) = (outcome, failure) }
            guard outcome != .omitted else {
                objects.append(nil)
                continue
            }
            let own = index == 0 ? row.width.flatMap { width in row.height.map { (width, $0) } } : nil
            let size = facts.map { ($0.width, $0.height) } ?? own ?? (plan.fallback.width, plan.fallback.height)
            let img = self.name(of: name)
            let members = self.facts(facts, ["ok", "stale", "placeholder"][outcome.rawValue])
            let more = members.map { ",\"\($0)\":\($1)" }.joined()
            let picture = "{\"w\":\(size.0),\"h\":\(size.1),\"img\":\(jsonText(img))\(more)}"
            objects.append((picture, DrawnMemory.Entry(img: img, width: size.0, height: size.1), members))
        }
        count(worst, code)
        if plan.isEachImage {
            for object in objects { if let object { add(object.entry, object.facts, row, images: []) } }
        } else if let first = objects[0] {
            add(first.entry, first.facts, row, images: objects.dropFirst().compactMap { $0?.object })
        }
    }

    private mutating func measure(_ name: DrawnPictures.Name, _ row: Int) -> (Outcome, Failure.Code?, DrawnPictures.Facts?) {
        let isNew = seen.insert(name.record ?? name.text).inserted
        if isNew { counts.pictures += 1 }
        let known = name.record.flatMap { memory.recorded[$0] }
        let hadFailed = name.record.map(memory.failing.contains) ?? false
        let (found, code) = pictures.result(of: name)
        if let facts = found {
            if isNew, hasJournal, let record = name.record {
                if let known, (known.width, known.height) != (facts.width, facts.height) {
                    changes.append("\(row) \(name.text) resized \(known.width)x\(known.height) \(facts.width)x\(facts.height)")
                    counts.journal?.resized += 1
                }
                if hadFailed {
                    changes.append("\(row) \(name.text) recovered")
                    counts.journal?.recovered += 1
                }
                newMemory.recorded[record] = facts
                newMemory.failing.remove(record)
            }
            return (.ok, nil, facts)
        }
        let news = !hasJournal || name.record == nil ? nil : !hadFailed as Bool?
        if isNew {
            let cause = causes[code, default: [0, 0, 0]]
            causes[code] = [cause[0] + 1, cause[1] + (news ?? true ? 1 : 0), cause[2] + (known == nil ? 0 : 1)]
            if news == true { counts.journal?.newFailures += 1 }
            if hasJournal, let record = name.record { newMemory.failing.insert(record) }
        }
        firstFailure = min(firstFailure, row)
        failures.append("\(row) \(name.text) \(code.rawValue) \(known != nil) \(news.map { "\($0)" } ?? "nil")")
        if known != nil { return (.stale, code, known) }
        return (plan.onFailure == .omit ? .omitted : .placeholder, code, nil)
    }

    /// The causes of failures, with their pictures, the new ones and those that keep a size; the most frequent first.
    var sortedCauses: [String] {
        causes.sorted { (-$0.value[0], $0.key.rawValue) < (-$1.value[0], $1.key.rawValue) }.map { "\($0.key.rawValue) \($0.value)" }
    }

    private mutating func count(_ outcome: Outcome, _ code: Failure.Code?) {
        if let code { counts.failures[code, default: 0] += 1 }
        switch outcome {
        case .ok: counts.ok += 1
        case .stale: counts.stale += 1
        case .placeholder: counts.placeholder += 1
        case .omitted: counts.omitted += 1
        }
    }

    // MARK: Entries

    private func name(of picture: DrawnPictures.Name) -> String {
        guard plan.baseURL != nil, let address = picture.address else { return picture.text }
        return base + "/" + address
    }

    private var base: String { String(decoding: plan.baseURL ?? [], as: UTF8.self) }

    private func facts(_ facts: DrawnPictures.Facts?, _ status: String) -> [(String, String)] {
        plan.facts.compactMap { fact in
            switch fact {
            case .status: ("status", "\"\(status)\"")
            case .format: facts.map { ("format", "\"\($0.format)\"") }
            case .bytes: facts.map { ("bytes", "\($0.bytes)") }
            case .mime: facts.map { ("mime", "\"image/\($0.format)\"") }
            case .orientation: facts.map { _ in ("orientation", "1") }
            default: nil
            }
        }
    }

    private mutating func add(_ entry: DrawnMemory.Entry, _ facts: [(String, String)], _ row: DrawnRow, images: [String]) {
        entries.append(entry)
        var more = facts
        if !plan.columns.kept.isEmpty {
            switch row.kept {
            case .absent: break
            case .text(let text): more.append(("k", jsonText(text)))
            case .json(let text): more.append(("k", text))
            }
        }
        if !images.isEmpty { more.append(("images", "[\(images.joined(separator: ","))]")) }
        let price = row.price ?? ""
        guard plan.output.kind.format == .csv else {
            let members = more.map { ",\"\($0)\":\($1)" }.joined()
            texts.append(TestSupport.entry(entry.width, entry.height, entry.img, price, members))
            return
        }
        func field(_ text: String) -> String {
            text.isEmpty || text.contains { ",\"".contains($0) } ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
        }
        let fields = plan.output.extras.map { key -> String in
            guard let value = more.first(where: { $0.0 == key })?.1 else { return "" }
            return field(value.first == "\"" ? String(value.dropFirst().dropLast()).replacing("\\\"", with: "\"") : value)
        }
        texts.append((["\(entry.width)", "\(entry.height)", field(entry.img), field(price)] + fields).joined(separator: ","))
    }

    // MARK: The manifest

    private func change(to names: [String], sizes: [DrawnMemory.Entry]) -> ManifestChange? {
        guard let previous = memory.entries else { return nil }
        var change = ManifestChange()
        var left = Dictionary(grouping: previous) { $0.img }.mapValues { $0[...] }
        for (index, name) in names.enumerated() {
            guard let partner = left[name]?.popFirst() else {
                change.added += 1
                continue
            }
            if !sizes.isEmpty, partner != sizes[index] { change.resized += 1 }
        }
        change.removed = left.values.reduce(0) { $0 + $1.count }
        return change
    }

    private static func gates(_ plan: IngestPlan, _ counts: IngestSummary, _ memory: DrawnMemory) -> [IngestGate] {
        var gates: [IngestGate] = []
        // Drawn shares have one decimal.
        func tenths(_ percent: Double) -> Int { Int((percent * 10).rounded()) }
        func isWithin(_ limit: IngestPlan.CountOrPercent, _ number: Int, of all: Int) -> Bool {
            switch limit {
            case .count(let most): number <= most
            case .percent(let percent): number * 1000 <= all * tenths(percent)
            }
        }
        if case .count(let least) = plan.expectedRows, counts.rows < least { gates.append(.rows(expected: least)) }
        let failed = counts.placeholder + counts.omitted + counts.broken
        if !isWithin(plan.maxFailures, failed, of: counts.rows) { gates.append(.failures) }
        if counts.entries == 0, plan.maxRemoved != .percent(100) { gates.append(.empty) }
        guard let change = counts.change, let previous = memory.entries?.count else { return gates }
        if case .percent(let percent) = plan.expectedRows {
            let least = (previous * tenths(percent) + 999) / 1000
            if (plan.isEachImage ? counts.entries : counts.rows) < least { gates.append(.rows(expected: least)) }
        }
        if !isWithin(plan.maxRemoved, change.removed, of: previous) { gates.append(.removed(change.removed, of: previous)) }
        return gates
    }

    /// The counts and gates of a planned run, as if each picture had its size.
    func preview(of rows: [DrawnRow]) -> (counts: IngestSummary, gates: [IngestGate]) {
        var planned = IngestSummary()
        let sound = rows.filter { !$0.pictures.isEmpty }
        (planned.rows, planned.ok, planned.broken) = (rows.count, sound.count, rows.count - sound.count)
        planned.pictures = counts.pictures
        let names = sound.flatMap { row in
            plan.isEachImage ? row.pictures.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } : [row.pictures[0]]
        }
        planned.entries = names.count
        // Nothing is opened, so nobody knows yet that a picture lies outside the root.
        planned.change = change(
            to: names.map { plan.baseURL != nil && $0.text.hasPrefix("..") ? "\(base)/\($0.text)" : name(of: $0) }, sizes: [])
        return (planned, Self.gates(plan, planned, memory))
    }

    /// The files of the manifest when the run has written it, and what the next night knows of it.
    mutating func write() {
        newMemory.entries = entries
        guard let size = plan.output.pageSize else { return newMemory.files = ["m": text(texts[...])] }
        var (pages, list): ([String: String], [String]) = ([:], [])
        for (number, start) in stride(from: 0, to: texts.count, by: size).enumerated() {
            let page = texts[start..<min(start + size, texts.count)]
            let content = text(page)
            let hash = Array(content.utf8).withUnsafeBytes { SHA256.hexDigest(of: $0) }
            let name = plan.output.pageNames == .hash ? "\(number + 1)-\(hash.prefix(16)).json" : "\(number + 1).json"
            pages[name] = content
            list.append("{\"file\":\"\(name)\",\"count\":\(page.count),\"sha256\":\"\(hash)\"}")
        }
        let keep = plan.columns.kept.isEmpty ? "" : "\"keep\":[\"k\"],"
        let lines = list.isEmpty ? "" : "\n" + list.joined(separator: ",\n") + "\n"
        newMemory.indexes.removeAll { $0 == pages.keys.sorted() }
        let kept = plan.output.pageNames == .hash ? newMemory.indexes.last ?? [] : []
        newMemory.indexes.append(pages.keys.sorted())
        for name in kept { pages[name] = pages[name] ?? memory.files[name] }
        pages["index.json"] = "{\"count\":\(texts.count),\(keep)\"pages\":[\(lines)]}\n"
        newMemory.files = pages
    }

    private func text(_ entries: ArraySlice<String>) -> String {
        switch plan.output.kind.format {
        case .csv: (["w,h,img,price" + plan.output.extras.map { "," + $0 }.joined()] + entries).map { $0 + "\n" }.joined()
        case .jsonl: entries.map { $0 + "\n" }.joined()
        default: manifest(of: Array(entries))
        }
    }
}

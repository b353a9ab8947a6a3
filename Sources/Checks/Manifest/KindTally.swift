/// Counts the kinds of entries, for rules that all entries have the same kind, and keeps the first entry of
/// each kind.
struct KindTally<Kind: Equatable & Sendable>: Sendable {
    struct SeenKind: Sendable {
        let kind: Kind
        let file: Int
        let first: FindingSubject
        fileprivate(set) var count = 1

        /// The beginning of a sentence: `2 of 60 pictures (this one first) are`.
        func share(of total: Int, _ noun: String = "pictures") -> String {
            "\(count) of \(total) \(noun) \(count == 1 ? "is" : "(this one first) are")"
        }
    }

    private(set) var seen: [SeenKind] = []
    /// The kind of the last entry, which the next one mostly has, too.
    private var last = 0

    /// Further kinds are not counted, since nobody would read so many findings.
    private static var limit: Int { 64 }

    /// Adds a kind that is new.
    mutating func add(in file: Int, _ kind: Kind, _ subject: @autoclosure () -> FindingSubject) {
        guard seen.count < Self.limit else { return }
        last = seen.count
        seen.append(SeenKind(kind: kind, file: file, first: subject()))
    }

    /// Counts an entry of a kind that is there already; returns false if the kind is new.
    @inline(__always)
    mutating func addIfKnown(where isSame: (Kind) -> Bool) -> Bool {
        if last < seen.count, isSame(seen[last].kind) {
            seen[last].count += 1
            return true
        }
        guard let known = seen.firstIndex(where: { isSame($0.kind) }) else { return false }
        last = known
        seen[known].count += 1
        return true
    }

    /// The kind with most entries; the first one if several have as many.
    var mostCommon: SeenKind? { seen.reduce(nil) { best, next in next.count > best?.count ?? 0 ? next : best } }

    var count: Int { seen.reduce(0) { $0 + $1.count } }
}

/// Counts the pictures whose host has a fault, for rules that report each fault once.
struct AuthorityTally<Fault: Equatable & Sendable>: Sendable {
    /// The fault of the last entry.
    private var last: Fault?
    private var tally = KindTally<Fault>()

    var seen: [KindTally<Fault>.SeenKind] { tally.seen }

    /// Counts the entries of a batch. `judge` gets a URL of http or https and the index of its authority; nil means that
    /// there is no fault.
    @inline(__always)
    mutating func add(_ batch: EntryBatch, judge: (UnsafeBufferPointer<UInt8>, Int) -> Fault?) {
        for entry in batch.entries {
            if entry.repeatedStart == 0 {
                let img = batch.text(batch.img(of: entry))
                last = AddressForm.webAuthority(of: img).flatMap { judge(img, $0) }
            }
            guard let fault = last else { continue }
            if tally.addIfKnown(where: { $0 == fault }) { continue }
            guard let member = batch.member(.img, of: entry) else { continue }
            tally.add(in: batch.file, fault, batch.subject(entry, valueOf: member))
        }
    }
}

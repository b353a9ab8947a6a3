/// Counts the pictures whose host has a fault, for rules that tell each fault once.
struct AuthorityTally<Fault: Equatable & Sendable>: Sendable {
    /// The fault of the last entry.
    private var last: Fault?
    private var tally = KindTally<Fault>()

    var seen: [KindTally<Fault>.SeenKind] { tally.seen }

    /// Counts the entries of a batch. `judge` gets a URL of http or https and the index of its authority; nil means that
    /// there is no fault.
    @inline(__always)
    mutating func add(_ batch: EntryBatch, in file: Int, judge: (UnsafeBufferPointer<UInt8>, Int) -> Fault?) {
        for entry in batch.entries {
            if entry.repeatedStart == 0 {
                let img = batch.text(batch.img(of: entry))
                last = AddressForm.webAuthority(of: img).flatMap { judge(img, $0) }
            }
            guard let fault = last else { continue }
            if tally.addIfKnown(where: { $0 == fault }) { continue }
            guard let member = batch.member(.img, of: entry) else { continue }
            tally.add(in: file, fault, batch.subject(entry, valueOf: member))
        }
    }
}

/// Counts the pictures whose host has a fault, for rules that tell each fault once.
struct AuthorityTally<Fault: Equatable & Sendable>: Sendable {
    /// The beginning of the last URL, up to its path; empty if there was none yet.
    private var start: [UInt8] = []
    private var last: Fault?
    private var tally = KindTally<Fault>()

    var seen: [KindTally<Fault>.SeenKind] { tally.seen }

    /// Counts the entries of a batch. `judge` gets a URL of http or https and the index of its authority; nil means that
    /// there is no fault.
    @inline(__always)
    mutating func add(_ batch: EntryBatch, in file: Int, judge: (UnsafeBufferPointer<UInt8>, Int) -> Fault?) {
        for entry in batch.entries {
            let img = batch.text(batch.img(of: entry))
            guard let fault = fault(of: img, judge) else { continue }
            if tally.addIfKnown(where: { $0 == fault }) { continue }
            guard let member = batch.member(.img, of: entry) else { continue }
            tally.add(in: file, fault, batch.subject(entry, valueOf: member))
        }
    }

    @inline(__always)
    private mutating func fault(of img: UnsafeBufferPointer<UInt8>, _ judge: (UnsafeBufferPointer<UInt8>, Int) -> Fault?) -> Fault? {
        if !start.isEmpty, img.hasStart(start) { return last }
        guard let authority = AddressForm.webAuthority(of: img) else { return nil }
        last = judge(img, authority)
        start = AddressForm.start(of: img, authority: authority)
        return last
    }
}

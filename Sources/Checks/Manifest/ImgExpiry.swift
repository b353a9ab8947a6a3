import WeirBase

/// Signed URLs that servers refuse on the day of the check.
struct ImgExpiry: ManifestRule {
    static let rule = Rule(
        "img-expiry", .manifest, .error, "the signatures of URLs have not expired",
        explanation: """
            After the end of a signed URL (`X-Amz-Expires`, `Expires`, `se=` and others) the server answers 403.
            """,
        example: #"{"w":200,"h":275,"img":"https://cdn.example.com/a.jpg?Expires=1700000000&Signature=x","price":"¥169"}"#,
        remedy: "Use pictures without a signature, or sign the URLs again and run `weir ingest`.",
        parameters: [
            RuleParameter(
                day: "on",
                "the first day, such as 2027-01-31; by default that of the check (UTC)"),
            RuleParameter("days", default: .number(1), in: 1...36_500, "how many days signatures must stay valid"),
        ])
    static let looksAtImages = true

    /// The Unix time until which signatures must be good; nil if there is no day to compare with.
    private let limit: Int64?
    private var tally = KindTally<Bool>()
    /// When the first signature of the tally expires.
    private var firstExpiry: Int64 = 0

    init(_ parameters: RuleParameters) {
        let days = Int64(parameters.number("days") * Double(CalendarDay.seconds))
        let day = CalendarDay(parameters.text("on")) ?? CalendarDay(parameters.day)
        limit = day.map { $0.start + days }
    }

    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore) {
        guard let limit else { return }
        for entry in batch.entries {
            let img = batch.text(batch.img(of: entry))
            guard img.has("="), let authority = AddressForm.webAuthority(of: img),
                let expiry = SignatureExpiry.time(img[authority...]), expiry < limit
            else { continue }
            if tally.addIfKnown(where: { $0 }) { continue }
            guard let member = batch.member(.img, of: entry) else { continue }
            firstExpiry = expiry
            tally.add(in: batch.file, true, batch.subject(entry, valueOf: member))
        }
    }

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        guard let seen = tally.seen.first, let limit else { return }
        findings.add(
            Self.rule, in: seen.file, seen.first,
            """
            \(seen.count) of \(manifest.pictureCount) pictures \(seen.count == 1 ? "has a signature" : "have signatures") that \
            must be good until \(calendarTime(limit)); this one expires at \(calendarTime(firstExpiry))
            """)
    }
}
